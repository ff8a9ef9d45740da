/** What is said about documents between the object, the operations and their callers. Types only. */
import type { Problem } from '#shared/documents/document.ts';
import type { DocumentName } from '#shared/documents/registry.ts';

/** Who acts. An id alone names nobody to the operator who reads the log, so the name of that day stands beside it. */
export interface Actor {
  /** `console` for the command line, else the id of a person. */
  readonly id: string;
  /** As the person was called then; '' unknown. */
  readonly name: string;
  readonly via: 'console' | 'page' | 'api';
}

export type ActKind = 'draft' | 'discard' | 'refused' | 'publish' | 'rollback' | OtherAct;

/** Acts of operators on what is no document; the note says on whom or what. */
export type OtherAct = 'operator_added' | 'operator_removed' | 'message_done' | 'message_opened' | 'links_judged';

/** What an act is about. */
export type Subject = DocumentName | 'people' | 'messages' | 'links';

export interface Noted {
  readonly act: OtherAct;
  readonly subject: 'people' | 'messages' | 'links';
  readonly note: string;
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
  /** Version it was begun from. */
  readonly base: number;
  readonly by: Actor;
  readonly atMs: number;
}

export interface DocumentState {
  readonly name: DocumentName;
  readonly version: number;
  /** What is live, or will be within a minute. */
  readonly text: string;
  /** False while KV does not hold the version yet. */
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

export type Published =
  | { readonly ok: true; readonly version: number }
  /** Nothing was published; the text is as it was sent. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface DraftInput {
  readonly name: DocumentName;
  readonly text: string;
  /** Version the text was written from. */
  readonly base: number;
  /** `draftRevision` as it was read; null overwrites whatever there is. */
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
  /** Version that was live when it was asked for; null for whatever is live. */
  readonly base: number | null;
  readonly note: string;
}

/** Newest first. */
export interface LogQuery {
  /** '' for every document. */
  readonly name: DocumentName | '';
  /** Acts before this one; 0 for the newest. */
  readonly before: number;
  /** 1 to 200. */
  readonly limit: number;
}
