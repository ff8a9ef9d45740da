/** Calls of the drive, typed by its contract. Answers only; writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { FileObject, SortOrder, TaskObject } from '#shared/drive/model.ts';
import { type DriveRow, rowOf } from '#shared/drive/rows.ts';
import type { DriveStorageProps } from '#shared/islands.ts';

export interface ListRequest {
  readonly place: 'all' | 'trash';
  readonly folderId: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly pageToken?: string;
  /** Rows wanted; the server has a cap of its own. */
  readonly limit?: number;
  readonly foldersOnly?: boolean;
  /** A person waits for it: asked again and again, with waits on the board. */
  readonly isPatient?: boolean;
}

export interface ListPage {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
}

export interface DriveApi {
  list(request: ListRequest, signal?: AbortSignal): Promise<ListPage>;
  detail(id: string): Promise<FileObject>;
  createFolder(parentId: string, name: string): Promise<DriveRow | null>;
  rename(id: string, name: string): Promise<DriveRow>;
  /** These answer the id of a task to follow. */
  move(ids: readonly string[], to: string): Promise<string>;
  copy(ids: readonly string[], to: string): Promise<string>;
  trash(ids: readonly string[]): Promise<string>;
  untrash(ids: readonly string[]): Promise<string>;
  remove(ids: readonly string[]): Promise<string>;
  emptyTrash(): Promise<string>;
  task(id: string): Promise<TaskObject>;
  storage(): Promise<DriveStorageProps>;
}

/** Shown besides complete files: those whose content is still being checked. */
const SHOWN_PHASES = 'PHASE_TYPE_COMPLETE,PHASE_TYPE_RUNNING';

function filtersOf(request: ListRequest): string {
  return JSON.stringify({
    trashed: { eq: request.place === 'trash' },
    phase: { in: SHOWN_PHASES },
    ...(request.foldersOnly ? { kind: { eq: 'drive#folder' } } : {}),
  });
}

export function makeDriveApi(api: ApiClient): DriveApi {
  const once = () => newIdempotencyKey();
  return {
    async list(request, signal) {
      const answer = await api.call(driveContract.list, {
        query: {
          parent_id: request.place === 'trash' ? '*' : request.folderId,
          limit: request.limit ?? 100,
          page_token: request.pageToken ?? '',
          order: request.order,
          folders_first: String(request.foldersFirst),
          filters: filtersOf(request),
        },
        patience: request.isPatient ? 'long' : 'short',
        ...(signal ? { signal } : {}),
      });
      return { rows: answer.files.map(rowOf), nextPageToken: answer.next_page_token };
    },
    detail: (id) => api.call(driveContract.detail, { params: { id }, query: { usage: 'FETCH' } }),
    async createFolder(parentId, name) {
      const body = { kind: 'drive#folder' as const, name, parent_id: parentId };
      const answer = await api.call(driveContract.create, { body, idempotencyKey: once() });
      return answer.file ? rowOf(answer.file) : null;
    },
    rename: async (id, name) =>
      rowOf(await api.call(driveContract.rename, { params: { id }, body: { name }, idempotencyKey: once() })),
    async move(ids, to) {
      const body = { ids: [...ids], to: { parent_id: to } };
      return (await api.call(driveContract.batchMove, { body, idempotencyKey: once() })).task_id;
    },
    async copy(ids, to) {
      const body = { ids: [...ids], to: { parent_id: to } };
      return (await api.call(driveContract.batchCopy, { body, idempotencyKey: once() })).task_id;
    },
    trash: async (ids) =>
      (await api.call(driveContract.batchTrash, { body: { ids: [...ids] }, idempotencyKey: once() })).task_id,
    untrash: async (ids) =>
      (await api.call(driveContract.batchUntrash, { body: { ids: [...ids] }, idempotencyKey: once() })).task_id,
    remove: async (ids) =>
      (await api.call(driveContract.batchDelete, { body: { ids: [...ids] }, idempotencyKey: once() })).task_id,
    emptyTrash: async () => (await api.call(driveContract.emptyTrash, { idempotencyKey: once() })).task_id,
    task: (id) => api.call(driveContract.task, { params: { id } }),
    async storage() {
      const { quota } = await api.call(driveContract.about);
      return { usageBytes: Number(quota.usage), limitBytes: Number(quota.limit) };
    },
  };
}
