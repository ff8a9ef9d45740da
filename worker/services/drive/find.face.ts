/** Face of the drive, second half: finding, marking, naming many, what happened lately. Types only. */
import type { EventObject } from '#shared/drive/history.contract.ts';
import type { EventType } from '#shared/drive/model.ts';
import type { FoundFile } from '#shared/drive/search.contract.ts';
import type { HeavyFolderObject, KindObject } from '#shared/drive/usage.contract.ts';
import type { NodeId, TaskId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';

export interface FindingService {
  search(
    caller: Caller,
    query: { text: string; kinds: readonly string[]; limit: number; pageToken: string },
  ): Promise<{ kind: 'drive#searchList'; files: FoundFile[]; next_page_token: string }>;
  star(caller: Caller, ids: readonly NodeId[], starred: boolean): Promise<TaskId>;
  renameMany(
    caller: Caller,
    items: readonly { readonly id: NodeId; readonly name: string }[],
    call: CallContext,
  ): Promise<TaskId>;
  live(caller: Caller): Promise<{ revision: string }>;
  /** Opens a socket that is sent the revision from now on. */
  openWindow(caller: Caller, protocol: string): Promise<Response>;
  size(
    caller: Caller,
    id: NodeId,
  ): Promise<{ size: string; file_count: string; folder_count: string; path: { id: string; name: string }[] }>;
  kinds(caller: Caller): Promise<{ kinds: KindObject[] }>;
  /** @param query  kind: a value of `file_category`, '' for all */
  largest(
    caller: Caller,
    query: { limit: number; pageToken: string; kind: string },
  ): Promise<{ kind: 'drive#searchList'; files: FoundFile[]; next_page_token: string }>;
  heavyFolders(caller: Caller, limit: number): Promise<{ folders: HeavyFolderObject[] }>;
  /** Bytes sent out of the drive in the last days, today counted. */
  sentBytes(caller: Caller, days: number): Promise<number>;
  /**
   * Throws copies away and leaves one of each, all or none.
   * @throws AppError file_not_found, file_in_recycle_bin; failed_precondition when something is no copy of the one that stays
   */
  tidy(
    caller: Caller,
    groups: readonly { readonly keep: NodeId; readonly ids: readonly NodeId[] }[],
    call: CallContext,
  ): Promise<TaskId>;
  duplicates(
    caller: Caller,
    query: { limit: number; pageToken: string },
  ): Promise<{ groups: { size: string; hash: string; files: FoundFile[] }[]; next_page_token: string }>;
  /** @param query  kinds: `FOLDER` and values of `file_category`; left out or empty: all */
  /** Upper-case hex; '' for content that this drive does not hold. @param input.cid  40 hex digits */
  gcidOfCid(caller: Caller, input: { cid: string; sizeBytes: number }): Promise<string>;
  events(
    caller: Caller,
    query: { types: readonly string[]; kinds?: readonly string[]; limit: number; pageToken: string },
  ): Promise<{ events: EventObject[]; next_page_token: string }>;
  addEvent(
    caller: Caller,
    event: { type: EventType; nodeId: NodeId; params: Readonly<Record<string, string>> },
  ): Promise<void>;
  deleteEvents(caller: Caller, ids: readonly string[]): Promise<void>;
  clearEvents(caller: Caller, types: readonly EventType[]): Promise<void>;
}
