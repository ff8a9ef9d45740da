/** RPC methods of DriveObject for operators' decisions about links and contents. None creates a drive. */
import { succeed } from '#shared/errors.ts';
import { done } from './core/rpc-methods.ts';
import type { DriveParts } from './drive-parts.ts';
import { evidenceOf, judgeContents, type LinkNotice, setLinkNotice } from './sharing/evidence.store.ts';

export const moderationMethods = {
  evidence: ({ core }: DriveParts, query: Parameters<typeof evidenceOf>[1]) =>
    core.object.exists() ? core.transact(({ sql }) => evidenceOf(sql, query)) : succeed([]),
  /** Returns when no link shows a content that was closed. */
  judgeContents: async ({ core }: DriveParts, decision: Parameters<typeof judgeContents>[1]) => {
    if (!core.object.exists()) return succeed({ ok: true });
    const judged = done(core, (tx) => judgeContents(tx, decision));
    await core.deliverRemovals();
    return judged;
  },
  setLinkNotice: ({ core }: DriveParts, notice: LinkNotice) =>
    core.object.exists() ? done(core, (tx) => setLinkNotice(tx, notice)) : succeed({ ok: true }),
};
