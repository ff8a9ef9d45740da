/** The job that reads files for the index of words: a stateless worker, started by the alarm of a drive, whose state is in that drive. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Env } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { meteredEnv } from '#worker/platform/cost/metered-env.ts';
import { logError } from '#worker/platform/log.ts';
import { makeTextReader } from '#worker/platform/texts/reader.ts';
import { runWords } from './words/run.ts';

export class WordsJob extends WorkerEntrypoint<Env> {
  async run(driveName: string): Promise<void> {
    const env = meteredEnv(this.env);
    const deps = {
      drives: env.DRIVE,
      blobs: makeBlobStore(env),
      texts: makeTextReader(env.CODEC),
      clock: systemClock,
    };
    try {
      await runWords(deps, driveName);
    } catch (error) {
      // The lease runs out, and the drive's alarm starts the job again.
      logError('words-job.run', error, {});
    }
  }
}
