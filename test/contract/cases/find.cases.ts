/** Cases of finding and marking: search, stars, many names, events, what takes the room. */
import type { findContract } from '#shared/drive/find.contract.ts';
import type { Case, ContractCases, EndpointCases } from '../cases.ts';
import { beginUpload, freshName, makeFile, makeFolder, makeTrashed, UNKNOWN_ID } from '../world.ts';

const BAD_TOKEN = { page_token: 'x' };

const forIds: EndpointCases = {
  success: {
    'a task for a file and a folder': async ({ alice }) => ({
      token: alice.token,
      body: { ids: [await makeFile(alice), await makeFolder(alice)] },
    }),
  },
  errors: {
    invalid_argument: ({ alice }) => ({ token: alice.token, body: { ids: [] } }),
    file_not_found: ({ alice }) => ({ token: alice.token, body: { ids: [UNKNOWN_ID] } }),
    file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, body: { ids: [await makeTrashed(alice)] } }),
  },
};

const naming =
  (name: string | null, id?: string): Case =>
  async ({ alice }) => ({
    token: alice.token,
    body: { items: [{ id: id ?? (await makeFolder(alice)), name: name ?? freshName('name') }] },
  });

export const findCases: ContractCases<typeof findContract> = {
  search: {
    success: {
      'what has the words in its name': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, query: { q: 'file', kind: 'OTHER,DOCUMENT', limit: '5' } };
      },
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: { q: 'a', ...BAD_TOKEN } }) },
  },
  star: forIds,
  unstar: forIds,
  batchRename: {
    success: {
      'a task for two that swap their names': async ({ alice }) => {
        const [first, second] = [await makeFolder(alice), await makeFolder(alice)];
        return {
          token: alice.token,
          body: {
            items: [
              { id: first, name: freshName('swap') },
              { id: second, name: freshName('swap') },
            ],
          },
        };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, body: { items: [] } }),
      file_not_found: naming(null, UNKNOWN_ID),
      file_in_recycle_bin: async ({ alice }) => ({
        token: alice.token,
        body: { items: [{ id: await makeTrashed(alice), name: 'x' }] },
      }),
      file_name_empty: naming(''),
      file_name_invalid: naming('a/b'),
      file_duplicated_name: async ({ alice }) => {
        const name = freshName('twice');
        return {
          token: alice.token,
          body: {
            items: [
              { id: await makeFolder(alice), name },
              { id: await makeFolder(alice), name },
            ],
          },
        };
      },
      file_rename_uncompleted: async ({ alice }) => ({
        token: alice.token,
        body: { items: [{ id: (await beginUpload(alice)).fileId, name: freshName('early') }] },
      }),
    },
  },
  size: {
    success: {
      'of a folder': async ({ alice }) => ({ token: alice.token, params: { id: await makeFolder(alice) } }),
    },
    errors: {
      file_not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, params: { id: await makeTrashed(alice) } }),
    },
  },
  kinds: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token };
      },
    },
    errors: {},
  },
  heavyFolders: {
    success: {
      'of a drive with a file in a folder': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, query: { limit: '2' } };
      },
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: { limit: 'x' } }) },
  },
  largest: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, query: { limit: '2' } };
      },
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: BAD_TOKEN }) },
  },
  live: { success: { 'the revision': ({ alice }) => ({ token: alice.token }) }, errors: {} },
  duplicates: {
    success: { 'of a drive': ({ alice }) => ({ token: alice.token, query: { limit: '3' } }) },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: BAD_TOKEN }) },
  },
  events: {
    success: {
      'with a folder that was made': async ({ alice }) => {
        await makeFolder(alice);
        return { token: alice.token, query: { limit: '2', filters: '{"type":{"in":"TYPE_CREATE,TYPE_VIEW"}}' } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, query: { filters: '{"type":{"in":"TYPE_EAT"}}' } }),
    },
  },
  addEvent: {
    success: {
      'of a file that was looked at': async ({ alice }) => ({
        token: alice.token,
        body: { event: { type: 'TYPE_VIEW', file_id: await makeFile(alice), params: { play_seconds: '7' } } },
      }),
    },
    errors: {
      invalid_argument: ({ alice }) => ({
        token: alice.token,
        body: { event: { type: 'TYPE_DELETE', file_id: UNKNOWN_ID } },
      }),
      file_not_found: ({ alice }) => ({
        token: alice.token,
        body: { event: { type: 'TYPE_VIEW', file_id: UNKNOWN_ID } },
      }),
      file_in_recycle_bin: async ({ alice }) => ({
        token: alice.token,
        body: { event: { type: 'TYPE_VIEW', file_id: await makeTrashed(alice) } },
      }),
    },
  },
  deleteEvents: {
    success: { 'also of one that is not there': ({ alice }) => ({ token: alice.token, body: { ids: [UNKNOWN_ID] } }) },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, body: { ids: [] } }) },
  },
  clearEvents: {
    success: { 'of one type': ({ alice }) => ({ token: alice.token, body: { types: ['TYPE_VIEW'] } }) },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, body: { types: ['TYPE_EAT'] } }) },
  },
};
