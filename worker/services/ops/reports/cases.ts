/** Reported links for operators and for their owners. */
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId, type ContentKey } from '#shared/ids.ts';
import { cleanMessage } from '#shared/ops/messages.ts';
import { APPEAL_MAX_CHARS, type CaseState, isClosing } from '#shared/share/reports.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { contentLink, type LeasedContent, type LinkClaims } from '#worker/services/drive/service.ts';
import { EVIDENCE_LINK_MS } from '../keys.ts';
import { caseOf } from './decide.ts';
import type { ReportDeps } from './deps.ts';
import type { CaseSummary, Decision, ListedDecision } from './model.ts';
import { reportsOf } from './part.ts';

const PAGE = 30;
const TOKEN = /^(\d{1,12})\.([A-Za-z0-9_-]{1,64})$/;

/** For operators: heaviest first. @param query.pageToken  of the page before; '' for the first @throws AppError invalid_argument */
export async function listCases(
  deps: ReportDeps,
  query: { state: CaseState | ''; pageToken: string },
): Promise<{ cases: readonly CaseSummary[]; nextPageToken: string }> {
  const [, weight = '', shareId = ''] = TOKEN.exec(query.pageToken) ?? [];
  if (query.pageToken !== '' && shareId === '')
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const after = shareId === '' ? null : { weight: Number(weight), shareId };
  const cases = unwrap(await reportsOf(deps).listCases({ state: query.state, after, limit: PAGE })) as CaseSummary[];
  const last = cases.at(-1);
  return { cases, nextPageToken: last && cases.length === PAGE ? `${last.weight}.${last.shareId}` : '' };
}

/** Decisions of one part of an export. */
const EXPORTED = 500;

/** For operators: decisions about all links, oldest first. @param after  number of the last one before; 0 for the first */
export async function listDecisions(
  deps: ReportDeps,
  after: number,
): Promise<{ decisions: readonly ListedDecision[]; next: number }> {
  const decisions = unwrap(await reportsOf(deps).decisionsAfter(after, EXPORTED)) as ListedDecision[];
  return { decisions, next: decisions.length === EXPORTED ? (decisions.at(-1)?.seq ?? 0) : 0 };
}

/**
 * For operators: an address of a piece of evidence on the content origin, valid for minutes. Looking is an act in the log.
 * @throws AppError not_found
 */
export async function openEvidence(
  deps: ReportDeps,
  { shareId, nodeId }: { shareId: string; nodeId: string },
  by: Actor,
): Promise<string> {
  const found = await caseOf(deps, shareId);
  const file = found?.files.find((each) => each.nodeId === nodeId);
  if (!found || !file) throw new AppError('not_found', { reason: 'evidence_not_found', field: 'file' });
  await deps.documents.recordAct(by, { act: 'evidence_opened', subject: 'links', note: `${shareId}: file ${nodeId}` });
  const claims: LinkClaims = {
    kind: 'evidence',
    ownerId: asUserId(found.ownerId),
    nodeId: asNodeId(nodeId),
    contentKey: file.contentKey as ContentKey,
    expiresAtMs: deps.clock.nowMs() + EVIDENCE_LINK_MS,
    attachment: false,
    shareId: asShareId(shareId),
    shareEpoch: 0,
  };
  return (await contentLink(deps, claims, file.name)).url;
}

/** Content of a link of kind `evidence`; null when its case or its bytes are gone. */
export async function evidenceSource(deps: ReportDeps, claims: LinkClaims): Promise<LeasedContent | null> {
  const { kind, shareId = '', nodeId, contentKey, ownerId } = claims;
  if (kind !== 'evidence') return null;
  const found = await caseOf(deps, shareId);
  const file = found?.files.find((each) => each.nodeId === nodeId && each.contentKey === contentKey);
  const stored = file && (await deps.drive.heldContent(contentKey));
  if (!found || !stored) return null;
  const { name, mime } = file;
  const content = { ...stored, contentKey, name, mime, modifiedMs: found.openedMs, payer: ownerId };
  return { content, leaseMs: 0 };
}

/** The decision on a link as its owner reads it. */
export interface OwnDecision {
  readonly shareId: string;
  readonly title: string;
  /** The link is closed by a decision. */
  readonly isClosed: boolean;
  /** Contents of it are banned. */
  readonly hasBanned: boolean;
  /** The decision that closed it last, or the one that opened it. */
  readonly decision: Decision;
  /** An appeal was answered: the decision stays. */
  readonly isFinal: boolean;
}

/** @returns null for another person's link, and for one that no decision has closed @throws AppError unauthenticated */
export async function ownDecision(deps: ReportDeps, caller: Caller, shareId: string): Promise<OwnDecision | null> {
  // The object of reported links holds no sessions: the account says whether this one still counts.
  await deps.auth.profile(caller);
  const found = await caseOf(deps, shareId);
  const closing = found?.decisions.find(({ act }) => isClosing(act));
  const [last] = found?.decisions ?? [];
  if (!found || !closing || !last || found.ownerId !== caller.userId) return null;
  const isClosed = found.judged !== '';
  return {
    shareId,
    title: found.title,
    isClosed,
    hasBanned: found.files.some(({ isBanned }) => isBanned),
    decision: isClosed ? closing : last,
    isFinal: isClosed && last.act === 'uphold',
  };
}

/** The owner objects to a decision, once. @throws AppError unauthenticated, invalid_argument, not_found, failed_precondition */
export async function appeal(deps: ReportDeps, caller: Caller, shareId: string, text: string): Promise<void> {
  const message = cleanMessage(text);
  if (message === '' || message.length > APPEAL_MAX_CHARS)
    throw new AppError('invalid_argument', {
      field: 'message',
      ...(message === ''
        ? { reason: 'missing', messageKey: 'ops.decision.error.empty' }
        : {
            reason: 'too_long',
            messageKey: 'ops.report.error.long',
            messageParams: { max: String(APPEAL_MAX_CHARS) },
          }),
    });
  await deps.auth.profile(caller);
  unwrap(await reportsOf(deps).appealCase(shareId, caller.userId, { message, atMs: deps.clock.nowMs() }));
}
