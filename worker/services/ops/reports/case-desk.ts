/** Writes of the desk of reported links: each runs in one transaction of its object. */
import { AppError } from '#shared/errors.ts';
import { actsOf, type CaseState, isClosing, weightOf } from '#shared/share/reports.ts';
import type { Actor } from '#worker/services/config/index.ts';
import {
  CASE_DECIDED,
  CASE_FILES,
  CASE_TTL_MS,
  CLOSED_CASE_TTL_MS,
  OPEN_CASE_TTL_MS,
  REPORT_FILED,
  REPORTS_PER_LINK,
} from '../keys.ts';
import * as store from './case.store.ts';
import type { Appeal, Case, CaseFile, CaseSummary, DecisionInput, NewReport, ReportedLink } from './model.ts';

export interface CaseTx {
  readonly sql: SqlStorage;
  readonly nowMs: number;
  publish(event: string, payload: Record<string, unknown>): void;
  wakeAt(atMs: number): void;
}

/** Stores a report; nothing is asked about the link, which may not exist. A repeat by the same person changes nothing. */
export function fileReport({ sql, nowMs, publish, wakeAt }: CaseTx, report: NewReport): null {
  const isFull = store.countReports(sql, report.shareId) >= REPORTS_PER_LINK;
  if (isFull || !store.insertReport(sql, report, nowMs)) return null;
  publish(REPORT_FILED, { shareId: report.shareId });
  wakeAt(nowMs + OPEN_CASE_TTL_MS);
  return null;
}

/** Gives waiting reports of a link to its case, with the evidence. @returns whether an operator has to look at it */
export function openCase({ sql, nowMs, wakeAt }: CaseTx, link: ReportedLink, files: readonly CaseFile[]): boolean {
  const { shareId } = link;
  store.insertCase(sql, link, nowMs, nowMs + OPEN_CASE_TTL_MS);
  if (!store.takeReports(sql, shareId)) return false;
  store.insertFiles(sql, shareId, files.slice(0, Math.max(0, CASE_FILES - store.countFiles(sql, shareId))));
  const found = requireCase(sql, shareId);
  // A link that an operator left open is checked again when another person reports it.
  const state: CaseState = found.state === 'decided' && found.judged === '' ? 'open' : found.state;
  const { judged, decision } = found;
  const untilMs = nowMs + (judged === '' ? OPEN_CASE_TTL_MS : CLOSED_CASE_TTL_MS);
  store.updateCase(sql, shareId, { state, weight: weightNow(sql, shareId), judged, decision, untilMs }, nowMs);
  wakeAt(untilMs);
  return state !== 'decided';
}

function weightNow(sql: SqlStorage, shareId: string): number {
  return weightOf(store.reportsOf(sql, shareId).map(({ reason }) => reason));
}

function requireCase(sql: SqlStorage, shareId: string): CaseSummary {
  const found = store.caseSummary(sql, shareId);
  if (!found) throw new AppError('not_found', { reason: 'case_not_found', field: 'share_id' });
  return found;
}

export function readCase(sql: SqlStorage, shareId: string): Case | null {
  const found = store.caseSummary(sql, shareId);
  return (
    found && {
      ...found,
      people: store.reportsOf(sql, shareId),
      files: store.filesOf(sql, shareId),
      decisions: store.decisionsOf(sql, shareId),
    }
  );
}

/**
 * Stores a decision; the event applies it. A repeat with the same key returns the first one.
 * @returns its number @throws AppError not_found; aborted when another operator decided since; invalid_argument for an act that is not possible now
 */
export function decideCase({ sql, nowMs, publish, wakeAt }: CaseTx, input: DecisionInput, by: Actor): number {
  const { shareId, act, seen, key } = input;
  const found = requireCase(sql, shareId);
  const decisions = store.decisionsOf(sql, shareId);
  const earlier = decisions.find((each) => each.key === key);
  if (earlier) return earlier.seq;
  if (found.decision !== seen) throw new AppError('aborted', { reason: 'decided_since' });
  if (!actsOf(found).includes(act)) throw new AppError('invalid_argument', { field: 'act', reason: 'not_possible' });
  if (act === 'ban' && input.nodeIds.length === 0)
    throw new AppError('invalid_argument', { field: 'files', reason: 'missing' });
  const status = isClosing(act) ? input.status : '';
  // An answer to an objection names the ground of the decision that it is about.
  const ground = isClosing(act)
    ? input.ground
    : (decisions.find((each) => isClosing(each.act))?.ground ?? input.ground);
  const seq = store.insertDecision(sql, { ...input, status, ground }, by, nowMs);
  const judged = isClosing(act) ? status : act === 'uphold' ? found.judged : '';
  if (act !== 'uphold' && act !== 'none') store.setBanned(sql, shareId, act === 'ban' ? input.nodeIds : []);
  const untilMs = nowMs + (judged === '' ? CASE_TTL_MS : CLOSED_CASE_TTL_MS);
  store.updateCase(sql, shareId, { state: 'decided', weight: found.weight, judged, decision: seq, untilMs }, nowMs);
  publish(CASE_DECIDED, { shareId, seq });
  wakeAt(untilMs);
  return seq;
}

/**
 * Stores the owner's objection and puts the case back into the queue. The same text again changes nothing.
 * @throws AppError not_found for another person's link and for one that no decision closes; failed_precondition when the
 * decision was objected to before
 */
export function appealCase({ sql, nowMs }: CaseTx, shareId: string, ownerId: string, appeal: Appeal): null {
  const found = store.caseSummary(sql, shareId);
  const closing = store.decisionsOf(sql, shareId).find(({ act }) => isClosing(act));
  if (found?.ownerId !== ownerId || found.judged === '' || !closing)
    throw new AppError('not_found', { reason: 'decision_not_found' });
  if (closing.appeal) {
    if (closing.appeal.message === appeal.message) return null;
    throw new AppError('failed_precondition', { reason: 'appealed', messageKey: 'ops.decision.error.again' });
  }
  store.insertAppeal(sql, closing.seq, appeal);
  const { weight, judged, decision } = found;
  const untilMs = nowMs + CLOSED_CASE_TTL_MS;
  store.updateCase(sql, shareId, { state: 'appealed', weight, judged, decision, untilMs }, nowMs);
  return null;
}
