/** Cases of calls whose answer is a task. */

import { driveContract } from '#shared/drive/contract.ts';
import type { jobsContract } from '#shared/drive/jobs.contract.ts';
import { forPerson, type MatrixRows, ownedBatch, ownedFolder } from '../callers.ts';
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

/** A drive without storage. */
const full = makeServer({ limits: { freeStorageBytes: 0 } });

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

/** The two methods of the call that empties the trash. */
const emptyTrashCase: EndpointCases = {
  success: {
    'a task for a body of nothing': async ({ alice }) => {
      await makeTrashed(alice);
      return {};
    },
    'a task for an empty object': () => ({ body: {} }),
  },
};

export const jobsCases: ContractCases<typeof jobsContract> = {
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
  trashOne: {
    success: {
      'a task for a folder': async ({ alice }) => ({ params: { id: await makeFolder(alice) } }),
      'a task for a file': async ({ alice }) => ({ params: { id: await makeFile(alice) } }),
      'a task for an upload that has not ended': async ({ alice }) => ({
        params: { id: (await beginUpload(alice)).fileId },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => {
        const ask = { token: alice.token, headers: { 'idempotency-key': freshName('key') } };
        await ok(driveContract.trashOne, { ...ask, params: { id: await makeFolder(alice) } });
        return { ...ask, params: { id: await makeFolder(alice) } };
      },
      file_not_found: () => ({ params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ params: { id: await makeTrashed(alice) } }),
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
  emptyTrash: emptyTrashCase,
  postEmptyTrash: emptyTrashCase,
  task: {
    success: {
      'a task': async ({ alice }) => ({ params: { id: await trash(alice, await makeFolder(alice)) } }),
    },
    errors: { not_found: () => ({ params: { id: UNKNOWN_ID } }) },
  },
  tasks: {
    success: {
      'the newest tasks': async ({ alice }) => {
        await makeTrashed(alice);
        return { query: { limit: 10_000, with: 'reference_resource', filters: '{}' } };
      },
    },
    errors: { invalid_argument: () => ({ query: tooDeepToken }) },
  },
};

export const jobsMatrix: MatrixRows<typeof jobsContract> = {
  batchMove: forPerson(ownedBatch({ to: {} }), 'file_not_found'),
  batchCopy: forPerson(ownedBatch({ to: {} }), 'file_not_found'),
  batchTrash: forPerson(ownedBatch(), 'file_not_found'),
  batchUntrash: forPerson(ownedBatch(), 'file_not_found'),
  batchDelete: forPerson(ownedBatch(), 'file_not_found'),
  emptyTrash: forPerson(async (owner) => {
    await trash(owner, await ownedFolder(owner));
    return {};
  }, 'own'),
  postEmptyTrash: forPerson(async (owner) => {
    await trash(owner, await ownedFolder(owner));
    return {};
  }, 'own'),
  trashOne: forPerson(async (owner) => ({ params: { id: await ownedFolder(owner) } }), 'file_not_found'),
  task: forPerson(async (owner) => ({ params: { id: await trash(owner, await ownedFolder(owner)) } }), 'not_found'),
  tasks: forPerson(async (owner) => {
    await trash(owner, await ownedFolder(owner));
    return {};
  }, 'own'),
};
