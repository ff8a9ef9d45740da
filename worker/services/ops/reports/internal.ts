/** Calls of the command line about reported links, `/_internal/reports/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import {
  CASE_ACTS,
  CASE_STATES,
  isClosing,
  REPORT_REASONS,
  RESTRICTED_STATUSES,
  type ReportReason,
} from '#shared/share/reports.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { type AppEnv, type ConsoleActor, makeRouter } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { SENDER_PURPOSE } from '../keys.ts';
import { listCases, listDecisions } from './cases.ts';
import { caseOf, decide } from './decide.ts';
import type { ReportDeps } from './deps.ts';
import type { Case, CaseSummary, Decision, ListedDecision } from './model.ts';
import { reportsOf } from './part.ts';
import { takeIn } from './take-in.ts';

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

const schemas = {
  list: v.object({
    state: v.optional(v.picklist(['', ...CASE_STATES]), 'open'),
    page_token: v.optional(v.string(), ''),
  }),
  show: v.object({ link: id }),
  decisions: v.object({ after: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  decide: v.object({
    link: id,
    act: v.picklist(CASE_ACTS),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
    ground: v.optional(v.picklist(REPORT_REASONS)),
    status: v.optional(v.picklist(RESTRICTED_STATUSES)),
    /** Of a ban; absent: every file of the evidence. */
    files: v.optional(v.array(id)),
  }),
} as const;

const time = (ms: number): string => new Date(ms).toISOString();

function summaryOf(found: CaseSummary): object {
  const { shareId, ownerId, title, state, judged, weight, reports, reasons, openedMs, changedMs } = found;
  return {
    link: shareId,
    owner: ownerId,
    title,
    state,
    judged,
    weight,
    reports,
    reasons,
    opened: time(openedMs),
    changed: time(changedMs),
  };
}

function decisionOf({ atMs, by, act, status, ground, note, appeal }: Decision): object {
  return { at: time(atMs), by: by.name || by.id, act, status, ground, note, appeal: appeal?.message ?? '' };
}

function wholeOf(found: Case): object {
  return {
    ...summaryOf(found),
    status_when_reported: found.status,
    people: found.people.map(({ reason, note, fileId, atMs }) => ({ reason, note, file: fileId, at: time(atMs) })),
    files: found.files.map(({ nodeId, name, sizeBytes, contentKey, isReported, isBanned }) => ({
      id: nodeId,
      name,
      bytes: sizeBytes,
      content: contentKey,
      reported: isReported,
      banned: isBanned,
    })),
    decisions: found.decisions.map(decisionOf),
  };
}

function exportedOf(decision: ListedDecision): object {
  const { shareId, ownerId, title, appeal } = decision;
  const appealed = appeal === null ? '' : time(appeal.atMs);
  return { link: shareId, owner: ownerId, title, ...decisionOf(decision), appealed };
}

async function requireCase(deps: ReportDeps, shareId: string): Promise<Case> {
  const found = await caseOf(deps, shareId);
  if (!found) throw new AppError('not_found', { field: 'link', message: 'there is no report of this link' });
  return found;
}

/** A link without a report: the operator who closes it is its first reporter. @throws AppError not_found for an unknown link */
async function caseToClose(deps: ReportDeps, shareId: string, reason: ReportReason, note: string, by: ConsoleActor) {
  const found = await caseOf(deps, shareId);
  if (found) return found;
  const reporter = toHex(await deps.keyring.mac(SENDER_PURPOSE, `operator:${by.id || by.name}`));
  const report = { shareId, reporter, reason, note, fileId: '', email: '', locale: DEFAULT_LOCALE };
  unwrap(await reportsOf(deps).fileReport(report, []));
  await takeIn(deps, shareId, true);
  const opened = await caseOf(deps, shareId);
  if (!opened) throw new AppError('not_found', { field: 'link', message: 'there is no such link' });
  return opened;
}

function makeVerbs(deps: ReportDeps): Verbs<typeof schemas> {
  return {
    async list({ state, page_token }) {
      const { cases, nextPageToken } = await listCases(deps, { state, pageToken: page_token });
      return { cases: cases.map(summaryOf), next_page_token: nextPageToken };
    },
    async decisions({ after }) {
      const { decisions, next } = await listDecisions(deps, after);
      return { decisions: decisions.map(exportedOf), next };
    },
    show: async ({ link }) => wholeOf(await requireCase(deps, link)),
    async decide({ link, act, reason, ground, status, files }, by) {
      if (isClosing(act) && !ground)
        throw new AppError('invalid_argument', {
          field: 'ground',
          message: 'a decision that closes a link needs a ground',
        });
      const found =
        isClosing(act) && ground ? await caseToClose(deps, link, ground, reason, by) : await requireCase(deps, link);
      await decide(
        deps,
        {
          shareId: link,
          act,
          note: reason,
          status: status ?? (act === 'ban' ? 'PROHIBITED' : 'SENSITIVE_RESOURCE'),
          ground: ground ?? found.decisions[0]?.ground ?? 'other',
          nodeIds: files ?? found.files.map(({ nodeId }) => nodeId),
          seen: found.decision,
          key: newHexId(),
        },
        by,
      );
      return wholeOf(await requireCase(deps, link));
    },
  };
}

export function makeReportsConsole(deps: ReportDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'reports', schemas, makeVerbs(deps));
  return router;
}
