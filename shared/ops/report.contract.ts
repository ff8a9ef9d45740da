/** Endpoints of reported links: of visitors who report one, of its owner, and of operators. The pages do the same without a client. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { SHARE_STATUSES } from '#shared/share/model.ts';
import {
  APPEAL_MAX_CHARS,
  CASE_ACTS,
  CASE_STATES,
  REPORT_NOTE_MAX_CHARS,
  REPORT_REASONS,
  RESTRICTED_STATUSES,
} from '#shared/share/reports.ts';

const text = v.string();
/** Wire time; '' for none. */
const time = v.string();
const id = v.pipe(requiredText, v.maxLength(64));
const judged = v.picklist(['', ...RESTRICTED_STATUSES]);

const caseSummary = v.object({
  share_id: text,
  user_id: text,
  title: text,
  /** Of the link when it was reported first. */
  share_status: v.picklist(SHARE_STATUSES),
  state: v.picklist(CASE_STATES),
  /** The status that a decision set; '' for none. */
  judged,
  weight: v.number(),
  reports: v.number(),
  reasons: v.array(v.picklist(REPORT_REASONS)),
  created_time: time,
  modified_time: time,
});

const wholeCase = v.object({
  ...caseSummary.entries,
  /** Number of the last decision, to send with the next one. */
  decision: v.number(),
  people: v.array(
    v.object({ reason: v.picklist(REPORT_REASONS), note: text, file_id: text, locale: text, created_time: time }),
  ),
  files: v.array(
    v.object({
      id: text,
      name: text,
      size: text,
      mime_type: text,
      hash: text,
      reported: v.boolean(),
      banned: v.boolean(),
    }),
  ),
  decisions: v.array(
    v.object({
      act: v.picklist(CASE_ACTS),
      share_status: judged,
      ground: v.picklist(REPORT_REASONS),
      reason: text,
      by: text,
      created_time: time,
      appeal: text,
    }),
  ),
});
export type WireCase = v.InferOutput<typeof wholeCase>;
export type WireCaseSummary = v.InferOutput<typeof caseSummary>;

const operators = ['unauthenticated', 'permission_denied', 'invalid_argument'] as const;

export const reportContract = {
  reportLink: endpoint({
    id: 'ops.reportLink',
    method: 'POST',
    path: '/drive/v1/share/report',
    host: 'drive',
    callers: 'anyone',
    // One person counts once for a link.
    idempotency: 'natural',
    body: v.object({
      share_id: id,
      /** '' for all of the link. */
      file_id: optionalText,
      reason: v.picklist(REPORT_REASONS),
      note: v.pipe(optionalText, v.maxLength(REPORT_NOTE_MAX_CHARS * 2)),
      /** For one letter after the decision; '' for none. */
      email: optionalText,
    }),
    output: v.object({}),
    errors: ['invalid_argument', 'captcha_required', 'captcha_invalid', 'too_many_requests'],
    summary: 'Reports a link; the answer is the same whether or not there is one',
  }),
  ownDecision: endpoint({
    id: 'ops.ownDecision',
    method: 'GET',
    path: '/drive/v1/share/decision',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ share_id: id }),
    output: v.object({
      share_id: text,
      title: text,
      closed: v.boolean(),
      /** Contents of it can be neither shared nor saved. */
      banned: v.boolean(),
      ground: v.picklist(REPORT_REASONS),
      created_time: time,
      appealed_time: time,
      final: v.boolean(),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: "The operators' decision on a link of the caller",
  }),
  appeal: endpoint({
    id: 'ops.appeal',
    method: 'POST',
    path: '/drive/v1/share/appeal',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ share_id: id, message: v.pipe(optionalText, v.maxLength(APPEAL_MAX_CHARS * 2)) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'not_found', 'failed_precondition'],
    summary: 'Objects to the decision on a link of the caller, once',
  }),
  cases: endpoint({
    id: 'ops.cases',
    method: 'GET',
    path: '/v1/ops/reports',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    query: v.object({ state: v.optional(v.picklist(CASE_STATES)), page_token: optionalText }),
    output: v.object({ cases: v.array(caseSummary), next_page_token: text }),
    errors: operators,
    summary: 'Reported links, heaviest first',
  }),
  caseOf: endpoint({
    id: 'ops.caseOf',
    method: 'GET',
    path: '/v1/ops/reports/{id}',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    params: v.object({ id }),
    output: wholeCase,
    errors: [...operators, 'not_found'],
    summary: 'One reported link with its reports, evidence and decisions',
  }),
  decide: endpoint({
    id: 'ops.decide',
    method: 'POST',
    path: '/v1/ops/reports/{id}',
    host: 'user',
    callers: 'operator',
    // A repeat finds the decision that it made.
    idempotency: 'natural',
    params: v.object({ id }),
    body: v.object({
      act: v.picklist(CASE_ACTS),
      /** Of an act that closes the link. */
      share_status: v.optional(v.picklist(RESTRICTED_STATUSES), 'SENSITIVE_RESOURCE'),
      /** Shown to the owner. */
      ground: v.optional(v.picklist(REPORT_REASONS), 'other'),
      /** For the log of operators. */
      reason: v.pipe(requiredText, v.maxLength(400)),
      /** Files whose contents a ban concerns. */
      file_ids: v.optional(v.pipe(v.array(id), v.maxLength(200)), []),
      /** Number of the last decision as it was read. */
      decision: wireCount,
    }),
    output: wholeCase,
    errors: [...operators, 'not_found', 'aborted'],
    summary: 'Decides a reported link: leaves, closes or opens it, or bans contents of it',
  }),
} as const;
