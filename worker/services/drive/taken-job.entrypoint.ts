/** The job that reads when pictures were taken: a stateless worker, started by the alarm of a drive, whose state is in that drive. */

import { WorkerEntrypoint } from 'cloudflare:workers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { meteredEnv } from '#worker/platform/cost/metered-env.ts';
import { logError } from '#worker/platform/log.ts';
import { runTaken } from './photos/run.ts';

export class TakenJob extends WorkerEntrypoint<Env> {
  async run(driveName: string): Promise<void> {
    const env = meteredEnv(this.env);
    try {
      await runTaken({ drives: env.DRIVE, blobs: makeBlobStore(env), clock: systemClock, sleep }, driveName);
    } catch (error) {
      // The lease runs out, and the drive's alarm starts the job again.
      logError('taken-job.run', error, {});
    }
  }
}
