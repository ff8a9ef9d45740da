/** The part of a drive for operators: decisions about links and contents, jobs. Only a block creates a drive. */

import type { DeskJob } from '#shared/drive/desk/jobs.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { limitsAt, type Plans } from '#shared/membership/plans.ts';
import { EMPTY_TIMELINE, groupAt } from '#shared/membership/timeline.ts';
import { type PersonBlock, setPersonBlock } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import { selectMembership } from '../entitlement/limits.store.ts';
import { evidenceOf, type LinkNotice, setContentBans, setLinkNotice } from '../sharing/evidence.store.ts';
import type { DriveUsage } from '../tree/usage/drive-usage.ts';
import { actOnJob } from './desk-acts.ts';
import { deskJob, deskJobs, faultyJob } from './desk-jobs.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly usage: DriveUsage;
}

const ifExists = <T>({ core }: Pick<Parts, 'core'>, absent: T, work: (sql: SqlStorage) => T): Result<T> =>
  core.object.exists() ? core.transact(({ sql }) => work(sql)) : succeed(absent);

const calls = {
  deskJobs: (drive: Parts): Result<DeskJob[]> => ifExists(drive, [], deskJobs),
  deskJob: (drive: Parts, jobId: string): Result<DeskJob | null> => ifExists(drive, null, (sql) => deskJob(sql, jobId)),
  faultyJob: (drive: Parts, jobId: string): Result<DeskJob | null> =>
    ifExists(drive, null, (sql) => faultyJob(sql, jobId)),
  actOnJob,
  evidence: ({ core }: Parts, query: Parameters<typeof evidenceOf>[1]) =>
    core.object.exists() ? core.transact(({ sql }) => evidenceOf(sql, query)) : succeed([]),
  /** Returns when no link shows a content that was closed. */
  setContentBans: async ({ core }: Parts, decision: Parameters<typeof setContentBans>[1]) => {
    if (!core.object.exists()) return succeed({ ok: true });
    const judged = done(core, (tx) => setContentBans(tx, decision));
    await core.deliverRemovals();
    return judged;
  },
  /** The drive of a blocked person is closed to every caller; a person without a drive gets an empty one that is closed. */
  setBlock: ({ core }: Parts, block: PersonBlock) => done(core, ({ sql }) => setPersonBlock(sql, block)),
  /** Use and limits as operators look at them; null for a drive that was never used. */
  deskSpace: (drive: Parts, plans: Plans) =>
    drive.core.object.exists()
      ? drive.core.transact(({ sql, nowMs }) => {
          const timeline = selectMembership(sql)?.timeline ?? EMPTY_TIMELINE;
          const { storageBytes } = limitsAt(timeline, plans, nowMs);
          return { ...drive.usage.space(drive.core), limitBytes: storageBytes, groupId: groupAt(timeline, nowMs) };
        })
      : succeed(null),
  setLinkNotice: ({ core }: Parts, notice: LinkNotice) =>
    core.object.exists() ? done(core, (tx) => setLinkNotice(tx, notice)) : succeed({ ok: true }),
};

export const deskPart = {
  calls,
} satisfies DrivePart;
