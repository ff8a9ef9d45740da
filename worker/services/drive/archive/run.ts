/** One run of a job about an archive: until it is done, has had its share of time, or failed. Every step may be repeated. */
import { AppError, unwrap } from '#shared/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import { driveOf } from '../deps.ts';
import { runExtract } from './extract.ts';
import { reasonOf } from './failed.ts';
import { runPack } from './pack.ts';
import type { archivePart } from './part.ts';
import type { ArchiveRun } from './rpc-types.ts';
import { makeRunShare } from './run-share.ts';
import type { ArchiveJobDeps, ArchiveWork } from './work.ts';

/** Far below what a call may take; then the next run goes on. */
const RUN_MS = 2 * MINUTE_MS;

/** A tar.gz is unpacked from its beginning to the entry of the run: the lease is renewed on the way. */
const BEAT_MS = 20 * SECOND_MS;
/** Longest way to an entry. */
const MAX_STILL_MS = 10 * MINUTE_MS;

export async function runArchive(deps: ArchiveJobDeps, driveName: string, run: ArchiveRun): Promise<void> {
  const drive = driveOf<typeof archivePart>(deps, driveName);
  const share = makeRunShare(deps.clock, RUN_MS);
  let movedMs = deps.clock.nowMs();
  const beat = setInterval(() => {
    // A run that gets nowhere loses its lease.
    if (deps.clock.nowMs() - movedMs > MAX_STILL_MS) clearInterval(beat);
    else void drive.archiveBeat(run).catch(() => undefined);
  }, BEAT_MS);
  try {
    const plan = unwrap(await drive.archivePlan(run));
    const work: ArchiveWork = {
      deps,
      driveName,
      drive,
      run,
      plan,
      hasShare: share.isUsed,
      moved: () => {
        share.moved();
        movedMs = deps.clock.nowMs();
      },
    };
    const isDone = await (plan.order.do === 'pack' ? runPack(work, plan.order) : runExtract(work, plan.order));
    if (!isDone) unwrap(await drive.archiveMore(run));
  } catch (error) {
    // A newer run has taken over, or the person gave the task up.
    if (error instanceof AppError && error.errorName === 'aborted') return;
    const reason = reasonOf(error);
    if (!reason) logError('archive-job.run', error);
    await drive.archiveEnd(run, reason ?? 'internal');
  } finally {
    clearInterval(beat);
  }
}
