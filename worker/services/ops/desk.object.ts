/**
 * DeskObject: the operators' inbox, reported links, counts of downloads and counts of events, in an object each. Budgets and an
 * expiry of every row keep it small.
 */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { EVENT_DAYS } from '#shared/ops/event.contract.ts';
import type { MessageState } from '#shared/ops/messages.ts';
import type { DownloadTarget } from '#shared/site/downloads.ts';
import { SECOND_MS } from '#shared/units.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { addEvent, type CountedEvent, countedOn, dropEvents, type EventTotal, listEvents } from './events/store.ts';
import * as store from './inbox/store.ts';
import {
  CASE_TTL_MS,
  DAY_WINDOW_SECONDS,
  EVENT_ROWS,
  EVENTS_PER_DAY,
  HOUR_WINDOW_SECONDS,
  LETTERS_PER_DAY,
} from './keys.ts';
import * as cases from './reports/case.store.ts';
import { appealCase, type CaseTx, decideCase, fileReport, openCase, readCase } from './reports/case-desk.ts';
import { caseCounts } from './reports/counts.store.ts';
import type { Appeal, CaseFile, CaseQuery, DecisionInput, NewReport, ReportedLink } from './reports/model.ts';

/** A use of a window that must not hold more than `limit`. */
export interface MessageBudget {
  readonly subject: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Owner of the budget: one caller, or all callers of a kind. */
  readonly of: 'caller' | 'crowd';
}

export interface PutMessage {
  readonly message: store.NewMessage;
  /** The same one within a day is the same message. */
  readonly digest: string;
  readonly budgets: readonly MessageBudget[];
  readonly keepMs: number;
  /** Notice for the operators; null without an address. */
  readonly letter: { readonly event: string; readonly payload: Record<string, unknown> } | null;
}

/** `sinceMs`: when the oldest one came; null for none. */
export interface Waiting {
  readonly count: number;
  readonly sinceMs: number | null;
}

export type WaitingWork = Readonly<Record<'messages' | 'open' | 'appealed', Waiting>>;

export interface AcceptedMessage {
  readonly id: string;
  readonly createdMs: number;
}

const PUT_OPERATION = 'ops.message';
const LETTERS_SUBJECT = 'letters';
const QUEUE_SUBJECT = 'queue letters';

