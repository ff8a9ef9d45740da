/** Endpoints of reported links -> operations. */
import type { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { reportContract, type WireCase, type WireCaseSummary } from '#shared/ops/report.contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { appeal, listCases, ownDecision } from './cases.ts';
import { caseOf, decide } from './decide.ts';
import type { ReportDeps } from './deps.ts';
import type { Case, CaseSummary } from './model.ts';
import { reportLink } from './report-link.ts';

function wireSummary(found: CaseSummary): WireCaseSummary {
  const { shareId, ownerId, title, status, state, judged, weight, reports, reasons, openedMs, changedMs } = found;
  return {
    share_id: shareId,
    user_id: ownerId,
    share_status: status as ShareStatus,
    title,
    state,
    judged,
    weight,
    reports,
    reasons: [...reasons],
    created_time: wireTime(openedMs),
    modified_time: wireTime(changedMs),
  };
}

function wireCase(found: Case): WireCase {
  return {
    ...wireSummary(found),
    decision: found.decision,
    people: found.people.map(({ reason, note, fileId, locale, atMs }) => {
      return { reason, note, file_id: fileId, locale, created_time: wireTime(atMs) };
    }),
    files: found.files.map(({ nodeId, name, sizeBytes, mime, gcid, isReported, isBanned }) => {
      const size = String(sizeBytes);
      return { id: nodeId, name, size, mime_type: mime, hash: gcid, reported: isReported, banned: isBanned };
    }),
    decisions: found.decisions.map(({ act, status, ground, note, by, atMs, appeal: objection }) => ({
      act,
      ground,
      share_status: status,
      reason: note,
      by: by.name || by.id,
      created_time: wireTime(atMs),
      appeal: objection?.message ?? '',
    })),
  };
}

async function requireCase(deps: ReportDeps, shareId: string): Promise<WireCase> {
  const found = await caseOf(deps, shareId);
  if (!found) throw new AppError('not_found', { reason: 'case_not_found', field: 'id' });
  return wireCase(found);
}

export function bindReports(router: Hono<AppEnv>, deps: ReportDeps): void {
  bindEndpoint(router, reportContract.reportLink, async ({ body, call }) => {
    const { share_id: shareId, file_id: fileId, reason, note, email } = body;
    await reportLink(deps, { shareId, fileId, reason, note, email, captchaToken: call.captchaToken }, null, call);
    return {};
  });
  bindEndpoint(router, reportContract.ownDecision, async ({ query, caller }) => {
    const own = await ownDecision(deps, caller, query.share_id);
    if (!own) throw new AppError('not_found', { reason: 'decision_not_found', field: 'share_id' });
    const { shareId, title, isClosed, hasBanned, decision, isFinal } = own;
    return {
      share_id: shareId,
      title,
      closed: isClosed,
      banned: hasBanned,
      ground: decision.ground,
      created_time: wireTime(decision.atMs),
      appealed_time: decision.appeal ? wireTime(decision.appeal.atMs) : '',
      final: isFinal,
    };
  });
  bindEndpoint(router, reportContract.appeal, async ({ body, caller }) => {
    await appeal(deps, caller, body.share_id, body.message);
    return {};
  });
  bindEndpoint(router, reportContract.cases, async ({ query }) => {
    const { cases, nextPageToken } = await listCases(deps, { state: query.state ?? '', pageToken: query.page_token });
    return { cases: cases.map(wireSummary), next_page_token: nextPageToken };
  });
  bindEndpoint(router, reportContract.caseOf, ({ params }) => requireCase(deps, params.id));
  bindEndpoint(router, reportContract.decide, async ({ params, body, caller, call }) => {
    const { act, share_status: status, ground, reason: note, file_ids: nodeIds, decision: seen } = body;
    const key = call.idempotencyKey ?? newHexId();
    const by = { id: caller.userId, name: '', via: 'api' } as const;
    await decide(deps, { shareId: params.id, act, status, ground, note, nodeIds, seen, key }, by);
    return requireCase(deps, params.id);
  });
}
