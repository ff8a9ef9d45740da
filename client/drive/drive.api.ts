/** Calls of the drive, typed by its contract. Writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { type KindChoice, wireKinds } from '#shared/drive/kinds.ts';
import type { FileObject, SortOrder, TaskObject } from '#shared/drive/model.ts';
import type { PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import type { DrivePlace } from '#shared/drive/places.ts';
import { type DriveRow, foundRowsOf, rowOf } from '#shared/drive/rows.ts';
import type { DriveStorageProps } from '#shared/islands.ts';

export interface ListRequest {
  readonly place: DrivePlace;
  /** Of a search. */
  readonly query: string;
  readonly folderId: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly pageToken?: string;
  /** Rows wanted; the server has a limit of its own. */
  readonly limit?: number;
  readonly foldersOnly?: boolean;
  /** Left out: all. */
  readonly kind?: KindChoice;
  /** The user waits for it: it is retried, and its waits are shown. */
  readonly isPatient?: boolean;
}

export interface ListPage {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  /** Of the first page of pictures by time. */
  readonly months?: readonly PhotoMonth[] | undefined;
  /** Of pictures of an album: the album. */
  readonly path?: readonly { readonly id: string; readonly name: string }[];
  /** Of a search: its text without operators, which is marked in names. */
  readonly marked?: string | undefined;
}

