/** Face of config: the documents operators write, as everybody reads them, and as operators do. Types only. */
import type { DocumentName, DocumentValue } from '#shared/documents/registry.ts';
import type {
  Act,
  Actor,
  DocumentState,
  DocumentSummary,
  DocumentVersion,
  DraftInput,
  LogQuery,
  Noted,
  Published,
  PublishInput,
  RollbackInput,
} from './rpc-types.ts';

/** A run of lines of a comparison. */
export interface DiffRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

/** The operators' side. Who may call is asked before: these methods ask nobody. */
export interface DocumentRegistry {
  overview(): Promise<DocumentSummary[]>;
  read(name: DocumentName): Promise<DocumentState>;
  /** The text of one version; 0 is what the build brought. @throws AppError not_found */
  versionText(name: DocumentName, version: number): Promise<string>;
  /** Newest first, at most 200. */
  history(name: DocumentName): Promise<DocumentVersion[]>;
  log(query: LogQuery): Promise<Act[]>;
  /** Writes into the same log what operators did elsewhere, after it was done. @param noted.note  at most 500 characters are kept */
  note(actor: Actor, noted: Noted): Promise<void>;
  /** Keeps any text, also one that does not parse. @throws AppError aborted when the draft is another by now */
  saveDraft(actor: Actor, input: DraftInput): Promise<{ revision: number }>;
  discardDraft(actor: Actor, name: DocumentName): Promise<void>;
  /** @throws AppError aborted when another version was published since; failed_precondition without a draft */
  publish(actor: Actor, input: PublishInput): Promise<Published>;
  /** @throws AppError not_found, aborted */
  rollback(actor: Actor, input: RollbackInput): Promise<Published>;
  /** What would change. @param text  null: the draft, or the live text where there is none */
  diff(name: DocumentName, text: string | null): Promise<DiffRun[]>;
}

export interface ConfigService extends DocumentRegistry {
  /** What is published, at most 60 s old; the last good one while KV fails. Never throws. */
  live<Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>>;
}
