/** Cases of albums. */
import { MAX_ALBUM_ITEMS } from '#shared/drive/albums/album-terms.ts';
import type { albumsContract } from '#shared/drive/albums/albums.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { type Asking, forPerson, type MatrixRows, OWNERS_MARK } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { freshName, inDrive, makeFile, makeTrashed, ok, type Person, UNKNOWN_ID } from '../world.ts';
import { withoutSweeps } from './search.cases.ts';

export const makePicture = (person: Person): Promise<string> =>
  makeFile(person, freshName('content'), `${freshName()}.jpg`);

/** The files of the tests share a drive, which holds 200 albums: the oldest are deleted. */
export async function makeAlbum(person: Person, file_ids: string[] = [], name = freshName()): Promise<string> {
  await inDrive(
    person,
    `DELETE FROM albums WHERE (SELECT count(*) FROM albums) > 150 AND id IN (SELECT id FROM albums ORDER BY created_ms LIMIT 50);
     DELETE FROM album_items WHERE album_id NOT IN (SELECT id FROM albums)`,
  );
  const body = { name, file_ids };
  return (await ok(driveContract.albumCreate, { token: person.token, body })).album_id;
}

const about =
  (body?: object): Case =>
  async ({ alice }) => ({ params: { id: await makeAlbum(alice) }, ...(body ? { body } : {}) });
const aboutNothing =
  (body?: object): Case =>
  () => ({ params: { id: UNKNOWN_ID }, ...(body ? { body } : {}) });

/** Rows without files: what counts is how many there are. */
const fill = (id: string) => `INSERT INTO album_items WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
  WHERE i < ${MAX_ALBUM_ITEMS}) SELECT '${id}', 'none' || i FROM n`;
const FULL = `INSERT INTO albums (id, name, created_ms)
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT 'full' || i, 'none', 0 FROM n`;

export const albumsCases: ContractCases<typeof albumsContract> = {
  albums: {
    success: {
      'with a cover': async ({ alice }) => {
        await makeAlbum(alice, [await makePicture(alice)]);
        return {};
      },
    },
    errors: { too_many_requests: () => ({ server: withoutSweeps() }) },
  },
  albumCreate: {
    success: {
      'an empty one': () => ({ body: { name: freshName() } }),
      'with pictures': async ({ alice }) => ({ body: { name: freshName(), file_ids: [await makePicture(alice)] } }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ body: { name: freshName(), file_ids: [await makeFile(alice)] } }),
      file_not_found: () => ({ body: { name: freshName(), file_ids: [UNKNOWN_ID] } }),
      file_in_recycle_bin: async ({ alice }) => ({ body: { name: freshName(), file_ids: [await makeTrashed(alice)] } }),
      resource_exhausted: async ({ bob, after }) => {
        await inDrive(bob, FULL);
        after(() => inDrive(bob, "DELETE FROM albums WHERE name = 'none'"));
        return { token: bob.token, body: { name: freshName() } };
      },
    },
  },
  albumRename: {
    success: { nothing: about({ name: 'Other' }) },
    errors: { invalid_argument: about({ name: ' ' }), not_found: aboutNothing({ name: 'Other' }) },
  },
  albumRemove: {
    success: { nothing: about() },
    errors: { not_found: aboutNothing() },
  },
  albumAdd: {
    success: {
      'how many were added': async ({ alice }) => ({
        params: { id: await makeAlbum(alice) },
        body: { file_ids: [await makePicture(alice)] },
      }),
    },
    errors: {
      invalid_argument: about({ file_ids: [] }),
      not_found: aboutNothing({ file_ids: [UNKNOWN_ID] }),
      file_not_found: about({ file_ids: [UNKNOWN_ID] }),
      file_in_recycle_bin: async ({ alice }) => ({
        params: { id: await makeAlbum(alice) },
        body: { file_ids: [await makeTrashed(alice)] },
      }),
      resource_exhausted: async ({ alice, after }) => {
        const id = await makeAlbum(alice);
        await inDrive(alice, fill(id));
        after(() => inDrive(alice, `DELETE FROM album_items WHERE album_id = '${id}'`));
        return { params: { id }, body: { file_ids: [await makePicture(alice)] } };
      },
    },
  },
  albumTake: {
    success: { 'how many were in it': about({ file_ids: [UNKNOWN_ID] }) },
    errors: { invalid_argument: about({ file_ids: [] }), not_found: aboutNothing({ file_ids: [UNKNOWN_ID] }) },
  },
};

const owned =
  (body?: object): Asking =>
  async (owner) => ({
    params: { id: await makeAlbum(owner, [], `${freshName()} ${OWNERS_MARK}`) },
    ...(body ? { body } : {}),
  });

export const albumsMatrix: MatrixRows<typeof albumsContract> = {
  albums: forPerson(async (owner) => {
    await makeAlbum(owner, [await makePicture(owner)], `${freshName()} ${OWNERS_MARK}`);
    return {};
  }, 'own'),
  albumCreate: forPerson(
    async (owner) => ({ body: { name: freshName(), file_ids: [await makePicture(owner)] } }),
    'file_not_found',
  ),
  albumRename: forPerson(owned({ name: 'Other' }), 'not_found'),
  albumRemove: forPerson(owned(), 'not_found'),
  albumAdd: forPerson(
    async (owner) => ({ params: { id: await makeAlbum(owner) }, body: { file_ids: [await makePicture(owner)] } }),
    'not_found',
  ),
  albumTake: forPerson(owned({ file_ids: [UNKNOWN_ID] }), 'not_found'),
};
