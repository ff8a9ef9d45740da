/**
 * The job that packs folders and extracts archives: a stateless worker, started by the drive that a task belongs to. Its state is
 * stored in that drive; it may die at any moment and be started again.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import { blobIndexIn, type Env, readConfig } from '#worker/env.ts';
import { readSecrets } from '#worker/env-secrets.ts';
import { makeArchiveEngine } from '#worker/platform/archives/engine.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { meteredEnv } from '#worker/platform/cost/metered-env.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { diskSpaceOf } from '#worker/platform/disk-space.ts';
import { runArchive } from './archive/run.ts';

export class ArchiveJob extends WorkerEntrypoint<Env> {
  /** One run; the drive starts the next where something is left. */
  run(driveName: string, taskId: string, run: number): Promise<void> {
    const env = meteredEnv(this.env);
    const deps = {
      drives: env.DRIVE,
      blobIndex: blobIndexIn(env),
      blobs: makeBlobStore(env),
      engine: makeArchiveEngine(env.CODEC),
      keyring: makeKeyring(readSecrets(env).rootHex),
      clock: systemClock,
      maxEntries: readConfig(env).limits.zipEntries,
      requireDiskSpace: (bytes: number) => diskSpaceOf(env).require(bytes),
    };
    return runArchive(deps, driveName, { taskId, run });
  }
}
