/** Cases of tasks as a person looks after them, and of addresses before they are fetched. */
import { runInDurableObject } from 'cloudflare:test';
import { driveContract } from '#shared/drive/contract.ts';
import type { tasksContract } from '#shared/drive/fetch/tasks.contract.ts';
import { forAnyone, forPerson, type MatrixRows, ownedFolder } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { makeServer } from '../../send.ts';
import {
  fillGrace,
  freshName,
  limitTree,
  makeFolder,
  makeTrashed,
  objects,
  ok,
  type Person,
  trash,
  UNKNOWN_ID,
  useFetchDay,
  useTraffic,
  useUploadDay,
  waitForTask,
} from '../../world.ts';
import { filledFolder } from '../archive.cases.ts';
import { failedExtraction, failedPacking } from '../archives/failed-archives.ts';

const FILE = 'https://files.example/file/9';

export const fetchBody = (url = FILE, more: object = {}) => ({
  kind: 'drive#file',
  upload_type: 'UPLOAD_TYPE_URL',
  url: { url },
  ...more,
});

async function makeFetch(person: Person, url = FILE, more: object = {}): Promise<string> {
  const { task } = await ok(driveContract.create, { token: person.token, body: fetchBody(url, more) });
  return task?.id ?? '';
}

/** A fetch that has ended. */
async function endedFetch(person: Person, url: string): Promise<string> {
  const id = await makeFetch(person, url);
  await waitForTask(person, id);
  return id;
}

const failedFetch = (person: Person) => endedFetch(person, 'https://files.example/missing.bin');
const deletions = (ids: string, more: object = {}) => ({ task_ids: ids, ...more });

/** A task that waits for the choice among three files; no downloader is asked. */
async function waitingTorrent(person: Person, sizeBytes: number): Promise<string> {
  const id = await failedFetch(person);
  await runInDurableObject(objects.drives.getByName(person.userId), (_object, { storage: { sql } }) => {
    sql.exec("UPDATE fetches SET kind = 'magnet', state = 'choosing', stage = 'choosing' WHERE task_id = ?", id);
    sql.exec("UPDATE tasks SET phase = 'PHASE_TYPE_PENDING' WHERE id = ?", id);
    for (const n of [1, 2, 3])
      sql.exec('INSERT INTO fetch_files VALUES (?, ?, ?, ?, 1, 0, ?)', id, n, `["${n}.bin"]`, sizeBytes, '');
  });
  return id;
}

const choosing = (id: string, { token }: Person) => ({ token, params: { id }, body: { files: [1] } });

