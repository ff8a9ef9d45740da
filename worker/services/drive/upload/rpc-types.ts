/**
 * Types of the calls about uploads: from endpoints, operations and the hash job to the drive. Plain data in, Results
 * out.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import type { Result } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { StoreLimits } from '../tree/usage/store-limits.store.ts';
import type { PartDigests } from './hash/store.ts';
import type { UploadPhase, UploadProtocol } from './store.ts';

/** Of a file that another person sends in parts. */
export interface PartSender {
  /** The link that collects, or the folder in common, that takes it. */
  readonly to: string;
  /** The sender: the digest of a visitor's secret, or the id of a guest. */
  readonly by: string;
}

export interface BeginUpload {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly protocol: UploadProtocol;
  readonly modifiedMs: number | null;
  /** When a picture or film was taken, as its owner's client read it; left out: the file is read for it. */
  readonly taken?: Taken | undefined;
  /** Default keep_both. */
  readonly conflict?: ConflictChoice;
  readonly partBytes: number;
  readonly storageLimitBytes: number;
  /** Limits of the free plan; left out by jobs, which ask for their files themselves. */
  readonly free?: PlanLimits;
  readonly openUploads: number;
  readonly store: StoreLimits;
  readonly ttlMs: number;
  /** A content of this drive that the upload is known to be; left out: bytes are wanted. */
  readonly ownContentKey?: string;
  /** The task that shows it; left out: one of its own. */
  readonly taskId?: string;
  /** No client sends its bytes, and no fetch brings them: a job packs or extracts them. */
  readonly isMadeHere?: boolean;
  /** The state that a program expects when the file takes its place (programs/hold.store.ts). */
  readonly hold?: string;
  /** Where that is not so, the file gets a name with a number; otherwise it is not made. */
  readonly isBeside?: boolean;
  /** Another person sends it: space is promised part by part, and its task shows when it is here. */
  readonly byPart?: PartSender;
}

export interface UploadData {
  readonly uploadId: string;
  readonly protocol: UploadProtocol;
  readonly phase: UploadPhase;
  readonly sizeBytes: number;
  readonly partBytes: number;
  /** Numbers of the stored parts, in order. */
  readonly parts: readonly number[];
  readonly deadlineMs: number;
}

/** Where a file goes that was begun. `uploadId` null: it came in before, or its bytes are all here. */
export interface FilePlace {
  readonly uploadId: string | null;
  readonly phase: UploadPhase;
  /** Of a file in parts: those that are here. */
  readonly parts: readonly number[];
  /** When it is given up. */
  readonly deadlineMs: number;
}

export interface UploadAnswer {
  readonly upload: UploadData;
  /** null when the file was removed concurrently. */
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
  readonly protocol: UploadProtocol;
  /** The part is the whole file; all others go. */
  readonly single: boolean;
  /** Bytes of the parts before it, of a sender that goes on where they end: the part is refused when they end elsewhere. */
  readonly startsAt?: number;
  /** Limits that a part of an upload by part is held to. */
  readonly limits?: PartLimits;
}

export type PartLimits = Pick<BeginUpload, 'store'> & { readonly free: PlanLimits };

/** A part whose bytes are stored. */
export type StoredOrder = PartOrder & {
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly etag: string;
  /** Left out: nothing is known of its windows. */
  readonly digests?: PartDigests;
};

/** Where the bytes of a part go, and how many they must be. */
export interface PartPlace {
  readonly objectKey: string;
  readonly sizeBytes: number;
  /** Where the part is expected in the content. */
  readonly offset: number;
  /** Of the whole content. */
  readonly totalBytes: number;
  /** A stranger sends it: it takes none of the person's uploads at a time. */
  readonly byPart: boolean;
}

/** Where a file goes that comes whole; no lease: it is sealed already, or more than a window. */
export type WholePlace =
  | { readonly lease: null; readonly isSealed: boolean; readonly sizeBytes: number }
  | { readonly lease: PutLease; readonly isSealed: false; readonly sizeBytes: number };

/** Whether the file of an upload has a content; `hashing`: its own is not known yet; `gone`: there is no file. */
export type UploadHolding = 'held' | 'other' | 'hashing' | 'gone';

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
  extends Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'conflict' | 'storageLimitBytes' | 'free' | 'store'> {
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

/** The file, or the node that had its name. */
export type PutLanding =
  | { readonly skipped: true; readonly file: FileObject | null }
  | { readonly skipped: false; readonly answer: UploadAnswer };

/** Several small files of one request: what holds for all of them. */
export type GroupOrder = Pick<BeginUpload, 'storageLimitBytes' | 'free' | 'store'>;

/** One of them. Its bytes were hashed before the drive was asked. */
export interface GroupFile
  extends Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'modifiedMs' | 'taken' | 'conflict'> {
  readonly key: IdempotencyKey;
  readonly contentKey: string;
}

/** Where its bytes may go, or what came of it without them. */
export type GroupPlace =
  | { readonly lease: PutLease; readonly end?: never }
  | { readonly end: Result<PutLanding>; readonly lease?: never };

/** One whose bytes are stored and claimed. */
export interface ClaimedFile extends GroupFile {
  readonly lease: PutLease;
  readonly blob: BlobData;
}

/** The plan of a hash job. `seq` orders the reference that the claim makes. */
export interface HashPlan {
  readonly uploadId: string;
  readonly phase: UploadPhase;
  readonly sizeBytes: number;
  readonly manifest: BlobManifest | null;
  readonly seq: number;
  /** Of windows that need not be read any more; returned once, to the caller that seals. */
  readonly digests: readonly WindowDigest[];
}

/** A client's claim about the content that it is about to send. */
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
