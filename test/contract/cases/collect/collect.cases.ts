/** Cases of an owner's links that collect files. */
import type { collectContract } from '#shared/drive/collect/collect.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { type Asking, forPerson, type MatrixRows, ownedFolder } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import { inDrive, makeFolder, makeTrashed, ok, type Person, UNKNOWN_ID } from '../../world.ts';

/** The files of the tests share a drive, which holds 100 links: the oldest are deleted. */
const DROP_OLDEST = `DELETE FROM collect_links WHERE (SELECT count(*) FROM collect_links) > 80
  AND id IN (SELECT id FROM collect_links ORDER BY created_ms LIMIT 40)`;

export async function makeCollectLink(person: Person, terms: object = {}, folderId = ''): Promise<string> {
  await inDrive(person, DROP_OLDEST);
  const folder_id = folderId || (await makeFolder(person));
  return (await ok(driveContract.collectCreate, { token: person.token, body: { folder_id, ...terms } })).link_id;
}

const about =
  (body?: object): Case =>
  async ({ alice }) => ({ params: { id: await makeCollectLink(alice) }, ...(body ? { body } : {}) });
const aboutNothing =
  (body?: object): Case =>
  () => ({ params: { id: UNKNOWN_ID }, ...(body ? { body } : {}) });
const create =
  (terms: object): Case =>
  async ({ alice }) => ({ body: { folder_id: await makeFolder(alice), ...terms } });

const FULL = `INSERT INTO collect_links (id, folder_id, title, message, created_ms, kind, extensions, file_bytes, max_files, by_person)
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT 'full' || i, 'none', '', '', 0, 'any', '', 1, 1, 0 FROM n`;

export const collectCases: ContractCases<typeof collectContract> = {
  collectCreate: {
    success: {
      'a link with defaults': create({}),
      'a link with terms': create({
        title: 'Papers',
        message: 'By Friday',
        end_time: new Date(Date.now() + 86_400_000).toISOString(),
        kind_of_files: 'list',
        extensions: '.pdf, docx',
        max_file_size: '1000000',
        max_files: 10,
        by_person: true,
      }),
    },
    errors: {
      invalid_argument: create({ kind_of_files: 'list', extensions: '' }),
      file_not_found: () => ({ body: { folder_id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ body: { folder_id: await makeTrashed(alice) } }),
      resource_exhausted: async ({ bob, after }) => {
        const folder_id = await makeFolder(bob);
        await inDrive(bob, FULL);
        after(() => inDrive(bob, "DELETE FROM collect_links WHERE folder_id = 'none'"));
        return { token: bob.token, body: { folder_id } };
      },
    },
  },
  collectLinks: {
    success: {
      'those of a folder': async ({ alice }) => {
        const folder_id = await makeFolder(alice);
        await makeCollectLink(alice, {}, folder_id);
        return { query: { folder_id } };
      },
    },
  },
  collectChange: {
    success: { 'the link with its new terms': about({ title: 'Other', max_files: 5 }) },
    errors: {
      invalid_argument: about({ end_time: '2001-01-01T00:00:00Z' }),
      not_found: aboutNothing({ title: 'Other' }),
    },
  },
  collectClose: {
    success: { 'the closed link': about({ closed: true }), 'the open link': about({ closed: false }) },
    errors: { invalid_argument: about({ closed: 'noise' }), not_found: aboutNothing({ closed: true }) },
  },
  collectFiles: {
    success: { 'no files yet': about() },
    errors: { not_found: aboutNothing() },
  },
  collectRemove: {
    success: { nothing: about() },
    errors: { not_found: aboutNothing() },
  },
};

const owned =
  (body?: object): Asking =>
  async (owner) => ({
    params: { id: await makeCollectLink(owner, {}, await ownedFolder(owner)) },
    ...(body ? { body } : {}),
  });

export const collectMatrix: MatrixRows<typeof collectContract> = {
  collectCreate: forPerson(async (owner) => ({ body: { folder_id: await ownedFolder(owner) } }), 'file_not_found'),
  collectLinks: forPerson(async (owner) => {
    const folder_id = await ownedFolder(owner);
    await makeCollectLink(owner, {}, folder_id);
    return { query: { folder_id } };
  }, 'own'),
  collectChange: forPerson(owned({ title: 'Other' }), 'not_found'),
  collectClose: forPerson(owned({ closed: true }), 'not_found'),
  collectFiles: forPerson(owned(), 'not_found'),
  collectRemove: forPerson(owned(), 'not_found'),
};
