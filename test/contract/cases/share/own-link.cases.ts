/** Cases of the page of one's own links. */
import { shareContract } from '#shared/share/contract.ts';
import type { ownLinkContract } from '#shared/share/own-link.contract.ts';
import type { statisticsContract } from '#shared/share/statistics.contract.ts';
import { forPerson, type MatrixRows, ownedLink } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { makeFile, makeLink, objects, ok, type Person, UNKNOWN_ID } from '../../world.ts';

/** A link whose files are looked at, not taken. @param fileIds  none: of a new file */
export async function viewOnlyLink(person: Person, fileIds?: string[]): Promise<string> {
  const { shareId } = await makeLink(person, fileIds ? { fileIds } : {});
  await ok(shareContract.change, { token: person.token, body: { share_id: shareId, view_only: true } });
  return shareId;
}

export const ownLinkCases: ContractCases<typeof ownLinkContract & typeof statisticsContract> = {
  own: {
    success: {
      'links of a title': async ({ alice }) => {
        await makeLink(alice, { locked: true });
        return { query: { search: 'f', status: 'PASS_CODE_EMPTY', sort: 'ends', limit: 2 } };
      },
      'all links': async ({ alice }) => {
        await makeLink(alice);
        return {};
      },
    },
    errors: { invalid_argument: () => ({ query: { page_token: 'x' } }) },
  },
  statistics: {
    success: {
      'a link with a view': async ({ alice }) => {
        const { shareId } = await makeLink(alice);
        const counted = { day: new Date().toISOString().slice(0, 10), views: 1, parts: { 'h/a.test': 1 }, people: '' };
        await objects.shares.getByName(shareId).daysCounted([counted]);
        return { query: { share_id: shareId, days: '7' } };
      },
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ query: { share_id: (await makeLink(alice)).shareId, days: '8' } }),
      not_found: () => ({ query: { share_id: UNKNOWN_ID } }),
    },
  },
  marks: {
    success: {
      'a file with a link, and one without': async ({ alice }) => {
        const { fileIds } = await makeLink(alice, { locked: true });
        return { body: { file_ids: [...fileIds, await makeFile(alice)] } };
      },
    },
    errors: { invalid_argument: () => ({ body: { file_ids: [] } }) },
  },
  changeMany: {
    success: {
      'a link that is stopped': async ({ alice }) => ({
        body: { ids: [(await makeLink(alice)).shareId], act: 'close' },
      }),
      'a link that is extended': async ({ alice }) => ({
        body: { ids: [(await makeLink(alice)).shareId], act: 'extend', days: 30 },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ body: { ids: [(await makeLink(alice)).shareId], act: 'burn' } }),
      not_found: () => ({ body: { ids: [UNKNOWN_ID], act: 'close' } }),
    },
  },
};

export const ownLinkMatrix: MatrixRows<typeof ownLinkContract & typeof statisticsContract> = {
  own: forPerson(async (owner) => {
    await ownedLink(owner);
    return {};
  }, 'own'),
  statistics: forPerson(async (owner) => ({ query: { share_id: (await ownedLink(owner)).shareId } }), 'not_found'),
  marks: forPerson(async (owner) => {
    const { fileIds } = await makeLink(owner);
    return { body: { file_ids: fileIds } };
  }, 'own'),
  changeMany: forPerson(
    async (owner) => ({ body: { ids: [(await ownedLink(owner)).shareId], act: 'close' } }),
    'not_found',
  ),
};
