/** Types of the calls about downloads: from operations and the download job to the drive. Plain data in, Results out. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { Result } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DownloadKind, FetchRun } from '../fetch/rpc-types.ts';
import type { TaskRow } from '../jobs/task.store.ts';
import type { HashPlan } from '../upload/rpc-types.ts';

/** `choosing`: the person chooses the files. */
export type DownloadStage = 'metadata' | 'choosing' | 'downloading' | 'saving';

export interface DownloadPlan {
  readonly kind: DownloadKind;
  readonly url: string;
  readonly stage: DownloadStage;
  /** Of a .torrent file in the drive; null: it is gone. */
  readonly manifest: BlobManifest | null;
  /** Numbers of the chosen files, from 1. */
  readonly chosen: readonly number[];
  readonly chosenBytes: number;
}

export interface FoundFile {
  readonly index: number;
  readonly path: readonly string[];
  readonly sizeBytes: number;
}

export interface FoundFiles {
  readonly name: string;
  readonly infoHash: string;
  readonly files: readonly FoundFile[];
  readonly isSingle: boolean;
}

export interface DownloadBeat {
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  readonly connections: number;
}

/** A file that is being stored. */
export interface DownloadFile {
  readonly index: number;
  readonly sizeBytes: number;
  readonly partBytes: number;
  /** Number of the next part, from 1. */
  readonly nextPart: number;
  readonly doneBytes: number;
}

export interface DownloadPart {
  readonly part: number;
  readonly sizeBytes: number;
}

export interface ListedFile {
  readonly index: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly isChosen: boolean;
  readonly isStored: boolean;
  readonly fileId: string;
}

export interface Downloads {
  plan(run: FetchRun): Result<DownloadPlan>;
  /** The files are known. @returns the stage that follows */
  found(run: FetchRun, found: FoundFiles): Result<DownloadStage>;
  /** @returns isStalled: nothing moved for too long */
  beat(run: FetchRun, beat: DownloadBeat): Result<{ isStalled: boolean }>;
  /** Everything is at the downloader. */
  saving(run: FetchRun): Result<{ ok: true }>;
  /** The file to store now, with its session; null: all are stored. */
  nextFile(run: FetchRun): Result<DownloadFile | null>;
  openPart(run: FetchRun, part: DownloadPart): Result<string>;
  confirmPart(run: FetchRun, part: DownloadPart, objectKey: string): Result<{ ok: true }>;
  seal(run: FetchRun): Result<HashPlan>;
  end(run: FetchRun): Result<{ ok: true }>;
  /** Another try later, which does not count. */
  wait(run: FetchRun, waitMs: number): Result<{ ok: true }>;
  list(caller: CallerData, taskId: string, after: number, rows: number): Result<ListedFile[]>;
  choose(caller: CallerData, taskId: string, files: readonly number[], storageLimitBytes: number): Result<TaskRow>;
}
