/** Cases of files and folders: listing, creating, naming and starring them. */

import { driveContract } from '#shared/drive/contract.ts';
import type { treeContract } from '#shared/drive/tree.contract.ts';
import { TIB } from '#shared/units.ts';
import { forPerson, type MatrixRows, ownedBatch, ownedFile, ownedFolder } from '../callers.ts';
import type { Case, ContractCases, EndpointCases } from '../cases.ts';
import { makeServer } from '../send.ts';
import {
  beginUpload,
  freshName,
  limitTree,
  makeFile,
  makeFolder,
  makeTrashed,
  ok,
  UNKNOWN_ID,
  useFetchDay,
  useTraffic,
} from '../world.ts';
import { fetchBody } from './fetch/tasks.cases.ts';
import { afterDeletion } from './upload.cases.ts';

/** A drive without storage. */
const full = makeServer({ limits: { freeStorageBytes: 0 } });

const folderNamed = (name: unknown, parentId = '') => ({ kind: 'drive#folder', name, parent_id: parentId });

const fileOf = (size: number | string) => ({ kind: 'drive#file', name: freshName('file'), size });

const tooDeepToken = { page_token: 'x' };

const forIds: EndpointCases = {
  success: {
    'a task for a file and a folder': async ({ alice }) => ({
      body: { ids: [await makeFile(alice), await makeFolder(alice)] },
    }),
  },
  errors: {
    invalid_argument: () => ({ body: { ids: [] } }),
    file_not_found: () => ({ body: { ids: [UNKNOWN_ID] } }),
    file_in_recycle_bin: async ({ alice }) => ({ body: { ids: [await makeTrashed(alice)] } }),
  },
};

const naming =
  (name: string | null, id?: string): Case =>
  async ({ alice }) => ({
    body: { items: [{ id: id ?? (await makeFolder(alice)), name: name ?? freshName('name') }] },
  });

