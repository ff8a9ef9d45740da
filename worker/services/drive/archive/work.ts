/** Types that the runs of jobs about archives share. */

import type { ArchiveEngine } from '#worker/platform/archives/engine.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import type { HashDeps } from '../upload/hash/run.ts';
import type { archivePart } from './part.ts';
import type { ArchivePlan, ArchiveRun } from './rpc-types.ts';

export interface ArchiveJobDeps extends HashDeps {
  readonly blobs: BlobStore;
  readonly engine: ArchiveEngine;
  readonly keyring: Pick<Keyring, 'open'>;
  readonly clock: Clock;
  /** Files and folders of one zip file. */
  readonly maxEntries: number;
  /** @throws AppError storage_full */
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

export interface ArchiveWork {
  readonly deps: ArchiveJobDeps;
  readonly driveName: string;
  readonly drive: CallsOf<typeof archivePart>;
  readonly run: ArchiveRun;
  readonly plan: ArchivePlan;
  /** Whether the run has had its share of time; never before its first step. */
  hasShare(): boolean;
  /** The job got on with it: the run may go on reporting. */
  moved(): void;
}
