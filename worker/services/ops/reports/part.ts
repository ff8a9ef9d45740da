/** The part of reported links: their cases and decisions. Reading creates nothing. */
import { type Result, succeed } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { type MessageBudget, openBudget, saveBudget, spendBudget } from '../desk/budgets.ts';
import { type DeskObjects, type DeskPart, deskOf } from '../desk/desk-part.ts';
import { countNew } from '../inbox/message.store.ts';
import { CASE_TTL_MS, HOUR_WINDOW_SECONDS, REPORTS_NAME } from '../keys.ts';
import * as cases from './case.store.ts';
import { appealCase, type CaseTx, decideCase, fileReport, openCase, readCase } from './case-desk.ts';
import { CASE_COUNTS_TABLE, caseCounts } from './counts.store.ts';
import type { Appeal, CaseFile, CaseQuery, DecisionInput, NewReport, ReportedLink } from './model.ts';

/** `sinceMs`: when the oldest one came; null for none. */
export interface Waiting {
  readonly count: number;
  readonly sinceMs: number | null;
}

export type WaitingWork = Readonly<Record<'messages' | 'open' | 'appealed', Waiting>>;

const QUEUE_SUBJECT = 'queue letters';

function caseTx(core: ObjectCore, nowMs: number): CaseTx {
  return {
    sql: core.sql,
    nowMs,
    publish: (event, payload) => core.publishEvent(event, payload, nowMs),
    wakeAt: (atMs) => core.wakeAt(atMs),
  };
}

export const reportsPart = {
  tables: { 3: cases.CASE_TABLES, 4: CASE_COUNTS_TABLE },
  calls: {
    /** Report and budgets in one write, whatever the link is. @returns too_many_requests with the seconds to wait */
    fileReport: (core: ObjectCore, report: NewReport, budgets: readonly MessageBudget[]): Result<null> =>
      core.command((nowMs) => {
        for (const budget of budgets) spendBudget(core, budget, nowMs);
        return fileReport(caseTx(core, nowMs), report);
      }),
    /** The reported link does not exist. */
    dropReports: (core: ObjectCore, shareId: string): Result<null> =>
      core.command(() => {
        cases.dropUntaken(core.sql, shareId);
        return null;
      }),
    /** Files that waiting reports of a link name. */
    waitingFileIds: (core: ObjectCore, shareId: string): Result<string[]> =>
      core.command(() => cases.waitingFileIds(core.sql, shareId)),
    openCase: (core: ObjectCore, link: ReportedLink, files: readonly CaseFile[]): Result<boolean> =>
      core.command((nowMs) => openCase(caseTx(core, nowMs), link, files)),
    /** A letter to the operators about the queue, at most one an hour. */
    publishQueueLetter: (core: ObjectCore, letter: { event: string; payload: Record<string, unknown> }): Result<null> =>
      core.command((nowMs) => {
        if (openBudget(core.sql, QUEUE_SUBJECT, nowMs)) return null;
        saveBudget(core.sql, QUEUE_SUBJECT, 1, nowMs + HOUR_WINDOW_SECONDS * SECOND_MS);
        core.publishEvent(letter.event, letter.payload, nowMs);
        return null;
      }),
    listCases: (core: ObjectCore, query: CaseQuery) => succeed(core.exists() ? cases.listCases(core.sql, query) : []),
    casesOf: (core: ObjectCore, ownerId: string, limit: number) =>
      succeed(core.exists() ? cases.casesOf(core.sql, ownerId, limit) : []),
    /** New messages, and cases by the state in which they wait; each of at most 1,000. */
    waiting(core: ObjectCore): Result<WaitingWork> {
      const nothing = { count: 0, sinceMs: null };
      if (!core.exists()) return succeed({ messages: nothing, open: nothing, appealed: nothing });
      return core.command(() => ({
        messages: countNew(core.sql),
        open: cases.countWaiting(core.sql, 'open'),
        appealed: cases.countWaiting(core.sql, 'appealed'),
      }));
    },
    decisionsAfter: (core: ObjectCore, after: number, limit: number) =>
      succeed(core.exists() ? cases.decisionsAfter(core.sql, after, limit) : []),
    caseCounts: (core: ObjectCore, quarters: number) => succeed(core.exists() ? caseCounts(core.sql, quarters) : []),
    /** Null for a link without a case. */
    readCase: (core: ObjectCore, shareId: string) => succeed(core.exists() ? readCase(core.sql, shareId) : null),
    decideCase: (core: ObjectCore, input: DecisionInput, by: Actor): Result<number> =>
      core.command((nowMs) => decideCase(caseTx(core, nowMs), input, by)),
    appealCase: (core: ObjectCore, shareId: string, ownerId: string, appeal: Appeal): Result<null> =>
      core.command((nowMs) => appealCase(caseTx(core, nowMs), shareId, ownerId, appeal)),
    setReportAnswered: (core: ObjectCore, shareId: string, reporter: string): Result<null> =>
      core.command(() => {
        cases.setAnswered(core.sql, shareId, reporter);
        return null;
      }),
    /** The account of an owner was closed. */
    endCasesOf(core: ObjectCore, ownerId: string): Result<null> {
      if (!core.exists()) return succeed(null);
      return core.command((nowMs) => {
        cases.endCasesOf(core.sql, ownerId, nowMs);
        core.wakeAt(nowMs);
        return null;
      });
    },
  },
  alarm: ({ sql }: ObjectCore, nowMs: number) => cases.dropEndedCases(sql, nowMs, CASE_TTL_MS),
} satisfies DeskPart;

export function reportsOf(deps: DeskObjects) {
  return deskOf<typeof reportsPart>(deps, REPORTS_NAME);
}
