/** Whether a letter may be sent now. Letters that are always sent know neither quiet hours nor a number a day. */
import { type QuietHours, quietUntil } from '#shared/mail/quiet-hours.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { countSince, type Entry, hold, selectReturned, stateOf } from './log.store.ts';

export type { Entry } from './log.store.ts';

/**
 * `send`. `held`: quiet hours; the log passes it on. `sent`: it was. `ended`: it may have been sent, or an operator dropped it. `running`: another
 * delivery of it runs. `capped`: the address had its letters of the day. `returned`: mail to it comes back.
 */
export type Admission = 'send' | 'held' | 'sent' | 'ended' | 'running' | 'capped' | 'returned';

export interface Request extends Entry {
  /** For the log, when the letter has to wait. */
  readonly sealed: string;
  /** Null: none. */
  readonly quiet: QuietHours | null;
  /** Letters a day and address that can be switched off. */
  readonly perDay: number;
  /** A person waits for the code in it. */
  readonly isCode: boolean;
}

/** 20 s, longer than a driver takes: a delivery that began before was ended by a crash, and its letter may have been sent. */
const RUN_MS = 20 * SECOND_MS;
/** Letters about the end of a plan are few, and no other letter may crowd them out. */
const UNCOUNTED = 'account';
/** Letters a day and address that persons had sent to it. They have a count of their own: strangers crowd out no other letter. */
const FROM_PERSONS_PER_DAY = 3;

/**
 * A code is tried again a day after mail came back: a person who is locked out has no other way to tell that the mailbox exists again.
 */
function isReturned(sql: SqlStorage, { subscriber, isCode }: Request, nowMs: number): boolean {
  const returned = selectReturned(sql, subscriber);
  return returned !== null && !(isCode && returned.atMs <= nowMs - DAY_MS);
}

/** Decides, and keeps a letter that has to wait. Called inside a transaction. */
export function admit(sql: SqlStorage, request: Request, nowMs: number): Admission {
  const { id, topic, fromPerson, quiet, sealed } = request;
  const known = stateOf(sql, id);
  if (known?.state === 'sent') return 'sent';
  if (known?.state === 'dropped') return 'ended';
  if (known?.state === 'sending') return known.atMs > nowMs - RUN_MS ? 'running' : 'ended';
  if (known?.state === 'held' && known.atMs > nowMs) return 'held';
  if (isReturned(sql, request, nowMs)) return 'returned';
  if (topic === '') return 'send';
  const isCounted = topic !== UNCOUNTED && known === null;
  const perDay = fromPerson ? FROM_PERSONS_PER_DAY : request.perDay;
  if (isCounted && countSince(sql, request, nowMs - DAY_MS, UNCOUNTED) >= perDay) return 'capped';
  const dueMs = quiet === null ? null : quietUntil(quiet, nowMs);
  if (dueMs === null) return 'send';
  hold(sql, request, sealed, dueMs);
  return 'held';
}
