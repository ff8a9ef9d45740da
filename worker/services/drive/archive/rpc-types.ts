/** Types of the calls about packing and extracting: from operations and the archive job to the drive. Plain data in, Results out. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { NameReading } from '#shared/drive/archive/entry-names.ts';

/** A zip file that is made of a folder. */
export interface PackOrder {
  readonly do: 'pack';
  readonly ids: readonly string[];
  readonly name: string;
  readonly parentId: string;
  readonly sizeBytes: number;
  /** Of the plan: the folder is packed as it was then. */
  readonly etag: string;
  /** Of the person; orders of the version before have none. */
  readonly timeZone?: string;
  readonly storageLimitBytes: number;
  /** Of the free plan; orders of the version before have none. */
  readonly fileLimitBytes?: number;
}

/** Entries of an archive that become files. */
export interface ExtractOrder {
  readonly do: 'extract';
  readonly fileId: string;
  readonly contentKey: string;
  readonly archiveName: string;
  /** The password, sealed by the server's key; '' for none. */
  readonly secret: string;
  /** Indexes in the archive as bits (chosen.ts); '': all. */
  readonly chosen: string;
  /** How names are read that do not say their encoding. Orders of the version before have none. */
  readonly reading?: NameReading;
  /** Orders of the version before have these in place of the two above. */
  readonly password?: string;
  readonly entries?: readonly number[];
  readonly parentId: string;
  /** Made in `parentId`; '' for none: entries go into `parentId` itself. */
  readonly folderName: string;
  /** Bytes that the entries unpack to, as the archive says. */
  readonly totalBytes: number;
  /** Of them, the largest; 0 where the archive is not listed. Orders of the version before have none. */
  readonly largestBytes?: number;
  readonly storageLimitBytes: number;
  /** Of the free plan; orders of the version before have none. */
  readonly fileLimitBytes?: number;
}

export type ArchiveOrder = PackOrder | ExtractOrder;

/** A task that was begun. */
export interface BegunArchive {
  readonly taskId: string;
  /** Of an extraction; 0: it is unknown. */
  readonly entries: number;
}

/** How far a job is. */
export interface ArchivePlace {
  /** The upload session whose bytes are being stored; '' for none. */
  readonly uploadId: string;
  /** Entries that were seen to, from the first on. */
  readonly next: number;
  /** The folder that entries go into; '' until it is made. */
  readonly folderId: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ArchiveJob {
  readonly kind: 'archive';
  readonly order: ArchiveOrder;
  readonly place: ArchivePlace;
  /** Number of the newest run; calls of an older one are refused. */
  readonly run: number;
  /** Runs that ended without progress. */
  readonly tries: number;
  /** When a run first had no place since the last step, epoch ms; 0 or none: it had one. */
  readonly busySinceMs?: number;
  /** End of the lease of the newest run, epoch ms. */
  readonly untilMs: number;
}

export interface ArchiveRun {
  readonly taskId: string;
  readonly run: number;
}

export interface ArchivePlan {
  readonly order: ArchiveOrder;
  readonly place: ArchivePlace;
  /** The open session; null for none. */
  readonly upload: {
    readonly sizeBytes: number;
    readonly partBytes: number;
    readonly stored: readonly number[];
  } | null;
  /** The archive that is extracted; null when it is no longer in place. */
  readonly source: { readonly manifest: BlobManifest; readonly name: string } | null;
}

export interface NewFile {
  /** Names from the folder of the job down to the file. */
  readonly path: readonly string[];
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
}

/** Where the bytes of a file go. */
export interface FilePlace {
  readonly uploadId: string;
  readonly partBytes: number;
}

export interface ArchivePart {
  readonly uploadId: string;
  readonly part: number;
  readonly sizeBytes: number;
}

export const ARCHIVE_REASONS = [
  'changed',
  'not_found',
  'password_required',
  'password_incorrect',
  'unsupported',
  'damaged',
  'too_large',
  'too_many',
  'too_many_packed',
  'too_many_nodes',
  'unsafe',
  'no_space',
  'deleted_space',
  'disk_full',
  'day_limit',
  'busy',
  'internal',
] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];
