/** Cases of the drive: files, batches, tasks and space. */

import { driveContract } from '#shared/drive/contract.ts';
import { TIB } from '#shared/units.ts';
import type { Case, ContractCases, EndpointCases } from '../cases.ts';
import { makeServer } from '../send.ts';
import {
  beginUpload,
  blockContent,
  freshName,
  limitTree,
  makeFile,
  makeFolder,
  makeTrashed,
  ok,
  trash,
  UNKNOWN_ID,
} from '../world.ts';
import { findCases } from './find.cases.ts';
import { resourceCases } from './resource.cases.ts';
import { afterDeletion, uploadCases } from './upload.cases.ts';

/** A drive without room. */
const full = makeServer({ limits: { freeStorageBytes: 0 } });

const folderNamed = (name: unknown, parentId = '') => ({ kind: 'drive#folder', name, parent_id: parentId });
const fileOf = (size: number | string) => ({ kind: 'drive#file', name: freshName('file'), size });
const tooDeepToken = { page_token: 'x' };

/** A batch of ids, alone or on its way into `to`. */
function batch(more: object = {}): (ids: readonly string[], token: string) => { token: string; body: object } {
  return (ids, token) => ({ token, body: { ids, ...more } });
}

const alone = batch();
const toRoot = batch({ to: {} });

const batchErrors = (ask: typeof alone): Record<'invalid_argument' | 'file_not_found', Case> => ({
  invalid_argument: ({ alice }) => ask([], alice.token),
  file_not_found: ({ alice }) => ask([UNKNOWN_ID], alice.token),
});

const inTrash =
  (ask: typeof alone): Case =>
  async ({ alice }) =>
    ask([await makeTrashed(alice)], alice.token);

const intoRoot: EndpointCases = {
  success: {
    'a task for a folder on its way to the root': async ({ alice }) =>
      toRoot([await makeFolder(alice, await makeFolder(alice))], alice.token),
    'a task for a file on its way into a folder': async ({ alice }) =>
      batch({ to: { parent_id: await makeFolder(alice) } })([await makeFile(alice)], alice.token),
    'a task for a folder that takes the place of another': async ({ alice }) => {
      const [name, parent] = [freshName('folder'), await makeFolder(alice)];
      await makeFolder(alice, parent, name);
      const body = { to: { parent_id: parent }, conflict: 'replace' };
      return batch(body)([await makeFolder(alice, '', name)], alice.token);
    },
  },
  errors: {
    ...batchErrors(toRoot),
    file_in_recycle_bin: inTrash(toRoot),
    file_move_or_copy_to_cur: async ({ alice }) => toRoot([await makeFolder(alice)], alice.token),
  },
};

