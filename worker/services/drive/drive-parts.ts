/** The parts of a drive, made over one core, and the steps of its alarm in their order. */
import { unwrap } from '#shared/errors.ts';
import type { Env } from '#worker/env.ts';
import { type EndedSessions, endSessions } from '#worker/platform/session-guard.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { eraseNext } from './account/closing.ts';
import { type Archives, makeArchives } from './archive/archives.ts';
import { dropEndedDevices } from './bell/push.store.ts';
import { makeUnread, type Unread } from './bell/unread.ts';
import { announceArrivals } from './collect/arrivals.store.ts';
import { type DriveCore, makeDriveCore } from './core/drive-core.ts';
import { makeFormerProcess } from './core/former-process.store.ts';
import type { NodeListener, TreeLimits } from './core/tx.ts';
import { makeDownloads } from './downloader/downloads.ts';
import type { Downloads } from './downloader/rpc-types.ts';
import { type Fetches, makeFetches } from './fetch/fetches.ts';
import { grantsLeft } from './grants/grants.store.ts';
import { landHandover } from './grants/landed-handover.store.ts';
import { GUEST_WATCHERS } from './grants/tell-guests.store.ts';
import { type Changes, makeChanges } from './jobs/changes.ts';
import { EXCLUSIONS } from './jobs/excluded.store.ts';
import { earliest, expire, nextExpiryMs } from './jobs/expiry.ts';
import { makeTaskSteps } from './jobs/steps.ts';
import { makeOpenWindows, type OpenWindows } from './live/open-windows.ts';
import { makeSaves, type Saves } from './sharing/saves.ts';
import { LINK_WATCHERS } from './sharing/watch.store.ts';
import { fillNext } from './tree/find-keys.store.ts';
import { rankNext } from './tree/folder-ranks.store.ts';
import { type DriveUsage, makeDriveUsage } from './tree/usage/drive-usage.ts';
import { OPEN_UPLOADS } from './upload/finish-session.ts';
import { type HashJobs, makeHashJobs } from './upload/hash/jobs.ts';
import { makeUploadSessions, type UploadSessions } from './upload/sessions.ts';
import { sweepUploadsOf } from './upload/sweep.ts';

/** Called in this order. */
export const NODE_LISTENERS: readonly NodeListener[] = [
  EXCLUSIONS,
  OPEN_UPLOADS,
  { watchers: GUEST_WATCHERS },
  { watchers: LINK_WATCHERS },
];

export interface DriveParts {
  readonly core: DriveCore;
  readonly usage: DriveUsage;
  readonly windows: OpenWindows;
  readonly unread: Unread;
  readonly changes: Changes;
  readonly hashing: HashJobs;
  readonly uploads: UploadSessions;
  readonly saves: Saves;
  readonly fetches: Fetches;
  readonly downloads: Downloads;
  readonly archives: Archives;
  /** Closes windows too. */
  endSessions(ended: EndedSessions): { ok: true };
  /** Ends the leases of a process before this one. */
  endFormerLeases(): void;
  /** @returns when the next alarm is due, epoch ms, or null */
  onAlarm(nowMs: number): Promise<number | null>;
}

export function makeDriveParts(
  object: ObjectCore,
  env: Env,
  ctx: DurableObjectState,
  treeLimits: () => TreeLimits,
): DriveParts {
  const usage = makeDriveUsage();
  const unread = makeUnread(() => core);
  const core = makeDriveCore(object, {
    env,
    treeLimits,
    listeners: NODE_LISTENERS,
    onWrite: () => usage.forget(),
    onChange: () => windows.announceSoon(),
    onRing: () => {
      unread.forget();
      windows.announceUnreadSoon();
    },
  });
  const windows = makeOpenWindows(core, ctx, unread);
  const changes = makeChanges(core);
  const steps = makeTaskSteps(core, { grantsLeft, finish: landHandover }, () => usage.forget());
  const hashing = makeHashJobs(core);
  const fetches = makeFetches(core, hashing, windows);
  const archives = makeArchives(core, hashing);
  const formerProcess = makeFormerProcess(core, [hashing.endLeases, fetches.endLeases, archives.endLeases]);
  return {
    core,
    usage,
    windows,
    unread,
    changes,
    hashing,
    fetches,
    downloads: makeDownloads(core, hashing),
    archives,
    uploads: makeUploadSessions(core, hashing),
    saves: makeSaves(core, steps),
    endSessions(ended) {
      if (!object.exists()) object.prepare();
      object.transaction(() => {
        endSessions(object.sql, ended);
        dropEndedDevices(object.sql, ended);
      });
      windows.closeEnded();
      return { ok: true };
    },
    endFormerLeases: formerProcess.end,
    async onAlarm(nowMs) {
      formerProcess.end();
      const uploadsMs = await sweepUploadsOf(core, hashing, nowMs);
      expire(core);
      const fetchesMs = fetches.startDue();
      const archivesMs = archives.startDue(nowMs);
      const tasksMs = await steps.stepAll(nowMs);
      const ranksMs = unwrap(core.transact(({ sql }) => rankNext(sql))) ? nowMs : null;
      const keysMs = unwrap(core.transact(({ sql }) => fillNext(sql))) ? nowMs : null;
      const lettersMs = unwrap(core.transact(announceArrivals));
      const expiryMs = nextExpiryMs(core);
      return earliest([
        uploadsMs,
        fetchesMs,
        archivesMs,
        tasksMs,
        ranksMs,
        keysMs,
        lettersMs,
        expiryMs,
        eraseNext(core, nowMs),
      ]);
    },
  };
}
