/**
 * LetterLogObject: which letters were sent, which wait for the end of quiet hours, and which addresses send mail back. 16 shards by the
 * keyed hash of the address, so that everything about one address is decided in one place. It holds no address and no text.
 */
import { type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { MAIL_HELD } from './keys.ts';
import { type Admission, admit, type Entry, type Request } from './sending/admit.ts';
import * as store from './sending/log.store.ts';

/** Held letters that one alarm passes on. */
const RELEASED_AT_ONCE = 50;

export class LetterLogObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'LetterLogObject', store.LETTER_LOG_MIGRATIONS);
  }

  /** Letters whose quiet hours ended go through `mail.held`, as a new event with the id of the letter. */
  protected override onAlarm(nowMs: number): Promise<number | null> {
    this.ctx.storage.transactionSync(() => {
      for (const { id, sealed } of store.takeDue(this.sql, nowMs, RELEASED_AT_ONCE))
        this.publishEvent(MAIL_HELD, { id, sealed }, nowMs);
      store.deleteOld(this.sql, nowMs);
    });
    return Promise.resolve(store.nextDue(this.sql));
  }

  /** Whether a letter may be sent now; one that may not yet is kept. */
  admit(request: Request): Result<Admission> {
    return this.command((nowMs) => {
      const admission = admit(this.sql, request, nowMs);
      if (admission === 'held') this.wakeAt(store.nextDue(this.sql) ?? nowMs);
      return admission;
    });
  }

  /** Notes that the letter is being handed over. @returns false when it was before: it may have been sent */
  begin(entry: Entry): Result<boolean> {
    return this.command((nowMs) => {
      const isFirst = store.begin(this.sql, entry, nowMs);
      if (isFirst) this.wakeAt(store.nextDue(this.sql) ?? nowMs);
      return isFirst;
    });
  }

  /** Ends what `begin` began: the letter was accepted, or certainly was not and may be sent again. */
  end(id: string, isAccepted: boolean): Result<Record<never, never>> {
    return this.command((nowMs) => {
      store.end(this.sql, id, isAccepted, nowMs);
      return {};
    });
  }

  /** The category of a letter that was sent to the address: '' for one that is always sent, null for an unknown letter. */
  topicOf(id: string, subscriber: string): Result<string | null> {
    return succeed(this.exists() ? store.topicOf(this.sql, id, subscriber) : null);
  }

  /** Mail to the address came back for good. The first return counts: a repeat changes nothing. */
  setReturned(subscriber: string, reason: string): Result<Record<never, never>> {
    return this.command((nowMs) => {
      store.insertReturned(this.sql, { subscriber, reason, atMs: nowMs });
      return {};
    });
  }

  countReturned(sinceMs: number): Result<{ count: number; sinceMs: number | null }> {
    return succeed(this.exists() ? store.countReturned(this.sql, sinceMs) : { count: 0, sinceMs: null });
  }

  clearReturned(subscriber: string): Result<Record<never, never>> {
    if (!this.exists()) return succeed({});
    return this.command(() => {
      store.deleteReturned(this.sql, subscriber);
      return {};
    });
  }

  returned(subscriber: string): Result<{ atMs: number; reason: string } | null> {
    return succeed(this.exists() ? store.selectReturned(this.sql, subscriber) : null);
  }
}
