/**
 * LetterLogObject: which letters were sent, which wait for the end of quiet hours, and which addresses send mail back. 16 shards by the
 * keyed hash of the address, so that everything about one address is decided in one place. It holds addresses and texts only sealed.
 */
import { type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { MAIL_HELD } from './keys.ts';
import { type Admission, admit, type Entry, type Request } from './sending/admit.ts';
import type { Failing, FailingLetter, Failure } from './sending/failing.store.ts';
import * as failing from './sending/failing.store.ts';
import * as store from './sending/log.store.ts';

/** Failing letters that one look reads, of each log. */
const LISTED_AT_ONCE = 20;
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
      failing.deleteGivenUp(this.sql, nowMs);
    });
    return Promise.resolve(store.nextDue(this.sql));
  }

  /** Whether a letter may be sent now; one that may not yet is kept. */
  admit(request: Request): Result<Admission> {
    return this.command((nowMs) => {
      const admission = admit(this.sql, request, nowMs);
      // It waits no longer for the relay.
      if (admission !== 'send' && admission !== 'running') failing.deleteFailing(this.sql, request.id);
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
      if (isAccepted) failing.deleteFailing(this.sql, id);
      return {};
    });
  }

  /** The category of a letter that was sent to the address: '' for one that is always sent, null for an unknown letter. */
  topicOf(id: string, subscriber: string): Result<string | null> {
    return succeed(this.exists() ? store.topicOf(this.sql, id, subscriber) : null);
  }

  /** The letter was certainly not accepted; its outbox tries it again. */
  fail(failure: Failure): Result<Record<never, never>> {
    return this.command((nowMs) => {
      failing.putFailing(this.sql, failure, nowMs);
      this.wakeAt(store.nextDue(this.sql) ?? nowMs);
      return {};
    });
  }

  /** Letters that were not accepted. */
  failing(): Result<Failing> {
    if (!this.exists()) return succeed({ count: 0, firstMs: null, letters: [] });
    return succeed(failing.listFailing(this.sql, this.clock.nowMs(), LISTED_AT_ONCE));
  }

  failingLetter(id: string): Result<FailingLetter | null> {
    return succeed(this.exists() ? failing.selectFailing(this.sql, id) : null);
  }

  /** It is not sent any more. */
  drop(entry: Entry): Result<Record<never, never>> {
    return this.command((nowMs) => {
      store.drop(this.sql, entry, nowMs);
      failing.deleteFailing(this.sql, entry.id);
      return {};
    });
  }

  /**
   * Mail to the address came back for good. A repeat changes nothing.
   * @param id  of the letter that the relay refused; '' for a report
   */
  setReturned(subscriber: string, reason: string, id = '', byOperator = false): Result<Record<never, never>> {
    return this.command((nowMs) => {
      failing.deleteFailing(this.sql, id);
      store.insertReturned(this.sql, { subscriber, reason, atMs: nowMs, byOperator });
      return {};
    });
  }

  countReturned(sinceMs: number): Result<{ count: number; sinceMs: number | null }> {
    return succeed(this.exists() ? store.countReturned(this.sql, sinceMs) : { count: 0, sinceMs: null });
  }

  clearReturned(subscriber: string): Result<Record<never, never>> {
    if (!this.exists()) return succeed({});
    return this.command((nowMs) => {
      store.resumeReturned(this.sql, subscriber, nowMs);
      return {};
    });
  }

  returned(subscriber: string): Result<store.Returned | null> {
    return succeed(this.exists() ? store.selectReturned(this.sql, subscriber) : null);
  }

  lastReturn(subscriber: string): Result<number | null> {
    return succeed(this.exists() ? store.selectLastReturn(this.sql, subscriber) : null);
  }
}