export class DeskObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'DeskObject', store.INBOX_MIGRATIONS);
  }

  /** Row, budgets and letter in one write. @returns too_many_requests with the seconds to wait */
  put({ message, digest, budgets, keepMs, letter }: PutMessage): Result<AcceptedMessage> {
    return this.command(
      (nowMs) => {
        for (const budget of budgets) this.#use(budget, nowMs);
        store.insertMessage(this.sql, message, nowMs, nowMs + keepMs);
        this.wakeAt(nowMs + keepMs);
        if (letter && this.#mayWrite(nowMs)) this.publishEvent(letter.event, letter.payload, nowMs);
        return { id: message.id, createdMs: nowMs };
      },
      { operation: PUT_OPERATION, key: digest, fingerprint: digest },
    );
  }

  /** The message with this digest of the last day, or null. */
  accepted(digest: string): Result<AcceptedMessage | null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      const row = this.sql
        .exec<{ answer: string }>(
          'SELECT answer FROM _repeat WHERE operation = ? AND key = ? AND at_ms > ?',
          PUT_OPERATION,
          digest,
          this.clock.nowMs() - DAY_WINDOW_SECONDS * SECOND_MS,
        )
        .toArray()[0];
      return row ? (JSON.parse(row.answer) as AcceptedMessage) : null;
    });
  }

  list(query: store.MessageQuery): Result<store.StoredMessage[]> {
    if (!this.exists()) return succeed([]);
    return this.command(() => store.listMessages(this.sql, query));
  }

  /** @returns not_found for an unknown id */
  setState(id: string, state: MessageState, by: string): Result<store.StoredMessage> {
    return this.command((nowMs) => {
      store.setMessageState(this.sql, id, state, by, nowMs);
      const message = store.messageById(this.sql, id);
      if (!message) throw new AppError('not_found', { reason: 'message_not_found', field: 'id' });
      return message;
    });
  }

  /** Deletes the messages of a closed account. */
  forget(userId: string): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      store.forgetPerson(this.sql, userId);
      return null;
    });
  }

  countDownload(target: DownloadTarget): Result<null> {
    return this.command(() => {
      store.countDownload(this.sql, target);
      return null;
    });
  }

  downloads(): Result<Record<string, number>> {
    if (!this.exists()) return succeed({});
    return this.command(() => store.downloadCounts(this.sql));
  }

  /** Adds to the totals of a day, up to the limit of the day. */
  countEvents(day: number, events: readonly CountedEvent[]): Result<null> {
    return this.command(() => {
      dropEvents(this.sql, day - EVENT_DAYS + 1);
      const free = EVENTS_PER_DAY - countedOn(this.sql, day);
      for (const event of events.slice(0, Math.max(0, free))) addEvent(this.sql, day, event);
      return null;
    });
  }

  /** Newest first. Reading creates nothing. */
  eventCounts(fromDay: number): Result<EventTotal[]> {
    return succeed(this.exists() ? listEvents(this.sql, fromDay, EVENT_ROWS) : []);
  }

  /** Report and budgets in one write, whatever the link is. @returns too_many_requests with the seconds to wait */
  fileReport(report: NewReport, budgets: readonly MessageBudget[]): Result<null> {
    return this.command((nowMs) => {
      for (const budget of budgets) this.#use(budget, nowMs);
      return fileReport(this.#caseTx(nowMs), report);
    });
  }

  /** The reported link does not exist. */
  dropReports(shareId: string): Result<null> {
    return this.command(() => {
      cases.dropUntaken(this.sql, shareId);
      return null;
    });
  }

  /** Files that waiting reports of a link name. */
  waitingFileIds(shareId: string): Result<string[]> {
    return this.command(() => cases.waitingFileIds(this.sql, shareId));
  }

  openCase(link: ReportedLink, files: readonly CaseFile[]): Result<boolean> {
    return this.command((nowMs) => openCase(this.#caseTx(nowMs), link, files));
  }

  /** A letter to the operators about the queue, at most one an hour. */
  noteQueue(letter: { event: string; payload: Record<string, unknown> }): Result<null> {
    return this.command((nowMs) => {
      if (store.openBudget(this.sql, QUEUE_SUBJECT, nowMs)) return null;
      store.saveBudget(this.sql, QUEUE_SUBJECT, 1, nowMs + HOUR_WINDOW_SECONDS * SECOND_MS);
      this.publishEvent(letter.event, letter.payload, nowMs);
      return null;
    });
  }

  listCases(query: CaseQuery) {
    return succeed(this.exists() ? cases.listCases(this.sql, query) : []);
  }

  casesOf(ownerId: string, limit: number) {
    return succeed(this.exists() ? cases.casesOf(this.sql, ownerId, limit) : []);
  }

  /** New messages, and cases by the state in which they wait; each of at most 1,000. */
  waiting(): Result<WaitingWork> {
    const nothing = { count: 0, sinceMs: null };
    if (!this.exists()) return succeed({ messages: nothing, open: nothing, appealed: nothing });
    return this.command(() => ({
      messages: store.countNew(this.sql),
      open: cases.countWaiting(this.sql, 'open'),
      appealed: cases.countWaiting(this.sql, 'appealed'),
    }));
  }

  /** Null for a link without a case. */
  decisionsAfter(after: number, limit: number) {
    return succeed(this.exists() ? cases.decisionsAfter(this.sql, after, limit) : []);
  }

  /** Reading creates nothing. */
  caseCounts(quarters: number) {
    return succeed(this.exists() ? caseCounts(this.sql, quarters) : []);
  }

  readCase(shareId: string) {
    return succeed(this.exists() ? readCase(this.sql, shareId) : null);
  }

  decideCase(input: DecisionInput, by: Actor): Result<number> {
    return this.command((nowMs) => decideCase(this.#caseTx(nowMs), input, by));
  }

  appealCase(shareId: string, ownerId: string, appeal: Appeal): Result<null> {
    return this.command((nowMs) => appealCase(this.#caseTx(nowMs), shareId, ownerId, appeal));
  }

  setReportAnswered(shareId: string, reporter: string): Result<null> {
    return this.command(() => {
      cases.setAnswered(this.sql, shareId, reporter);
      return null;
    });
  }

  /** The account of an owner was closed. */
  endCasesOf(ownerId: string): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command((nowMs) => {
      cases.endCasesOf(this.sql, ownerId, nowMs);
      this.wakeAt(nowMs);
      return null;
    });
  }

  #caseTx(nowMs: number): CaseTx {
    return {
      sql: this.sql,
      nowMs,
      publish: (event, payload) => this.publishEvent(event, payload, nowMs),
      wakeAt: (atMs) => this.wakeAt(atMs),
    };
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const next = [store.dropExpired(this.sql, nowMs), cases.dropEndedCases(this.sql, nowMs, CASE_TTL_MS)];
    const due = next.filter((atMs) => atMs !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }

  #use(budget: MessageBudget, nowMs: number): void {
    const open = store.openBudget(this.sql, budget.subject, nowMs);
    const used = open?.used ?? 0;
    const untilMs = open?.untilMs ?? nowMs + budget.windowSeconds * SECOND_MS;
    if (used >= budget.limit)
      throw new AppError('too_many_requests', {
        reason: budget.of === 'caller' ? 'message_budget' : 'desk_full',
        messageKey: budget.of === 'caller' ? 'ops.contact.error.often' : 'ops.contact.error.full',
        retryInSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / SECOND_MS)),
      });
    store.saveBudget(this.sql, budget.subject, used + 1, untilMs);
    this.wakeAt(untilMs);
  }

  /** Limits the notices of a day. */
  #mayWrite(nowMs: number): boolean {
    const open = store.openBudget(this.sql, LETTERS_SUBJECT, nowMs);
    const used = open?.used ?? 0;
    if (used >= LETTERS_PER_DAY) return false;
    store.saveBudget(this.sql, LETTERS_SUBJECT, used + 1, open?.untilMs ?? nowMs + DAY_WINDOW_SECONDS * SECOND_MS);
    return true;
  }
}
