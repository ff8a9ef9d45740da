/** RPC methods of DriveObject for operators: decisions about links and contents, jobs. Only a block creates a drive. */
import { succeed } from '#shared/errors.ts';
import { limitsAt, type Plans } from '#shared/membership/plans.ts';
import { EMPTY_TIMELINE } from '#shared/membership/timeline.ts';
import { type PersonBlock, setPersonBlock } from '#worker/platform/session-guard.ts';
import { done } from './core/rpc-methods.ts';
import type { DriveParts } from './drive-parts.ts';
import { selectMembership } from './entitlement/limits.store.ts';
import { deskMethods } from './jobs/desk/rpc.ts';
import { evidenceOf, judgeContents, type LinkNotice, setLinkNotice } from './sharing/evidence.store.ts';

export const moderationMethods = {
  ...deskMethods,
  evidence: ({ core }: DriveParts, query: Parameters<typeof evidenceOf>[1]) =>
    core.object.exists() ? core.transact(({ sql }) => evidenceOf(sql, query)) : succeed([]),
  /** Returns when no link shows a content that was closed. */
  judgeContents: async ({ core }: DriveParts, decision: Parameters<typeof judgeContents>[1]) => {
    if (!core.object.exists()) return succeed({ ok: true });
    const judged = done(core, (tx) => judgeContents(tx, decision));
    await core.deliverRemovals();
    return judged;
  },
  /** The drive of a blocked person is closed to every caller; a person without a drive gets an empty one that is closed. */
  setBlock: ({ core }: DriveParts, block: PersonBlock) => done(core, ({ sql }) => setPersonBlock(sql, block)),
  /** Use and limits as operators look at them; null for a drive that was never used. */
  deskSpace: (drive: DriveParts, plans: Plans) =>
    drive.core.object.exists()
      ? drive.core.transact(({ sql, nowMs }) => ({
          ...drive.usage.space(drive.core),
          limitBytes: limitsAt(selectMembership(sql)?.timeline ?? EMPTY_TIMELINE, plans, nowMs).storageBytes,
        }))
      : succeed(null),
  setLinkNotice: ({ core }: DriveParts, notice: LinkNotice) =>
    core.object.exists() ? done(core, (tx) => setLinkNotice(tx, notice)) : succeed({ ok: true }),
};
