/** Data between ConfigObject, the operations and their callers. Types only. */

import type { ActKind, OtherAct, OtherSubject } from '#shared/config/acts.ts';
import type { Problem } from '#shared/document-kind.ts';
import type { DocumentName } from '#shared/documents/registry.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';

/** The actor of an act. The log stores the person's name of that day beside the id, which alone would not be readable. */
export interface Actor {
  /** `console` for the command line, else the id of a person. */
  readonly id: string;
  /** The person's name at that time; '' unknown. */
  readonly name: string;
  readonly via: 'console' | 'page' | 'api';
}

/** An actor, and what they may do now. The log does not store the role. */
export interface ActingOperator extends Actor {
  readonly role: OperatorRole;
}

/** Subject of an act. */
export type Subject = DocumentName | OtherSubject;

export interface LogNote {
  readonly act: OtherAct;
  readonly subject: OtherSubject;
  readonly note: string;
}

/** Times of the log, epoch ms; null: the log has no such act. */
export interface BackupTimes {
  /** The newest whole copy of an installation on Cloudflare. */
  readonly backupMs: number | null;
  readonly firstOperatorMs: number | null;
}

/** One line of the log. */
export interface Act {
  readonly seq: number;
  readonly atMs: number;
  readonly by: Actor;
  readonly act: ActKind;
  readonly name: Subject;
  readonly beforeVersion: number;
  readonly afterVersion: number;
  readonly note: string;
}

export interface Draft {
  readonly text: string;
  /** Version it is based on. */
  readonly base: number;
  readonly by: Actor;
  readonly atMs: number;
}

export interface DocumentState {
  readonly name: DocumentName;
  readonly version: number;
  /** The live text, or the one that will be live within a minute. */
  readonly text: string;
  /** False until KV holds the version. */
  readonly settled: boolean;
  readonly draft: Draft | null;
  /** Sent back with the next change of the draft. */
  readonly draftRevision: number;
}

/** One line of the overview. */
export interface DocumentSummary {
  readonly name: DocumentName;
  readonly version: number;
  readonly settled: boolean;
  readonly hasDraft: boolean;
  /** When the draft was saved, epoch ms; 0 without one. */
  readonly draftMs: number;
  readonly lastAct: Act | null;
}

export interface DocumentVersion {
  readonly version: number;
  readonly atMs: number;
  readonly by: Actor;
  readonly note: string;
  /** Version whose text it took; null for a text of its own. */
  readonly rolledBackTo: number | null;
}

export type PublishResult =
  | { readonly ok: true; readonly version: number }
  /** Nothing was published. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface DraftInput {
  readonly name: DocumentName;
  readonly text: string;
  /** Version the text was written from. */
  readonly base: number;
  /** `draftRevision` as read before; null overwrites any draft. */
  readonly revision: number | null;
}

export interface PublishInput {
  readonly name: DocumentName;
  /** Null: the draft. */
  readonly text: string | null;
  /** Version the text was written from. */
  readonly base: number;
  readonly note: string;
}

export interface RollbackInput {
  readonly name: DocumentName;
  readonly version: number;
  /** Version that was live for the operator; null for any. */
  readonly base: number | null;
  readonly note: string;
}

/** Newest first. */
export interface LogQuery {
  /** '' for every document. */
  readonly name: Subject | '';
  /** Only acts of this kind whose note begins so. */
  readonly about?: { readonly act: ActKind; readonly note: string };
  /** Acts before this one; 0 for the newest. */
  readonly before: number;
  /** 1 to 200. */
  readonly limit: number;
}
