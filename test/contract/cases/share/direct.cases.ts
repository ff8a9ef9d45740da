/** Cases of direct links. */
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import type { directContract } from '#shared/share/direct.contract.ts';
import { forPerson, type MatrixRows, ownedFile } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import {
  beginUpload,
  blockContent,
  freshName,
  makeFile,
  makeFolder,
  ok,
  type Person,
  trash,
  UNKNOWN_ID,
  type World,
} from '../../world.ts';
import { newcomerWithoutLinks } from '../newcomer.ts';

async function directOf(person: Pick<Person, 'token'>, fileId: string): Promise<string> {
  return (await ok(shareContract.makeDirect, { token: person.token, body: { file_id: fileId } })).share_id;
}

async function trashedFile(person: Person): Promise<string> {
  const id = await makeFile(person);
  await trash(person, id);
  return id;
}

/** A direct link of a file whose content an operator closed. */
async function blockedDirect({ alice, olga }: World): Promise<string> {
  const id = await makeFile(alice, freshName('blocked'));
  const shareId = await directOf(alice, id);
  const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id } });
  await blockContent(olga, alice, hash);
  return shareId;
}

export const directCases: ContractCases<typeof directContract> = {
  directLinks: {
    success: {
      'all direct links': async ({ alice }) => {
        await directOf(alice, await makeFile(alice));
        return {};
      },
      'the one of a file': async ({ alice }) => {
        const id = await makeFile(alice);
        await directOf(alice, id);
        return { query: { file_id: id, limit: 1 } };
      },
    },
    errors: { invalid_argument: () => ({ query: { page_token: 'x' } }) },
  },
  makeDirect: {
    success: {
      'a file': async ({ alice }) => ({ body: { file_id: await makeFile(alice) } }),
      'a file that has one': async ({ alice }) => {
        const id = await makeFile(alice);
        await directOf(alice, id);
        return { body: { file_id: id } };
      },
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ body: { file_id: await makeFolder(alice) } }),
      file_not_found: () => ({ body: { file_id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ body: { file_id: await trashedFile(alice) } }),
      share_status_prohibited: async ({ alice }) => ({ body: { file_id: (await beginUpload(alice)).fileId } }),
      link_limit: async () => {
        const person = await newcomerWithoutLinks();
        return { token: person.token, body: { file_id: await makeFile(person) } };
      },
    },
  },
  switchDirect: {
    success: {
      off: async ({ alice }) => ({ body: { share_id: await directOf(alice, await makeFile(alice)), enabled: false } }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        body: { share_id: await directOf(alice, await makeFile(alice)), enabled: 'maybe' },
      }),
      not_found: () => ({ body: { share_id: UNKNOWN_ID, enabled: true } }),
    },
  },
  renewDirect: {
    success: {
      'a link': async ({ alice }) => ({ body: { share_id: await directOf(alice, await makeFile(alice)) } }),
    },
    errors: {
      invalid_argument: () => ({ body: { share_id: '' } }),
      not_found: () => ({ body: { share_id: UNKNOWN_ID } }),
      file_not_found: async ({ alice }) => {
        const id = await makeFile(alice);
        const shareId = await directOf(alice, id);
        await trash(alice, id);
        await ok(driveContract.batchDelete, { token: alice.token, body: { ids: [id] } });
        return { body: { share_id: shareId } };
      },
      file_in_recycle_bin: async ({ alice }) => {
        const id = await makeFile(alice);
        const shareId = await directOf(alice, id);
        await trash(alice, id);
        return { body: { share_id: shareId } };
      },
      share_status_prohibited: async (world) => ({
        token: world.alice.token,
        body: { share_id: await blockedDirect(world) },
      }),
    },
  },
};

export const directMatrix: MatrixRows<typeof directContract> = {
  directLinks: forPerson(async (owner) => {
    await directOf(owner, await ownedFile(owner));
    return {};
  }, 'own'),
  makeDirect: forPerson(async (owner) => ({ body: { file_id: await ownedFile(owner) } }), 'file_not_found'),
  switchDirect: forPerson(
    async (owner) => ({ body: { share_id: await directOf(owner, await ownedFile(owner)), enabled: false } }),
    'not_found',
  ),
  renewDirect: forPerson(
    async (owner) => ({ body: { share_id: await directOf(owner, await ownedFile(owner)) } }),
    'not_found',
  ),
};
