/**
 * The hash job of large uploads: a stateless worker, started by the drive that needs the digests. Its state is stored in that
 * drive; it may die at any moment and be started again.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import { blobIndexIn, type Env } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { meteredEnv } from '#worker/platform/cost/metered-env.ts';
import { logError } from '#worker/platform/log.ts';
import { driveOf } from './deps.ts';
import { runHashJob } from './upload/hash/run.ts';
import type { uploadPart } from './upload/part.ts';

export class HashJob extends WorkerEntrypoint<Env> {
  /** Hashes for a while; asks the drive for a next run when something is left. */
  async run(driveName: string, uploadId: string): Promise<void> {
    const env = meteredEnv(this.env);
    const { DRIVE: drives } = env;
    const blobIndex = blobIndexIn(env);
    try {
      const state = await runHashJob({ drives, blobIndex, blobs: makeBlobStore(env) }, driveName, uploadId);
      if (state === 'more') await driveOf<typeof uploadPart>({ drives }, driveName).resumeHash(uploadId);
    } catch (error) {
      // The leases run out, and the drive's alarm starts the job again.
      logError('hash-job.run', error, { upload: uploadId });
    }
  }
}
