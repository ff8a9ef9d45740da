/**
 * MemberObject: the ledger of one person and what it folds to (named by the user id). Its tables, RPC methods and alarm are those of its
 * parts (member-parts.ts). Callers check the session; a person without any entry has no object.
 */
import { objectOf } from '#worker/platform/parts/parted-object.ts';
import { MEMBER_PARTS } from './member-parts.ts';

export class MemberObject extends objectOf<unknown>()('MemberObject', MEMBER_PARTS) {
  protected override readonly made = MEMBER_PARTS.makeAll(this.makeCore());

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env);
    // A ledger of the version before has no alarm.
    if (!this.exists()) return;
    this.made.ledger.schedule();
    this.made.inviter.schedule();
  }

  /** Events are delivered with this alarm, or by the next one. Notices of ends come last: a reward may put an end off. */
  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const dueMs = await super.onAlarm(nowMs);
    const noticeMs = this.made.ledger.announce(nowMs);
    await this.drain();
    return dueMs === null || noticeMs === null ? (dueMs ?? noticeMs) : Math.min(dueMs, noticeMs);
  }
}
