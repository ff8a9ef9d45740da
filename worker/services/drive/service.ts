/**
 * Face of the drive: what pages, routes and the share room may ask. Types only.
 * Methods throw AppError; ids in a batch are all the caller's or the whole batch is refused.
 */

import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { FileList, FileObject, SortOrder, TaskObject } from '#shared/drive/model.ts';
import type { CreateAnswer, OpenUpload, UploadSession } from '#shared/drive/upload.contract.ts';
import type { ContentKey, NodeId, ShareId, TaskId, UploadId, UserId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { FindingService } from './find.face.ts';
import type { VersionService } from './version.face.ts';

export interface ListQuery {
  /** `''` root, a folder id, or `*` for every folder. */
  readonly parentId: string;
  /** 0 means the default of 100. */
  readonly limit: number;
  readonly pageToken: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  /** Trash roots instead of live files. */
  readonly trashed: boolean;
  readonly foldersOnly?: boolean;
  readonly filesOnly?: boolean;
  /** Values of `file_category`; empty means all. */
  readonly kinds?: readonly string[];
  /** Empty means complete ones only. */
  readonly phases?: readonly string[];
  readonly starred?: boolean;
}

export interface Crumb {
  readonly id: NodeId;
  readonly name: string;
}

export interface Space {
  readonly limitBytes: number;
  readonly isPremium: boolean;
  readonly usageBytes: number;
  readonly trashBytes: number;
  /** Of what is used: former contents of files, those of the trash too. */
  readonly versionBytes: number;
  readonly reservedBytes: number;
  /** How long the trash keeps a thing. */
  readonly trashTtlMs: number;
  /** How long a former content is kept, and how many of one file. */
  readonly versionTtlMs: number;
  readonly versionsPerFile: number;
}

/** What the content door needs to serve a file. */
export interface OpenContent {
  readonly manifest: BlobManifest;
  readonly sizeBytes: number;
  readonly contentKey: ContentKey;
  readonly name: string;
  readonly mime: string;
  readonly modifiedMs: number;
  /** Whose traffic it is. */
  readonly payer: UserId;
}

/** What a signed content link says. Kind `drive`: the owner's own link. Kind `share`: valid while the share's epoch is. */
export interface LinkClaims {
  readonly kind: 'drive' | 'share';
  readonly ownerId: UserId;
  readonly nodeId: NodeId;
  readonly contentKey: ContentKey;
  readonly expiresAtMs: number;
  readonly attachment: boolean;
  /** Family and epoch of the person it was made for (kind drive). */
  readonly sessionId?: string;
  readonly tokenEpoch?: number;
  readonly shareId?: ShareId;
  readonly shareEpoch?: number;
}

/** Says whether a link of its kind still opens, and gives the content. One per kind, handed to the content door. */
export type ContentSource = (claims: LinkClaims) => Promise<OpenContent | null>;

/** One top-level thing of a share, as the owner has it. */
export interface SharedItem {
  readonly id: NodeId;
  readonly name: string;
  readonly folder: boolean;
  /** Of the file, or of everything below the folder. */
  readonly sizeBytes: number;
  readonly fileCount: number;
}

export interface SharedPage {
  /** Without content links; the share room makes those. */
  readonly files: readonly FileObject[];
  /** Content key of every complete file of this page, by node id: what the links are signed over. */
  readonly contentKeys: Readonly<Record<string, ContentKey>>;
  readonly nextPageToken: string;
  /** From the shared root to `parentId`. */
  readonly path: readonly Crumb[];
}

/** One file or folder, wherever it lies. Times are epoch ms. */
export interface ExportRow {
  readonly id: string;
  readonly folder: boolean;
  readonly place: 'drive' | 'trash';
  /** From the root, or from what was thrown away; begins with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly isComplete: boolean;
  /** '' for folders and files whose bytes are not all there. */
  readonly contentKey: string;
  readonly gcid: string;
  readonly isStarred: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** When the person last changed it. */
  readonly userModifiedMs: number;
  /** Of what was thrown away itself; null for all else. */
  readonly trashedMs: number | null;
  /** What the file held before, newest first. */
  readonly versions: readonly ExportVersion[];
}

export interface ExportVersion {
  readonly sizeBytes: number;
  readonly contentKey: string;
  readonly gcid: string;
  /** Of the file while it held this. */
  readonly modifiedMs: number;
  readonly replacedMs: number;
}

export interface ExportPage {
  readonly rows: readonly ExportRow[];
  /** Id to go on after; '' at the end. */
  readonly next: string;
}

export interface RestoreOrder {
  /** Natural key: one running restore per key. */
  readonly requestKey: string;
  readonly shareId: ShareId;
  readonly ownerId: UserId;
  /** Roots of the share; every id must be one of them or below one. */
  readonly rootIds: readonly NodeId[];
  /** Empty: every root that the share still shows. */
  readonly ids: readonly NodeId[];
  /** null: the folder "Pack From Shared" in the root, made when absent. */
  readonly parentId: NodeId | null;
}

export interface RestoreAnswer {
  readonly taskId: TaskId;
  /** Folder the copies land in. */
  readonly parentId: NodeId;
  readonly done: boolean;
  /** True when this call started it, false when it found a running or finished one of the same key. */
  readonly started: boolean;
  /** As the task tells them once it is done: which copy is which, and what had to take another name. */
  readonly params: Readonly<Record<string, string>>;
}

export interface DriveService extends FindingService, VersionService {
  list(caller: Caller, query: ListQuery): Promise<FileList>;
  /** @throws file_not_found, file_in_recycle_bin */
  detail(caller: Caller, id: NodeId): Promise<FileObject>;
  /** From the root to the folder; empty for the root. @throws file_not_found */
  path(caller: Caller, folderId: NodeId): Promise<readonly Crumb[]>;
  /** @param conflict  default of all: keep_both; of a folder `skip` finds the one that is there */
  createFolder(
    caller: Caller,
    input: { parentId: NodeId; name: string },
    call: CallContext,
    conflict?: ConflictChoice,
  ): Promise<CreateAnswer>;
  rename(caller: Caller, id: NodeId, name: string, call: CallContext): Promise<FileObject>;
  move(
    caller: Caller,
    ids: readonly NodeId[],
    to: NodeId,
    call: CallContext,
    conflict?: ConflictChoice,
  ): Promise<TaskId>;
  copy(
    caller: Caller,
    ids: readonly NodeId[],
    to: NodeId,
    call: CallContext,
    conflict?: ConflictChoice,
  ): Promise<TaskId>;
  /** `trash` of one; an unfinished upload is given up. @throws file_not_found, file_in_recycle_bin */
  trashOne(caller: Caller, id: NodeId, call: CallContext): Promise<TaskId>;
  trash(caller: Caller, ids: readonly NodeId[], call: CallContext): Promise<TaskId>;
  untrash(caller: Caller, ids: readonly NodeId[], call: CallContext, conflict?: ConflictChoice): Promise<TaskId>;
  remove(caller: Caller, ids: readonly NodeId[], call: CallContext): Promise<TaskId>;
  emptyTrash(caller: Caller, call: CallContext): Promise<TaskId>;
  task(caller: Caller, id: TaskId): Promise<TaskObject>;
  tasks(
    caller: Caller,
    query: { type: string; limit: number; pageToken: string; phases: readonly string[]; ids: readonly string[] },
  ): Promise<{ tasks: TaskObject[]; next_page_token: string; expires_in: number }>;
  space(caller: Caller): Promise<Space>;
  /** Everything in the drive and its trash, in no order that means anything. @param after  `next` of the page before; '' begins */
  exportPage(caller: Caller, after: string): Promise<ExportPage>;

  /** A file of at most one window, its bytes in the call. */
  putFile(
    caller: Caller,
    input: {
      parentId: NodeId;
      name: string;
      modifiedMs: number | null;
      conflict?: ConflictChoice;
      /** null: the sender did not say. */
      sizeBytes: number | null;
      body: ReadableStream<Uint8Array> | null;
    },
    call: CallContext,
  ): Promise<{ file: FileObject | null; task: TaskObject | null; skipped?: boolean }>;
  beginUpload(
    caller: Caller,
    input: {
      parentId: NodeId;
      name: string;
      sizeBytes: number;
      gcid: string;
      contentKey: string;
      door: 'own' | 's3';
      modifiedMs: number | null;
      conflict?: ConflictChoice;
    },
    call: CallContext,
  ): Promise<CreateAnswer>;
  uploads(
    caller: Caller,
    query: { limit: number; pageToken: string },
  ): Promise<{ kind: 'drive#uploadList'; uploads: OpenUpload[]; next_page_token: string }>;
  uploadState(caller: Caller, id: UploadId, call: CallContext): Promise<UploadSession>;
  completeUpload(
    caller: Caller,
    id: UploadId,
    call: CallContext,
  ): Promise<{ file: FileObject; task: TaskObject | null }>;
  abortUpload(caller: Caller, id: UploadId): Promise<void>;

  /** Signs a link on the content origin; `claims.expiresAtMs` also stands in the address as `expire` (unix seconds). */
  contentLink(claims: LinkClaims, name: string): Promise<{ url: string; token: string; expire: string; type: string }>;

  // For the share room.
  /** Closes contents (upper-case gcids) of a person's drive, or opens them again: versions with them, copies and new links are refused. */
  blockContents(ownerId: UserId, gcids: readonly string[], blocked: boolean): Promise<void>;
  /** Ids of the links of a person that show one of these files, or a file with one of these gcids. */
  linksOver(
    ownerId: UserId,
    input: { fileIds: readonly string[]; gcids: readonly string[] },
  ): Promise<readonly string[]>;
  /** @throws file_not_found, file_in_recycle_bin; share_status_prohibited when one is not complete or holds a closed content */
  describeForShare(caller: Caller, ids: readonly NodeId[]): Promise<readonly SharedItem[]>;
  /** From now on changes at or below these nodes tell `drive.tree-changed` for the share. Repeating it changes nothing. */
  watch(ownerId: UserId, shareId: ShareId, rootIds: readonly NodeId[]): Promise<void>;
  unwatch(ownerId: UserId, shareId: ShareId): Promise<void>;
  /** Live items of a share. Null when parentId is not a live folder at or below a live root; `''` lists the roots. */
  listShared(
    ownerId: UserId,
    query: {
      rootIds: readonly NodeId[];
      parentId: NodeId;
      order: SortOrder;
      foldersFirst: boolean;
      pageToken: string;
      limit: number;
    },
  ): Promise<SharedPage | null>;
  /** One live file at or below a live root with its content, or null. */
  sharedFile(
    ownerId: UserId,
    rootIds: readonly NodeId[],
    fileId: NodeId,
  ): Promise<{ file: FileObject; content: OpenContent } | null>;
  /** @throws file_not_found, file_space_not_enough, invalid_argument */
  restore(caller: Caller, order: RestoreOrder, call: CallContext): Promise<RestoreAnswer>;
  /**
   * The newest restore that this request has started in a person's drive and that did not fail, or null.
   * `inPlace`: it is running, or everything it saved is still in its folder.
   */
  restoreOf(userId: UserId, requestKey: string): Promise<{ taskId: TaskId; parentId: NodeId; inPlace: boolean } | null>;
}
