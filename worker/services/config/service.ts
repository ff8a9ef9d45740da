/** Service interface of config: published documents for all services, and the operators' side. Types only. */
import type { DocumentName, DocumentValue } from '#shared/documents/registry.ts';
import type { ChainHead } from './act-chain.ts';
import type {
  Act,
  Actor,
  BackupTimes,
  DocumentState,
  DocumentSummary,
  DocumentVersion,
  DraftInput,
  LogNote,
  LogQuery,
  PublishInput,
  PublishResult,
  RollbackInput,
} from './rpc-types.ts';

/** A run of lines of a comparison. */
export interface DiffRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

/** The operators' side. The callers of these methods authorise the operator. */
export interface DocumentRegistry {
  overview(): Promise<DocumentSummary[]>;
  read(name: DocumentName): Promise<DocumentState>;
  /** The text of one version; 0 is the initial text of the build. @throws AppError not_found */
  versionText(name: DocumentName, version: number): Promise<string>;
  /** Newest first, at most 200. */
  history(name: DocumentName): Promise<DocumentVersion[]>;
  log(query: LogQuery): Promise<Act[]>;
  /** The newest act, with the hash that follows from it and from every act before; null before the first act. */
  logHead(): Promise<ChainHead | null>;
  /** The first of the newest 200 acts that was changed, removed or put between others; null for none. */
  brokenAct(): Promise<number | null>;
  /** Logs an act of an operator in another service. @param noted.note  cut to 500 characters */
  recordAct(actor: Actor, noted: LogNote): Promise<void>;
  /** When the newest whole copy was made of an installation on Cloudflare, and how old the installation is. */
  backupTimes(): Promise<BackupTimes>;
  /** Whether the log has an operator, also one who left the role since. */
  hadOperator(): Promise<boolean>;
  /** Logs the first operator of the installation. @throws AppError permission_denied where the log has one */
  recordFirstOperator(actor: Actor, note: string): Promise<void>;
  /** Saves any text, also one that does not parse. @throws AppError aborted when the draft has changed */
  saveDraft(actor: Actor, input: DraftInput): Promise<{ revision: number }>;
  discardDraft(actor: Actor, name: DocumentName): Promise<void>;
  /** @throws AppError aborted when another version was published since; failed_precondition without a draft */
  publish(actor: Actor, input: PublishInput): Promise<PublishResult>;
  /** @throws AppError not_found, aborted */
  rollback(actor: Actor, input: RollbackInput): Promise<PublishResult>;
  /** The changes against the live text. @param text  null: the draft, or the live text without one */
  diff(name: DocumentName, text: string | null): Promise<DiffRun[]>;
}

export interface ConfigService extends DocumentRegistry {
  /** The published document, at most 60 s old; the last good one while KV fails. Never throws. */
  live<Name extends DocumentName>(name: Name): Promise<DocumentValue<Name>>;
}