export interface Measurement {
  readonly sizeBytes: number;
  readonly files: number;
  readonly folders: number;
  /** Folders above it, from the root. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

export interface DriveApi {
  list(request: ListRequest, signal?: AbortSignal): Promise<ListPage>;
  detail(id: string): Promise<FileObject>;
  /** The content and the path of a folder or file. */
  measure(id: string): Promise<Measurement>;
  createFolder(parentId: string, name: string): Promise<DriveRow | null>;
  rename(id: string, name: string): Promise<DriveRow>;
  /** All or none. */
  renameMany(items: readonly { readonly id: string; readonly name: string }[]): Promise<string>;
  /** These return the id of a task to follow. @param conflict  default: both are kept */
  move(ids: readonly string[], to: string, conflict?: ConflictChoice): Promise<string>;
  copy(ids: readonly string[], to: string, conflict?: ConflictChoice): Promise<string>;
  trash(ids: readonly string[]): Promise<string>;
  untrash(ids: readonly string[], conflict?: ConflictChoice): Promise<string>;
  remove(ids: readonly string[]): Promise<string>;
  star(ids: readonly string[], starred: boolean): Promise<string>;
  emptyTrash(): Promise<string>;
  /** Records an event for the list of recent files. */
  recordEvent(
    type: 'TYPE_VIEW' | 'TYPE_PLAY' | 'TYPE_DOWNLOAD',
    id: string,
    params?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Where the person left a video or audio on any device; null for nowhere. */
  playedTo(id: string, signal: AbortSignal): Promise<{ readonly seconds: number; readonly atMs: number } | null>;
  task(id: string): Promise<TaskObject>;
  storage(): Promise<DriveStorageProps>;
}

/** Complete files, and files whose content is still being checked. */
const SHOWN_PHASES = 'PHASE_TYPE_COMPLETE,PHASE_TYPE_RUNNING';

function kindFilter({ kind = 'all', foldersOnly }: ListRequest): object {
  if (foldersOnly || kind === 'folder') return { kind: { eq: 'drive#folder' } };
  return kind === 'all' ? {} : { file_category: { in: wireKinds(kind).join(',') } };
}

function filtersOf(request: ListRequest): string {
  return JSON.stringify({
    trashed: { eq: request.place === 'trash' },
    phase: { in: SHOWN_PHASES },
    ...(request.place === 'starred' ? { starred: { eq: true } } : {}),
    ...kindFilter(request),
  });
}

export function makeDriveApi(api: ApiClient): DriveApi {
  const once = () => newIdempotencyKey();
  return {
    async list(request, signal) {
      const asking = {
        patience: request.isPatient ? ('long' as const) : ('short' as const),
        ...(signal ? { signal } : {}),
      };
      const page = { limit: request.limit ?? 100, page_token: request.pageToken ?? '' };
      if (request.place === 'search') {
        const { parseQuery, plainText, problemOf } = await import('#shared/find/query.ts');
        // The filters beside the search say what is wrong.
        if (request.query.trim() === '' || problemOf(parseQuery(request.query))) return { rows: [], nextPageToken: '' };
        const answer = await api.call(browserContract.search, {
          query: {
            q: request.query,
            kind: wireKinds(request.kind ?? 'all').join(','),
            time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
            ...page,
          },
          ...asking,
        });
        return {
          rows: foundRowsOf(answer),
          nextPageToken: answer.next_page_token,
          marked: plainText(request.query),
        };
      }
      const answer = await api.call(browserContract.list, {
        query: {
          parent_id: request.place === 'all' ? request.folderId : '*',
          ...page,
          order: request.order,
          folders_first: String(request.foldersFirst),
          filters: filtersOf(request),
        },
        ...asking,
      });
      return { rows: answer.files.map(rowOf), nextPageToken: answer.next_page_token };
    },
    detail: (id) => api.call(browserContract.detail, { params: { id }, query: { usage: 'FETCH' } }),
    async createFolder(parentId, name) {
      const body = { kind: 'drive#folder' as const, name, parent_id: parentId };
      const answer = await api.call(browserContract.create, { body, idempotencyKey: once() });
      return answer.file ? rowOf(answer.file) : null;
    },
    rename: async (id, name) =>
      rowOf(await api.call(browserContract.rename, { params: { id }, body: { name }, idempotencyKey: once() })),
    renameMany: async (items) =>
      (await api.call(browserContract.batchRename, { body: { items: [...items] }, idempotencyKey: once() })).task_id,
    async measure(id) {
      const found = await api.call(browserContract.size, { params: { id } });
      return {
        sizeBytes: Number(found.size),
        files: Number(found.file_count),
        folders: Number(found.folder_count),
        path: found.path,
      };
    },
    async move(ids, to, conflict) {
      const body = { ids: [...ids], to: { parent_id: to }, conflict };
      return (await api.call(browserContract.batchMove, { body, idempotencyKey: once() })).task_id;
    },
    async copy(ids, to, conflict) {
      const body = { ids: [...ids], to: { parent_id: to }, conflict };
      return (await api.call(browserContract.batchCopy, { body, idempotencyKey: once() })).task_id;
    },
    trash: async (ids) =>
      (await api.call(browserContract.batchTrash, { body: { ids: [...ids] }, idempotencyKey: once() })).task_id,
    untrash: async (ids, conflict) =>
      (await api.call(browserContract.batchUntrash, { body: { ids: [...ids], conflict }, idempotencyKey: once() }))
        .task_id,
    remove: async (ids) =>
      (await api.call(browserContract.batchDelete, { body: { ids: [...ids] }, idempotencyKey: once() })).task_id,
    star: async (ids, starred) =>
      (await api.call(starred ? browserContract.star : browserContract.unstar, { body: { ids: [...ids] } })).task_id,
    async recordEvent(type, id, params) {
      const event = { type, file_id: id, ...(params ? { params } : {}) };
      await api.call(browserContract.addEvent, { body: { event }, isBackground: true, keepalive: true });
    },
    async playedTo(id, signal) {
      const filters = JSON.stringify({ type: { in: 'TYPE_PLAY' }, file_id: { in: id } });
      const query = { limit: 1, filters };
      const { events } = await api.call(browserContract.events, { query, signal, retry: 0, isBackground: true });
      const [event] = events;
      if (!event) return null;
      return { seconds: Number(event.params['play_seconds'] ?? 0), atMs: Date.parse(event.updated_time) };
    },
    emptyTrash: async () => (await api.call(browserContract.emptyTrash, { idempotencyKey: once() })).task_id,
    task: (id) => api.call(browserContract.task, { params: { id } }),
    async storage() {
      const { quota } = await api.call(browserContract.about);
      return { usageBytes: Number(quota.usage), limitBytes: Number(quota.limit) };
    },
  };
}