export const driveCases: ContractCases<typeof driveContract> = {
  ...findCases,
  list: {
    success: {
      'the root': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token };
      },
      'the trash of every folder': async ({ alice }) => {
        await makeTrashed(alice);
        return { token: alice.token, query: { parent_id: '*', filters: '{"trashed":{"eq":true}}' } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, query: tooDeepToken }),
      not_found: ({ alice }) => ({ token: alice.token, query: { filters: '{"name":{"eq":"a"}}' } }),
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
      'a folder': ({ alice }) => ({ token: alice.token, body: folderNamed(freshName('folder')) }),
      'an upload at the S3-style door': ({ alice }) => ({
        token: alice.token,
        body: { ...fileOf('5'), upload_type: 'UPLOAD_TYPE_RESUMABLE', resumable: { provider: 'PROVIDER_ALIYUN' } },
      }),
      'an upload by a form': ({ alice }) => ({
        token: alice.token,
        body: { ...fileOf('5'), upload_type: 'UPLOAD_TYPE_FORM' },
      }),
      'an upload of our own client, with the key of its content': ({ alice }) => ({
        token: alice.token,
        body: { ...fileOf(5), resumable: { provider: 'PROVIDER_MAGPIE' }, content_key: `1-${'ab'.repeat(32)}` },
      }),
      'a complete file for content that the drive holds': async ({ alice }) => {
        const text = freshName('content');
        const fileId = await makeFile(alice, text);
        const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id: fileId } });
        return { token: alice.token, body: { ...fileOf(text.length), hash } };
      },
      'a complete file for no bytes': ({ alice }) => ({ token: alice.token, body: fileOf(0) }),
      'the folder that has the name': async ({ alice }) => {
        const name = freshName('folder');
        await makeFolder(alice, '', name);
        return { token: alice.token, body: { ...folderNamed(name), conflict: 'skip' } };
      },
      'the file that has the name': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return { token: alice.token, body: { ...fileOf(5), name, conflict: 'skip' } };
      },
      'the file that takes its own place for no bytes': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return { token: alice.token, body: { ...fileOf(0), name, conflict: 'replace' } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, body: { kind: 'drive#thing', name: 'x' } }),
      file_not_found: ({ alice }) => ({ token: alice.token, body: folderNamed('x', UNKNOWN_ID) }),
      file_in_recycle_bin: async ({ alice }) => ({
        token: alice.token,
        body: folderNamed('x', await makeTrashed(alice)),
      }),
      file_name_empty: ({ alice }) => ({ token: alice.token, body: folderNamed('') }),
      file_name_invalid: ({ alice }) => ({ token: alice.token, body: folderNamed('a/b') }),
      file_too_large: ({ alice }) => ({ token: alice.token, body: fileOf(String(6 * TIB)) }),
      file_space_not_enough: ({ alice }) => ({ server: full, token: alice.token, body: fileOf(1) }),
      upload_day_limit: ({ alice }) => ({
        token: alice.token,
        body: fileOf(5),
        server: makeServer({ limits: { uploadBytesPerDay: 4 } }),
      }),
      deleted_space_not_free: async ({ alice }) => ({
        token: alice.token,
        body: fileOf(5),
        server: await afterDeletion(alice),
      }),
      file_count_limit: async ({ alice, after }) => {
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return { token: alice.token, body: { kind: 'drive#folder', name: freshName() } };
      },
      unimplemented: ({ alice }) => ({ token: alice.token, body: { ...fileOf(1), upload_type: 'UPLOAD_TYPE_URL' } }),
      resource_exhausted: ({ alice }) => ({
        server: makeServer({ limits: { uploadSessions: 0 } }),
        token: alice.token,
        body: fileOf(1),
      }),
    },
  },
  rename: {
    success: {
      'the renamed file': async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeFile(alice) },
        body: { name: freshName('renamed') },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeFolder(alice) },
        body: { name: 'x'.repeat(2001) },
      }),
      file_not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID }, body: { name: 'x' } }),
      file_in_recycle_bin: async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeTrashed(alice) },
        body: { name: 'x' },
      }),
      file_name_empty: async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeFolder(alice) },
        body: { name: null },
      }),
      file_name_invalid: async ({ alice }) => ({
        token: alice.token,
        params: { id: await makeFolder(alice) },
        body: { name: '..' },
      }),
      file_rename_to_same_name: async ({ alice }) => {
        const name = freshName();
        return { token: alice.token, params: { id: await makeFolder(alice, '', name) }, body: { name } };
      },
      file_duplicated_name: async ({ alice }) => {
        const name = freshName();
        await makeFolder(alice, '', name);
        return { token: alice.token, params: { id: await makeFolder(alice) }, body: { name } };
      },
      file_rename_uncompleted: async ({ alice }) => ({
        token: alice.token,
        params: { id: (await beginUpload(alice)).fileId },
        body: { name: freshName() },
      }),
    },
  },
  batchMove: intoRoot,
  batchCopy: {
    ...intoRoot,
    errors: {
      ...intoRoot.errors,
      file_count_limit: async ({ alice, after }) => {
        const ask = batch({ to: { parent_id: await makeFolder(alice) } })([await makeFile(alice)], alice.token);
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return ask;
      },
      task_sub_task_num_limit: async ({ alice, after }) => {
        const ask = batch({ to: { parent_id: await makeFolder(alice) } })([await makeFile(alice)], alice.token);
        await limitTree(alice, { nodesPerCopy: 0 }, after);
        return ask;
      },
      file_space_not_enough: async ({ alice }) => ({
        ...batch({ to: { parent_id: await makeFolder(alice) } })([await makeFile(alice)], alice.token),
        server: full,
      }),
      file_blocked: async ({ alice, olga }) => {
        const id = await makeFile(alice, freshName('closed'));
        const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id } });
        await blockContent(olga, alice, hash);
        return batch({ to: { parent_id: await makeFolder(alice) } })([id], alice.token);
      },
    },
  },
  batchTrash: {
    success: {
      'a task': async ({ alice }) => alone([await makeFile(alice), await makeFolder(alice)], alice.token),
    },
    errors: { ...batchErrors(alone), file_in_recycle_bin: inTrash(alone) },
  },
  batchUntrash: {
    success: { 'a task': async ({ alice }) => alone([await makeTrashed(alice)], alice.token) },
    errors: batchErrors(alone),
  },
  batchDelete: {
    success: {
      'a task for what is in place and what is in the trash': async ({ alice }) =>
        alone([await makeFile(alice), await makeTrashed(alice)], alice.token),
    },
    errors: batchErrors(alone),
  },
  emptyTrash: {
    success: {
      'a task for a body of nothing': async ({ alice }) => {
        await makeTrashed(alice);
        return { token: alice.token };
      },
      'a task for an empty object': ({ alice }) => ({ token: alice.token, body: {} }),
    },
    errors: {},
  },
  postEmptyTrash: {
    success: {
      'a task for a body of nothing': async ({ alice }) => {
        await makeTrashed(alice);
        return { token: alice.token };
      },
      'a task for an empty object': ({ alice }) => ({ token: alice.token, body: {} }),
    },
    errors: {},
  },
  trashOne: {
    success: {
      'a task for a folder': async ({ alice }) => ({ token: alice.token, params: { id: await makeFolder(alice) } }),
      'a task for a file': async ({ alice }) => ({ token: alice.token, params: { id: await makeFile(alice) } }),
      'a task for an upload that has not ended': async ({ alice }) => ({
        token: alice.token,
        params: { id: (await beginUpload(alice)).fileId },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => {
        const ask = { token: alice.token, headers: { 'idempotency-key': freshName('key') } };
        await ok(driveContract.trashOne, { ...ask, params: { id: await makeFolder(alice) } });
        return { ...ask, params: { id: await makeFolder(alice) } };
      },
      file_not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, params: { id: await makeTrashed(alice) } }),
    },
  },
  task: {
    success: {
      'a task': async ({ alice }) => ({
        token: alice.token,
        params: { id: await trash(alice, await makeFolder(alice)) },
      }),
    },
    errors: { not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID } }) },
  },
  tasks: {
    success: {
      'the newest tasks': async ({ alice }) => {
        await makeTrashed(alice);
        return { token: alice.token, query: { limit: 10_000, with: 'reference_resource', filters: '{}' } };
      },
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: tooDeepToken }) },
  },
  about: {
    success: {
      'the space of a free person': ({ alice }) => ({ token: alice.token }),
      'the space of a premium person': ({ carla }) => ({ token: carla.token }),
    },
    errors: {},
  },
  ...uploadCases,
  ...resourceCases,
};
