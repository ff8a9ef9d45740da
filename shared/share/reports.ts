/** Reports of links and the decisions of operators about them: reasons, bounds, acts. Pure. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DecidedStatus } from '#shared/share/model.ts';

export const REPORT_REASONS = [
  'copyright',
  'child_abuse',
  'malware',
  'violence',
  'private_data',
  'spam',
  'sender_name',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The label of each reason, for visitors and owners. */
export const REASON_KEYS = {
  copyright: 'ops.report.reason.copyright',
  child_abuse: 'ops.report.reason.child_abuse',
  malware: 'ops.report.reason.malware',
  violence: 'ops.report.reason.violence',
  private_data: 'ops.report.reason.private_data',
  spam: 'ops.report.reason.spam',
  sender_name: 'ops.report.reason.sender_name',
  other: 'ops.report.reason.something',
} as const satisfies Record<ReportReason, MessageKey>;

/** The weight that one report adds to its case: the queue shows the heaviest case first. */
const REASON_WEIGHTS: Readonly<Record<ReportReason, number>> = {
  child_abuse: 1_000,
  malware: 100,
  violence: 30,
  private_data: 30,
  copyright: 10,
  sender_name: 10,
  spam: 3,
  other: 1,
};

/** UTF-16 units, as `maxlength` of a form counts them. */
export const REPORT_NOTE_MAX_CHARS = 2_000;
export const APPEAL_MAX_CHARS = 2_000;

export const CASE_STATES = ['open', 'appealed', 'decided'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** `uphold` answers an appeal: the decision stays. */
export const CASE_ACTS = ['none', 'restrict', 'ban', 'restore', 'uphold'] as const;
export type CaseAct = (typeof CASE_ACTS)[number];

export type RestrictedStatus = Exclude<DecidedStatus, 'OK'>;
export const RESTRICTED_STATUSES = [
  'SENSITIVE_RESOURCE',
  'SENSITIVE_WORD',
  'AUDITING',
  'PROHIBITED',
] as const satisfies readonly RestrictedStatus[];

/** The facts that decide which acts are possible. */
export interface CaseFacts {
  readonly state: CaseState;
  /** The status that the last decision set; '': the link is as its owner made it. */
  readonly judged: RestrictedStatus | '';
}

/** The acts that are possible now. */
export function actsOf({ state, judged }: CaseFacts): readonly CaseAct[] {
  if (judged === '') return state === 'open' ? ['none', 'restrict', 'ban'] : ['restrict', 'ban'];
  return state === 'appealed' ? ['uphold', 'restore', 'restrict', 'ban'] : ['restore', 'restrict', 'ban'];
}

/** Whether an act closes the link: its owner reads the ground and may object once. */
export function isClosing(act: CaseAct): act is 'restrict' | 'ban' {
  return act === 'restrict' || act === 'ban';
}

/** @param reasons  one for each person who reported the link */
export function weightOf(reasons: readonly ReportReason[]): number {
  return reasons.reduce((sum, reason) => sum + REASON_WEIGHTS[reason], 0);
}

export function isReportReason(text: string): text is ReportReason {
  return (REPORT_REASONS as readonly string[]).includes(text);
}

/** Reported links of a quarter, as visitors see them. */
export interface QuarterFigures {
  readonly year: number;
  /** 1 to 4. */
  readonly quarter: number;
  /** Reasons that occur, in the order of the report form. */
  readonly reasons: readonly { readonly reason: ReportReason; readonly reports: number; readonly closed: number }[];
  readonly leftOpen: number;
  readonly appeals: number;
  readonly reopened: number;
  readonly upheld: number;
}
