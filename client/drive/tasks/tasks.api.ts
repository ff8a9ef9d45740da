/** Calls about tasks and links, typed by their contracts. Writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { phasesOf, type TaskFilter, type TaskLine, taskLineOf, typesOf } from '#shared/drive/fetch/task-row.ts';
import type { Resource, TaskLimits } from '#shared/drive/fetch/tasks.contract.ts';
import { tasksContract } from '#shared/drive/fetch/tasks.contract.ts';
import type { TorrentFile } from '#shared/drive/torrent/file-tree.ts';

export interface TaskPageAnswer {
  readonly tasks: readonly TaskLine[];
  readonly nextPageToken: string;
}

/** Of a torrent: the chosen files, or that they are chosen later. */
export interface TorrentOrder {
  readonly files?: number[];
  readonly choose?: boolean;
}

export interface TasksApi {
  tasks(filter: TaskFilter, pageToken: string, limit: number): Promise<TaskPageAnswer>;
  limits(): Promise<TaskLimits>;
  look(urls: readonly string[]): Promise<readonly Resource[]>;
  /** @param parentId  null: the folder of fetched files. @param key  one for each link of a dialog, so that a repeat makes no second task */
  create(url: string, parentId: string | null, key: string, torrent?: TorrentOrder): Promise<void>;
  /** All files of a task. */
  files(id: string): Promise<readonly TorrentFile[]>;
  choose(id: string, files: readonly number[]): Promise<void>;
  retry(id: string): Promise<void>;
  remove(id: string, withFiles: boolean): Promise<void>;
  clear(types: TaskFilter): Promise<void>;
}

export const newTaskKey = newIdempotencyKey;

export function makeTasksApi(api: ApiClient): TasksApi {
  return {
    async tasks({ state, type }, pageToken, limit) {
      const phases = phasesOf(state);
      const filters = phases.length === 0 ? '{}' : JSON.stringify({ phase: { in: phases.join(',') } });
      const answer = await api.call(browserContract.tasks, {
        query: { type: typesOf(type), limit, page_token: pageToken, filters, with: 'groups' },
        isBackground: true,
      });
      return { tasks: answer.tasks.map(taskLineOf), nextPageToken: answer.next_page_token };
    },
    limits: () => api.call(tasksContract.taskLimits),
    look: async (urls) => (await api.call(tasksContract.resourceList, { body: { urls: [...urls] } })).list.resources,
    async create(url, parentId, key, torrent = {}) {
      const body = {
        kind: 'drive#file' as const,
        upload_type: 'UPLOAD_TYPE_URL',
        url: { url, ...torrent },
        parent_id: parentId ?? '',
        folder_type: parentId === null ? 'DOWNLOAD' : 'NORMAL',
        params: { from: 'manual' },
      };
      await api.call(browserContract.create, { body, idempotencyKey: key });
    },
    async files(id) {
      const files: TorrentFile[] = [];
      for (let token = ''; ; ) {
        const query = { limit: 1_000, page_token: token };
        const page = await api.call(tasksContract.taskStatuses, { params: { id }, query });
        for (const { id: index, file_name: name, file_size: size } of page.statuses)
          files.push({ index: Number(index), name, sizeBytes: Number(size) });
        token = page.next_page_token;
        if (token === '') return files;
      }
    },
    async choose(id, files) {
      await api.call(tasksContract.chooseFiles, { params: { id }, body: { files: [...files] } });
    },
    async retry(id) {
      await api.call(tasksContract.retryTask, { body: { create_type: 'RETRY', id } });
    },
    async remove(id, withFiles) {
      await api.call(tasksContract.deleteTasks, { query: { task_ids: id, delete_files: String(withFiles) } });
    },
    async clear({ state, type }) {
      const ended = phasesOf(state).filter((phase) => phase === 'PHASE_TYPE_COMPLETE' || phase === 'PHASE_TYPE_ERROR');
      await api.call(tasksContract.clearTasks, { body: { type: typesOf(type), phases: [...ended] } });
    },
  };
}
