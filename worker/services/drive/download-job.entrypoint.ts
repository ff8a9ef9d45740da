/**
 * The job of torrents and other downloads: a stateless worker, started by the drive that a download belongs to. Its state is
 * stored in that drive; it may die at any moment and be started again.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import { blobIndexIn, type Env, readConfig } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { meteredEnv } from '#worker/platform/cost/metered-env.ts';
import { diskSpaceOf } from '#worker/platform/disk-space.ts';
import { makeDownloader } from '#worker/platform/downloader/service.ts';
import { runDownload } from './downloader/run-download.ts';
import { placesOf } from './fetch/process-places.ts';

export class DownloadJob extends WorkerEntrypoint<Env> {
  /** One run; the drive starts the next where something is left. */
  run(driveName: string, taskId: string, run: number): Promise<void> {
    const env = meteredEnv(this.env);
    const deps = {
      places: placesOf(env),
      drives: env.DRIVE,
      blobIndex: blobIndexIn(env),
      blobs: makeBlobStore(env),
      outgoing: readConfig(env).outgoing,
      downloader: makeDownloader(env),
      clock: systemClock,
      requireDiskSpace: (bytes: number) => diskSpaceOf(env).require(bytes),
    };
    return runDownload(deps, driveName, { taskId, run });
  }
}
