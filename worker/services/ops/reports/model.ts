/** Data of reported links between the desk, the operations and their callers. Types only. */
import type { CaseAct, CaseState, ReportReason, RestrictedStatus } from '#shared/share/reports.ts';
import type { Actor } from '#worker/services/config/index.ts';

/** A report as it is stored. */
export interface NewReport {
  readonly shareId: string;
  /** Keyed digest of the person or the address: one person counts once for a link. */
  readonly reporter: string;
  readonly reason: ReportReason;
  readonly note: string;
  /** A file of the link; '' for all of it. Not checked: it is what the visitor said. */
  readonly fileId: string;
  /** For an answer; '' for none. */
  readonly email: string;
  readonly locale: string;
}

export interface StoredReport extends NewReport {
  readonly atMs: number;
  readonly isAnswered: boolean;
}

/** A file of the link as it was when the link was reported. */
export interface CaseFile {
  readonly nodeId: string;
  readonly contentKey: string;
  readonly gcid: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
}

export interface JudgedFile extends CaseFile {
  readonly isReported: boolean;
  readonly isBanned: boolean;
}

/** The link as it was when it was reported. */
export interface ReportedLink {
  readonly shareId: string;
  readonly ownerId: string;
  /** Language of the owner; '' unknown. */
  readonly locale: string;
  readonly title: string;
  readonly status: string;
  readonly fileNum: number;
  readonly sizeBytes: number;
}

export interface CaseSummary extends ReportedLink {
  readonly state: CaseState;
  readonly weight: number;
  /** People who reported it. */
  readonly reports: number;
  readonly reasons: readonly ReportReason[];
  readonly openedMs: number;
  /** Of the last report, decision or appeal. */
  readonly changedMs: number;
  readonly judged: RestrictedStatus | '';
  /** Number of the last decision; 0: none yet. */
  readonly decision: number;
}

export interface Appeal {
  readonly message: string;
  readonly atMs: number;
}

export interface Decision {
  readonly seq: number;
  readonly atMs: number;
  readonly by: Actor;
  readonly act: CaseAct;
  /** Set by an act that closes the link, else ''. */
  readonly status: RestrictedStatus | '';
  /** Shown to its owner. */
  readonly ground: ReportReason;
  /** For operators alone. */
  readonly note: string;
  readonly key: string;
  readonly appeal: Appeal | null;
}

/** A decision with the link that it is about. */
export interface ListedDecision extends Decision {
  readonly shareId: string;
  readonly ownerId: string;
  readonly title: string;
}

export interface Case extends CaseSummary {
  readonly people: readonly StoredReport[];
  readonly files: readonly JudgedFile[];
  /** Newest first. */
  readonly decisions: readonly Decision[];
}

export interface CaseQuery {
  /** '' for every state. */
  readonly state: CaseState | '';
  /** The last one of the page before; null for the first page. */
  readonly after: { readonly weight: number; readonly shareId: string } | null;
  readonly limit: number;
}

export interface DecisionInput {
  readonly shareId: string;
  readonly act: CaseAct;
  /** Of an act that closes the link. */
  readonly status: RestrictedStatus;
  readonly ground: ReportReason;
  readonly note: string;
  /** Files whose contents a ban concerns. */
  readonly nodeIds: readonly string[];
  /** Number of the decision that the operator saw. */
  readonly seen: number;
  /** A repeat with it is the same decision. */
  readonly key: string;
}