export const tasksCases: ContractCases<typeof tasksContract> = {
  resourceList: {
    success: {
      'the name and size of one address': () => ({ body: { urls: FILE } }),
      'several addresses, one on each line': () => ({
        body: { urls: `${FILE}\nhttps://files.example/missing.bin\nmagnet:?xt=1`, page_size: 500 },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { urls: [] } }),
      resource_exhausted: () => ({ body: { urls: FILE }, server: makeServer({ limits: { fetchTasksPerDay: 0 } }) }),
      task_url_resolve_error: () => ({ body: { urls: 'http://' } }),
      task_url_unsupported: () => ({ body: { urls: 'http://127.0.0.1/' } }),
    },
  },
  resourceStatus: {
    success: {
      'whether an address is of a kind that is fetched': () => ({ query: { url: FILE } }),
      'that another kind is not': () => ({ query: { url: 'ed2k://file' } }),
    },
    errors: { invalid_argument: () => ({ query: { url: 'x'.repeat(9_000) } }) },
  },
  retryTask: {
    success: {
      'the task of a fetch that failed': async ({ alice }) => ({
        body: { type: 'offline', create_type: 'RETRY', id: await failedFetch(alice) },
      }),
      'an extraction that failed': async ({ alice }) => ({ body: await failedExtraction(alice) }),
      'a packing that failed': async ({ alice }) => ({ body: await failedPacking(alice, await filledFolder(alice)) }),
    },
    errors: {
      invalid_argument: () => ({ body: { create_type: 'AGAIN', id: UNKNOWN_ID } }),
      not_found: () => ({ body: { create_type: 'RETRY', id: UNKNOWN_ID } }),
      failed_precondition: async ({ alice }) => ({
        body: { create_type: 'RETRY', id: await trash(alice, await makeFolder(alice)) },
      }),
      task_daily_create_limit: async ({ alice }) => ({
        body: { create_type: 'RETRY', id: await failedFetch(alice) },
        server: makeServer({ limits: { fetchTasksPerDay: 0 } }),
      }),
      task_daily_create_limit_vip: async ({ carla, after }) => {
        const id = await failedFetch(carla);
        await useFetchDay(carla, after);
        return { token: carla.token, body: { create_type: 'RETRY', id } };
      },
      task_run_nums_limit: async ({ alice }) => ({
        body: { create_type: 'RETRY', id: await failedFetch(alice) },
        server: makeServer({ limits: { fetchTasksOpen: 0 } }),
      }),
      file_not_found: async ({ alice }) => ({ body: await failedPacking(alice, UNKNOWN_ID) }),
      file_in_recycle_bin: async ({ alice }) => ({ body: await failedPacking(alice, await makeTrashed(alice)) }),
      file_space_not_enough: async ({ alice }) => ({
        server: makeServer({ limits: { freeStorageBytes: 0 } }),
        body: await failedExtraction(alice),
      }),
      file_count_limit: async ({ alice, after }) => {
        const body = await failedPacking(alice, await filledFolder(alice));
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return { body };
      },
      cannot_pack_empty_folder: async ({ alice }) => ({ body: await failedPacking(alice, await makeFolder(alice)) }),
      zip_too_many_files: async ({ alice }) => ({
        server: makeServer({ limits: { zipEntries: 1 } }),
        body: await failedPacking(alice, await filledFolder(alice)),
      }),
    },
  },
  taskStatuses: {
    success: {
      'the file of a fetch': async ({ alice }) => ({ params: { id: await endedFetch(alice, FILE) } }),
    },
    errors: { not_found: () => ({ params: { id: UNKNOWN_ID } }) },
  },
  chooseFiles: {
    success: {
      'two files of a torrent': async ({ alice }) => ({
        params: { id: await waitingTorrent(alice, 1) },
        body: { files: [1, 3] },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ params: { id: await waitingTorrent(alice, 1) }, body: { files: [4] } }),
      not_found: () => ({ params: { id: UNKNOWN_ID }, body: { files: [1] } }),
      failed_precondition: async ({ alice }) => ({ params: { id: await failedFetch(alice) }, body: { files: [1] } }),
      file_space_not_enough: async ({ alice }) => ({
        params: { id: await waitingTorrent(alice, 3 * 2 ** 30) },
        body: { files: [1, 2, 3] },
      }),
      traffic_not_enough: async ({ alice, after }) => {
        const id = await waitingTorrent(alice, 1);
        await useTraffic(alice, 'offline', after);
        return choosing(id, alice);
      },
      file_too_large: async ({ alice }) => choosing(await waitingTorrent(alice, 6 * 2 ** 40), alice),
      file_count_limit: async ({ alice, after }) => {
        const id = await waitingTorrent(alice, 1);
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return choosing(id, alice);
      },
      upload_day_limit: async ({ alice, after }) => {
        const id = await waitingTorrent(alice, 1);
        await useUploadDay(alice, after);
        return choosing(id, alice);
      },
      deleted_space_not_free: async ({ alice, after }) => {
        const id = await waitingTorrent(alice, 1);
        await fillGrace(alice, after);
        return choosing(id, alice);
      },
    },
  },
  taskLimits: { success: { 'what is left of a day': () => ({}) }, errors: {} },
  deleteTasks: {
    success: {
      'for a fetch and its file': async ({ alice }) => ({
        query: deletions(await endedFetch(alice, FILE), { delete_files: 'true' }),
      }),
      'for a task that is not there': () => ({ query: deletions(UNKNOWN_ID) }),
    },
    errors: {
      invalid_argument: () => ({ query: deletions('') }),
      failed_precondition: async ({ alice, after }) => {
        const id = await trash(alice, await makeFolder(alice));
        const setJob = (job: string | null) =>
          runInDurableObject(objects.drives.getByName(alice.userId), (_object, state) => {
            state.storage.sql.exec('UPDATE tasks SET job = ? WHERE id = ?', job, id);
          });
        await setJob('{"kind":"waiting"}');
        after(() => setJob(null));
        return { query: deletions(id) };
      },
    },
  },
  clearTasks: {
    success: {
      'for ended fetches': async ({ alice }) => {
        await failedFetch(alice);
        return { body: { type: 'offline', phases: ['PHASE_TYPE_ERROR'] } };
      },
      'for a body of nothing': () => ({ body: {} }),
    },
    errors: {
      invalid_argument: () => ({ body: { phases: ['PHASE_TYPE_RUNNING'] } }),
    },
  },
};

export const tasksMatrix: MatrixRows<typeof tasksContract> = {
  resourceList: forPerson(() => ({ body: { urls: FILE } }), 'own'),
  resourceStatus: forAnyone(() => ({ query: { url: FILE } })),
  retryTask: forPerson(
    async (owner) => ({ body: { create_type: 'RETRY', id: await failedFetch(owner) } }),
    'not_found',
  ),
  taskStatuses: forPerson(
    async (owner) => ({ params: { id: await trash(owner, await ownedFolder(owner)) } }),
    'not_found',
  ),
  chooseFiles: forPerson(
    async (owner) => ({ params: { id: await waitingTorrent(owner, 1) }, body: { files: [1] } }),
    'not_found',
  ),
  taskLimits: forPerson(() => ({}), 'own'),
  deleteTasks: forPerson(
    async (owner) => ({ query: deletions(await trash(owner, await makeFolder(owner, '', freshName()))) }),
    'own',
  ),
  clearTasks: forPerson(() => ({ body: { type: 'offline' } }), 'own'),
};
