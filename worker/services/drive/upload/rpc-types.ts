/**
 * What doors, operations and the hash job ask of a drive about uploads: plain data in, Results out. UploadingDrive
 * implements it; the namespace is narrowed to it here.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import type { Result } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/stored-object.ts';
import type { LinkClaims, OpenContent } from '../service.ts';
import type { WindowDigest } from './hash/store.ts';
import type { OpenUploadPage } from './list.store.ts';
import type { ListedPart } from './rules.ts';
import type { UploadDoor, UploadPhase } from './store.ts';
import type { StoreLimits } from './store-limits.store.ts';

export interface BeginUpload {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly door: UploadDoor;
  readonly modifiedMs: number | null;
  /** Default keep_both. */
  readonly conflict?: ConflictChoice;
  readonly partBytes: number;
  readonly storageLimitBytes: number;
  readonly openUploads: number;
  readonly store: StoreLimits;
  readonly ttlMs: number;
  /** A content of this drive that the upload is known to be; left out: bytes are wanted. */
  readonly ownContentKey?: string;
}

export interface UploadData {
  readonly uploadId: string;
  readonly door: UploadDoor;
  readonly phase: UploadPhase;
  readonly sizeBytes: number;
  readonly partBytes: number;
  /** Numbers of the stored parts, in order. */
  readonly parts: readonly number[];
  readonly deadlineMs: number;
}

export interface UploadAnswer {
  readonly upload: UploadData;
  /** null when the file was removed meanwhile. */
  readonly file: FileObject | null;
  readonly task: TaskObject | null;
}

/** Where the name was taken: what has it, as it is now. */
export type SkippableUpload =
  | { readonly skipped: true; readonly file: FileObject | null }
  | { readonly skipped: false; readonly answer: UploadAnswer };

export interface PartOrder {
  readonly uploadId: string;
  readonly part: number;
  /** Null: the sender gave no length, so the part is all that the upload lacks. */
  readonly sizeBytes: number | null;
  readonly door: UploadDoor;
  /** The part is the whole file; all others go. */
  readonly single: boolean;
}

/** A part whose bytes are stored. */
export type StoredOrder = PartOrder & { readonly sizeBytes: number; readonly objectKey: string; readonly etag: string };

/** Where the bytes of a part go, and how many they must be. `objectKey` null: the upload is complete already. */
export interface PartPlace {
  readonly objectKey: string | null;
  readonly sizeBytes: number;
}

export interface PartData {
  readonly part: number;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly atMs: number;
}

export interface PartList {
  readonly phase: UploadPhase;
  /** Stored parts in all. */
  readonly stored: number;
  readonly parts: readonly PartData[];
}

/** A file that is to come in one request. */
export interface PutQuery
  extends Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'conflict' | 'storageLimitBytes' | 'store'> {
  /** Objects wanted: for this file and for those that may follow; 0: the caller has one, and asks whether it may use it. */
  readonly keys: number;
}

/** An object a small file may be stored as, and claimed at the index under this number, until then. */
export interface PutLease {
  readonly key: string;
  readonly seq: number;
  readonly untilMs: number;
}

/** Where its bytes may go, or what has its name. */
export type PutPlace =
  | { readonly skipped: true; readonly file: FileObject | null }
  | { readonly skipped: false; readonly leases: readonly PutLease[] };

/** What became of a file, or what had its name. */
export type PutLanding =
  | { readonly skipped: true; readonly file: FileObject | null }
  | { readonly skipped: false; readonly answer: UploadAnswer };

/** What is to be hashed. `seq` orders the reference that the claim makes. */
export interface HashPlan {
  readonly uploadId: string;
  readonly phase: UploadPhase;
  readonly sizeBytes: number;
  readonly manifest: BlobManifest | null;
  readonly seq: number;
}

export interface HashedContent {
  readonly contentKey: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly crc32: number;
}

export interface BlobData extends HashedContent {
  readonly manifest: BlobManifest;
}

/** What a client says of the content it is about to send. */
export interface ContentClaim {
  readonly sizeBytes: number;
  /** '' unknown. Decides alone where it is given. */
  readonly contentKey: string;
  /** Upper-case hex; '' unknown. */
  readonly gcid: string;
}

export interface OwnContent {
  readonly contentKey: string;
  readonly manifest: BlobManifest;
}

export interface UploadCalls {
  beginUpload(caller: CallerData, input: BeginUpload, repeat: IdempotencyKey | null): Promise<Result<UploadAnswer>>;
  beginUnlessTaken(
    caller: CallerData,
    input: BeginUpload,
    repeat: IdempotencyKey | null,
  ): Promise<Result<SkippableUpload>>;
  /** The content of this drive that the claim names, or null. */
  ownContent(caller: CallerData, claim: ContentClaim): Promise<Result<OwnContent | null>>;
  placePut(caller: CallerData, query: PutQuery): Promise<Result<PutPlace>>;
  /**
   * The bytes of a small file are stored and claimed: makes it the file. Where another call of the same key was first, what
   * it brought goes, and the answer is that one's.
   */
  landPut(
    caller: CallerData,
    input: BeginUpload,
    repeat: IdempotencyKey | null,
    lease: PutLease,
    blob: BlobData,
  ): Promise<Result<PutLanding>>;
  /** Nothing comes of a stored object. @param blob  what it may have been claimed as; null: it was not claimed */
  dropPut(objectKey: string, blob: BlobData | null): Promise<Result<{ ok: true }>>;
  openUploads(caller: CallerData, pageToken: string, rows: number): Promise<Result<OpenUploadPage>>;
  uploadAnswer(caller: CallerData, uploadId: string): Promise<Result<UploadAnswer>>;
  openPart(caller: CallerData, order: PartOrder): Promise<Result<PartPlace>>;
  confirmPart(caller: CallerData, order: StoredOrder): Promise<Result<{ taken: boolean }>>;
  listParts(caller: CallerData, uploadId: string, after: number, limit: number): Promise<Result<PartList>>;
  resetParts(caller: CallerData, uploadId: string): Promise<Result<{ ok: true }>>;
  sealUpload(caller: CallerData, uploadId: string, listed: readonly ListedPart[] | null): Promise<Result<HashPlan>>;
  abortUpload(caller: CallerData, uploadId: string): Promise<Result<{ ok: true }>>;
  hashPlan(uploadId: string): Promise<Result<HashPlan>>;
  nextWindows(
    uploadId: string,
    digested: readonly WindowDigest[],
  ): Promise<Result<{ windows: number[]; left: number }>>;
  windowDigests(uploadId: string, from: number, limit: number): Promise<Result<WindowDigest[]>>;
  /** @param claimedSeq  number the index was asked under; left out: it is still to hear of it */
  finishUpload(uploadId: string, blob: BlobData, claimedSeq?: number): Promise<Result<UploadAnswer>>;
  failUpload(uploadId: string, reason: string): Promise<Result<{ ok: true }>>;
  resumeHash(uploadId: string): Promise<Result<{ ok: true }>>;
  openContent(claims: LinkClaims): Promise<OpenContent | null>;
  countTraffic(sizeBytes: number): Promise<Result<{ ok: true }>>;
}

/** The calls as the object implements them: RPC makes them asynchronous. */
export type SynchronousUploadCalls = {
  [K in keyof UploadCalls]: UploadCalls[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: A) => R | Promise<R>
    : never;
};

/** Any namespace of objects found by name. */
interface Named {
  getByName(name: string): unknown;
}

/** The uploads of a person's drive. */
export function uploadsOf(drives: Named, driveName: string): UploadCalls {
  return drives.getByName(driveName) as UploadCalls;
}
