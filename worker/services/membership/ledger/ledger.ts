/** Writes entries of a ledger and folds them again: entry, balance and event in one transaction. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { dueNotices, nextNoticeMs } from '#shared/membership/expiry.ts';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { EMPTY_TIMELINE, type Timeline, timelineOf } from '#shared/membership/timeline.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { EXPIRY_DUE, MEMBERSHIP_CHANGED } from '../keys.ts';
import type { GrantAnswer, GrantInput, Ledger, ReverseAnswer, ReverseInput } from '../rpc-types.ts';
import * as store from './store.ts';

export interface MemberLedger {
  grant(input: GrantInput): Result<GrantAnswer>;
  /** A grant inside the transaction of another part. @throws AppError for a closed account */
  write(input: GrantInput, nowMs: number): GrantAnswer;
  /** @throws AppError for a closed account */
  requireOpen(): void;
  /** As of the last entry; for other parts inside their transactions. */
  timeline(): Timeline;
  entryOf(source: LedgerEntry['source'], key: string): LedgerEntry | null;
  reverse(input: ReverseInput): Result<ReverseAnswer>;
  ledger(): Result<Ledger>;
  balance(): Result<store.Balance>;
  /** Requests an alarm for the next notice. */
  schedule(): void;
  /** Publishes the notices that are due. @returns when the next one is, or null */
  announce(nowMs: number): number | null;
  erase(): Result<null>;
  /** @param work  erases rows of another part, in the same transaction */
  onErase(work: (sql: SqlStorage) => void): void;
}

export function makeLedger(core: ObjectCore): MemberLedger {
  const { sql } = core;
  const erased: ((sql: SqlStorage) => void)[] = [];

  function wakeForNotice(timeline: Timeline, nowMs: number): void {
    const noticeMs = nextNoticeMs(timeline, nowMs);
    if (noticeMs !== null) core.wakeAt(noticeMs);
  }

  function requireOpen(): void {
    if (store.isClosed(sql)) throw new AppError('failed_precondition', { reason: 'account_closed' });
  }

  function append(entry: LedgerEntry, nowMs: number): void {
    requireOpen();
    store.insertEntry(sql, entry);
    const version = store.selectBalance(sql).version + 1;
    const timeline = timelineOf(store.selectEntries(sql));
    store.updateBalance(sql, { version, timeline });
    core.publishEvent(MEMBERSHIP_CHANGED, { userId: core.name, version, timeline }, nowMs);
    wakeForNotice(timeline, nowMs);
  }

  function write(input: GrantInput, nowMs: number): GrantAnswer {
    const { source, key, product, item, startsMs, reason, actor, announces } = input;
    const isReversed = store.selectEntry(sql, { source, key, kind: 'reverse' }) !== null;
    const first = store.selectEntry(sql, { source, key, kind: 'grant' });
    if (first) return { entry: first, isRepeat: true, isReversed };
    const entry: LedgerEntry = {
      id: newHexId(),
      source,
      key,
      kind: 'grant',
      product,
      item,
      startsMs: startsMs ?? nowMs,
      atMs: nowMs,
      reason,
      actor,
    };
    append(entry, nowMs);
    // A grant that was taken back before it came is not announced.
    if (announces && !isReversed)
      core.publishEvent(announces.event, { ...announces.payload, userId: core.name }, nowMs);
    return { entry, isRepeat: false, isReversed };
  }

  return {
    grant: (input) => core.command((nowMs) => write(input, nowMs)),
    write,
    requireOpen,
    timeline: () => store.selectBalance(sql).timeline,
    entryOf: (source, key) => store.selectEntry(sql, { source, key, kind: 'grant' }),
    reverse: ({ source, key, reason, actor }) =>
      core.command((nowMs) => {
        const hasGrant = store.selectEntry(sql, { source, key, kind: 'grant' }) !== null;
        const first = store.selectEntry(sql, { source, key, kind: 'reverse' });
        if (first) return { entry: first, isRepeat: true, hasGrant };
        const entry: LedgerEntry = {
          id: newHexId(),
          source,
          key,
          kind: 'reverse',
          product: '',
          item: null,
          startsMs: nowMs,
          atMs: nowMs,
          reason,
          actor,
        };
        append(entry, nowMs);
        return { entry, isRepeat: false, hasGrant };
      }),
    ledger: () => {
      if (!core.exists()) return succeed({ entries: [], timeline: EMPTY_TIMELINE });
      return core.command(() => ({
        entries: store.selectEntries(sql),
        timeline: store.selectBalance(sql).timeline,
      }));
    },
    balance: () => {
      if (!core.exists()) return succeed({ version: 0, timeline: EMPTY_TIMELINE });
      return core.command(() => store.selectBalance(sql));
    },
    schedule: () => wakeForNotice(store.selectBalance(sql).timeline, core.nowMs()),
    announce: (nowMs) => {
      const { timeline } = store.selectBalance(sql);
      core.transaction(() => {
        for (const { key, kind, stage, endMs, bytes } of dueNotices(timeline, store.selectNotices(sql), nowMs)) {
          store.insertNotice(sql, key, nowMs);
          core.publishEvent(EXPIRY_DUE, { userId: core.name, key, kind, stage, endMs, bytes }, nowMs);
        }
      });
      return nextNoticeMs(timeline, nowMs);
    },
    onErase: (work) => void erased.push(work),
    // Also of a person without an entry: a payment that comes later finds the account closed.
    erase: () =>
      core.command((nowMs) => {
        store.markClosed(sql, nowMs);
        store.deleteEntries(sql);
        store.deleteNotices(sql);
        for (const erase of erased) erase(sql);
        store.updateBalance(sql, { version: store.selectBalance(sql).version + 1, timeline: EMPTY_TIMELINE });
        return null;
      }),
  };
}