export const treeCases: ContractCases<typeof treeContract> = {
  list: {
    success: {
      'the root': async ({ alice }) => {
        await makeFile(alice);
        return {};
      },
      'the trash of every folder': async ({ alice }) => {
        await makeTrashed(alice);
        return { query: { parent_id: '*', filters: '{"trashed":{"eq":true}}' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: tooDeepToken }),
      not_found: () => ({ query: { filters: '{"name":{"eq":"a"}}' } }),
    },
  },
  detail: {
    success: {
      'a file with its content link': async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeFile(alice) },
        query: { usage: 'FETCH', _magic: '2021' },
      }),
      'a folder': async ({ alice }) => ({ token: alice.token, params: { id: await makeFolder(alice) } }),
    },
    errors: {
      file_not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, params: { id: await makeTrashed(alice) } }),
    },
  },
  create: {
    success: {
      'a folder': () => ({ body: folderNamed(freshName('folder')) }),
      'an upload at the S3-style door': () => ({
        body: { ...fileOf('5'), upload_type: 'UPLOAD_TYPE_RESUMABLE', resumable: { provider: 'PROVIDER_ALIYUN' } },
      }),
      'the task of a fetch by link': () => ({ body: fetchBody() }),
      'an upload by a form': () => ({ body: { ...fileOf('5'), upload_type: 'UPLOAD_TYPE_FORM' } }),
      'an upload of our own client, with the key of its content': () => ({
        body: { ...fileOf(5), resumable: { provider: 'PROVIDER_MAGPIE' }, content_key: `1-${'ab'.repeat(32)}` },
      }),
      'a complete file for content that the drive holds': async ({ alice }) => {
        const text = freshName('content');
        const fileId = await makeFile(alice, text);
        const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id: fileId } });
        return { body: { ...fileOf(text.length), hash } };
      },
      'a complete file for no bytes': () => ({ body: fileOf(0) }),
      'the folder that has the name': async ({ alice }) => {
        const name = freshName('folder');
        await makeFolder(alice, '', name);
        return { body: { ...folderNamed(name), conflict: 'skip' } };
      },
      'the file that has the name': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return { body: { ...fileOf(5), name, conflict: 'skip' } };
      },
      'the file that takes its own place for no bytes': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return { body: { ...fileOf(0), name, conflict: 'replace' } };
      },
    },
    errors: {
      invalid_argument: () => ({ body: { kind: 'drive#thing', name: 'x' } }),
      file_not_found: () => ({ body: folderNamed('x', UNKNOWN_ID) }),
      file_in_recycle_bin: async ({ alice }) => ({ body: folderNamed('x', await makeTrashed(alice)) }),
      file_name_empty: () => ({ body: folderNamed('') }),
      file_name_invalid: () => ({ body: folderNamed('a/b') }),
      file_too_large: () => ({ body: fileOf(String(6 * TIB)) }),
      file_space_not_enough: () => ({ server: full, body: fileOf(1) }),
      traffic_not_enough: async ({ alice, after }) => {
        await useTraffic(alice, 'upload', after);
        return { body: fileOf(1) };
      },
      task_daily_create_limit: () => ({ body: fetchBody(), server: makeServer({ limits: { fetchTasksPerDay: 0 } }) }),
      task_daily_create_limit_vip: async ({ carla, after }) => {
        await useFetchDay(carla, after);
        return { token: carla.token, body: fetchBody() };
      },
      task_run_nums_limit: () => ({ body: fetchBody(), server: makeServer({ limits: { fetchTasksOpen: 0 } }) }),
      task_url_resolve_error: () => ({ body: fetchBody('http://') }),
      task_url_unsupported: () => ({ body: fetchBody('magnet:?xt=urn:btih:x') }),
      upload_day_limit: () => ({ body: fileOf(5), server: makeServer({ limits: { uploadBytesPerDay: 4 } }) }),
      deleted_space_not_free: async ({ alice }) => ({ body: fileOf(5), server: await afterDeletion(alice) }),
      file_count_limit: async ({ alice, after }) => {
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return { body: { kind: 'drive#folder', name: freshName() } };
      },
      unimplemented: () => ({ body: { ...fileOf(1), upload_type: 'UPLOAD_TYPE_SHEET' } }),
      resource_exhausted: () => ({
        server: makeServer({ limits: { uploadSessions: 0 } }),
        body: fileOf(1),
      }),
    },
  },
  rename: {
    success: {
      'the renamed file': async ({ alice }) => ({
        params: { id: await makeFile(alice) },
        body: { name: freshName('renamed') },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        params: { id: await makeFolder(alice) },
        body: { name: 'x'.repeat(2001) },
      }),
      file_not_found: () => ({ params: { id: UNKNOWN_ID }, body: { name: 'x' } }),
      file_in_recycle_bin: async ({ alice }) => ({ params: { id: await makeTrashed(alice) }, body: { name: 'x' } }),
      file_name_empty: async ({ alice }) => ({ params: { id: await makeFolder(alice) }, body: { name: null } }),
      file_name_invalid: async ({ alice }) => ({ params: { id: await makeFolder(alice) }, body: { name: '..' } }),
      file_rename_to_same_name: async ({ alice }) => {
        const name = freshName();
        return { params: { id: await makeFolder(alice, '', name) }, body: { name } };
      },
      file_duplicated_name: async ({ alice }) => {
        const name = freshName();
        await makeFolder(alice, '', name);
        return { params: { id: await makeFolder(alice) }, body: { name } };
      },
      file_rename_uncompleted: async ({ alice }) => ({
        params: { id: (await beginUpload(alice)).fileId },
        body: { name: freshName() },
      }),
    },
  },
  batchRename: {
    success: {
      'a task for two that swap their names': async ({ alice }) => {
        const [first, second] = [await makeFolder(alice), await makeFolder(alice)];
        return {
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
      invalid_argument: () => ({ body: { items: [] } }),
      file_not_found: naming(null, UNKNOWN_ID),
      file_in_recycle_bin: async ({ alice }) => ({ body: { items: [{ id: await makeTrashed(alice), name: 'x' }] } }),
      file_name_empty: naming(''),
      file_name_invalid: naming('a/b'),
      file_duplicated_name: async ({ alice }) => {
        const name = freshName('twice');
        return {
          body: {
            items: [
              { id: await makeFolder(alice), name },
              { id: await makeFolder(alice), name },
            ],
          },
        };
      },
      file_rename_uncompleted: async ({ alice }) => ({
        body: { items: [{ id: (await beginUpload(alice)).fileId, name: freshName('early') }] },
      }),
    },
  },
  star: forIds,
  unstar: forIds,
  live: { success: { 'the revision': () => ({}) }, errors: {} },
};

export const treeMatrix: MatrixRows<typeof treeContract> = {
  list: forPerson(async (owner) => {
    const parent = await ownedFolder(owner);
    await ownedFolder(owner, parent);
    return { query: { parent_id: parent } };
  }, 'own'),
  detail: forPerson(async (owner) => ({ params: { id: await ownedFile(owner) } }), 'file_not_found'),
  create: forPerson(
    async (owner) => ({ body: { kind: 'drive#folder', name: freshName(), parent_id: await ownedFolder(owner) } }),
    'file_not_found',
  ),
  star: forPerson(ownedBatch(), 'file_not_found'),
  unstar: forPerson(ownedBatch(), 'file_not_found'),
  batchRename: forPerson(
    async (owner) => ({ body: { items: [{ id: await ownedFolder(owner), name: freshName() }] } }),
    'file_not_found',
  ),
  live: forPerson(() => ({}), 'own'),
  rename: forPerson(
    async (owner) => ({ params: { id: await ownedFile(owner) }, body: { name: freshName() } }),
    'file_not_found',
  ),
};
