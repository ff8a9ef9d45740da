/** Types of the calls about fetches: from operations and the fetch job to the drive. Plain data in, Results out. */
import type { FetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import type { Result } from '#shared/errors.ts';
import type { Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { FetchLimits } from '../entitlement/fetch-limits.ts';
import type { TaskRow } from '../jobs/task.store.ts';
import type { HashPlan } from '../upload/rpc-types.ts';

/** `torrent`: the link of a .torrent file; `file`: one in the drive. */
export type DownloadKind = 'magnet' | 'torrent' | 'file' | 'ftp';

export interface NewFetch {
  readonly url: string;
  readonly kind: 'http' | DownloadKind;
  /** Files of a torrent: '' for all, `ask`, or a JSON list of their numbers. */
  readonly wanted: string;
  /** Null: the folder of fetched files. */
  readonly parentId: string | null;
  /** '' for the name that the server gives. */
  readonly name: string;
  readonly storageLimitBytes: number;
  /** Limits of both plans, for the runs: they have no caller. Left out: as the drive last saw them. */
  readonly plans?: Plans;
  readonly limits: FetchLimits;
  readonly params: Readonly<Record<string, string>>;
}

export interface FetchDayData {
  readonly created: number;
  readonly looked: number;
}

/** The newest run of a fetch. */
export interface FetchRun {
  readonly taskId: string;
  readonly run: number;
}

export interface FetchPlan {
  readonly url: string;
  readonly validator: string;
  /** Bytes that are stored, and can be continued from; 0: from the beginning. */
  readonly offset: number;
  /** Bytes of the whole file; null while unknown. */
  readonly sizeBytes: number | null;
  readonly stallMs: number;
}

export interface FetchOpening {
  /** Bytes that the body will have; those of the first part while `isGrowing`. */
  readonly sizeBytes: number;
  /** The server does not say how many bytes there are. */
  readonly isGrowing: boolean;
  readonly name: string;
  readonly validator: string;
  readonly hasRanges: boolean;
  /** The body goes on where the stored parts end. */
  readonly isResumed: boolean;
}

export interface FetchSession {
  readonly partBytes: number;
  /** Number of the next part, from 1. */
  readonly nextPart: number;
  readonly doneBytes: number;
}

export interface FetchPart {
  readonly part: number;
  readonly sizeBytes: number;
  /** Size of the whole file so far; larger than before while it grows. */
  readonly totalBytes: number;
}

export interface FetchBeat {
  /** Bytes that arrived, those of the part that is not stored yet too. */
  readonly doneBytes: number;
  readonly bytesPerSecond: number;
}

export interface FetchFailing {
  readonly reason: FetchReason;
  /** Wait that the server asks for; null for none. */
  readonly waitMs: number | null;
}

/** Calls of the owner and of the job. */
export interface FetchCalls {
  begin(caller: CallerData, input: NewFetch, key: IdempotencyKey | null): Result<TaskRow>;
  day(caller: CallerData, free: FetchLimits): Result<FetchDayData & { readonly limits: FetchLimits }>;
  /** Counts addresses that are about to be looked at. @returns resource_exhausted past the limit */
  look(caller: CallerData, count: number, free: FetchLimits): Result<FetchDayData>;
  retry(caller: CallerData, taskId: string, storageLimitBytes: number, limits: FetchLimits): Result<TaskRow>;
  /** The run waits for its place in the process. */
  wait(run: FetchRun): Result<{ ok: true }>;
  /** The run begins. */
  plan(run: FetchRun): Result<FetchPlan>;
  open(run: FetchRun, opening: FetchOpening): Result<FetchSession>;
  /** Journals the object of a part. */
  openPart(run: FetchRun, part: FetchPart): Result<string>;
  confirmPart(run: FetchRun, part: FetchPart, objectKey: string): Result<{ ok: true }>;
  beat(run: FetchRun, beat: FetchBeat): Result<{ ok: true }>;
  /** The bytes are all stored. */
  seal(run: FetchRun): Result<HashPlan>;
  fail(run: FetchRun, failing: FetchFailing): Result<{ ok: true }>;
  /** Ends this run and starts the next. */
  more(run: FetchRun): Result<{ ok: true }>;
  /** The account is closing or locked: fetches under way end without a file. */
  endAll(): Result<{ ok: true }>;
  /** Starts what may start now. */
  next(): Result<{ ok: true }>;
}
