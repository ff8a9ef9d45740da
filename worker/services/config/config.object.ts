/**
 * ConfigObject: operators' documents with drafts, versions and the log of acts. One object decides on every publication; KV holds a
 * copy for requests.
 */

import type { DocumentKind } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { brokenAct, type ChainHead, chainActs, chainHead } from './act-chain.ts';
import { CONFIG_MIGRATIONS } from './config.migrations.ts';
import * as store from './config.store.ts';
import { CHECKED_ACTS, CONFIG_PUBLISHED, HISTORY_VERSIONS, SETTLE_WAIT_MS, UNNAMED_LOGOS } from './keys.ts';
import { dropUnnamed, logoOf, putLogo, type StoredLogo } from './logo.store.ts';
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

const NAMES = Object.keys(DOCUMENTS) as DocumentName[];

function conflict(cause: string, version: number): AppError {
  return new AppError('aborted', {
    reason: 'version_conflict',
    message: `${cause}; version ${version} is live now`,
    metadata: { version: String(version) },
  });
}

export class ConfigObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ConfigObject', CONFIG_MIGRATIONS);
    // Acts that an earlier program wrote.
    if (this.exists()) this.command(() => chainActs(this.sql));
  }

  overview(): Result<DocumentSummary[]> {
    return this.command(() =>
      NAMES.map((name) => {
        const row = store.documentRow(this.sql, name);
        return {
          name,
          version: row.liveVersion,
          settled: row.settledVersion === row.liveVersion,
          hasDraft: row.draftText !== null,
          draftMs: row.draftText === null ? 0 : row.draftMs,
          lastAct: store.listActs(this.sql, { name, before: 0, limit: 1 })[0] ?? null,
        };
      }),
    );
  }

  read(name: DocumentName): Result<DocumentState> {
    return this.command(() => {
      const row = store.documentRow(this.sql, name);
      const { draftText, draftBy } = row;
      return {
        name,
        version: row.liveVersion,
        text: this.#liveText(row),
        settled: row.settledVersion === row.liveVersion,
        draft:
          draftText === null || draftBy === null
            ? null
            : { text: draftText, base: row.draftBase, by: draftBy, atMs: row.draftMs },
        draftRevision: row.draftRevision,
      };
    });
  }

  /** @returns not_found for an unknown version */
  version(name: DocumentName, version: number): Result<{ text: string }> {
    return this.command(() => ({ text: this.#textOf(name, version) }));
  }

  history(name: DocumentName): Result<DocumentVersion[]> {
    return this.command(() => store.listVersions(this.sql, name, HISTORY_VERSIONS));
  }

  /** Logs an act of an operator in another service. */
  recordAct(by: Actor, { act, subject, note }: LogNote): Result<null> {
    return this.command((atMs) => {
      store.insertAct(this.sql, { atMs, by, act, name: subject, beforeVersion: 0, afterVersion: 0, note });
      return null;
    });
  }

  /** Whether the log has an operator, also one who left the role since. */
  hadOperator(): Result<boolean> {
    return this.command(() => store.hasAct(this.sql, 'people', 'operator_added'));
  }

  /** Logs that the installation got its first operator. @returns permission_denied where the log has one: of two at once, one wins */
  recordFirstOperator(by: Actor, note: string): Result<null> {
    return this.command((atMs) => {
      if (store.hasAct(this.sql, 'people', 'operator_added'))
        throw new AppError('permission_denied', { reason: 'first_link_over' });
      const act = { act: 'operator_added', name: 'people', beforeVersion: 0, afterVersion: 0 } as const;
      store.insertAct(this.sql, { ...act, atMs, by, note });
      return null;
    });
  }

  backupTimes(): Result<BackupTimes> {
    return this.command(() => ({
      backupMs: store.timeOfAct(this.sql, 'backups', 'backup_made', 'newest'),
      firstOperatorMs: store.timeOfAct(this.sql, 'people', 'operator_added', 'first'),
    }));
  }

  /** The newest act with the hash of the log; null before the first act. */
  logHead(): Result<ChainHead | null> {
    return this.command(() => chainHead(this.sql));
  }

  /** The first of the newest acts that does not fit the chain; null when all do. */
  brokenAct(): Result<number | null> {
    return this.command(() => brokenAct(this.sql, CHECKED_ACTS));
  }

  log(query: LogQuery): Result<Act[]> {
    return this.command(() => store.listActs(this.sql, query));
  }

  /** Saves a text as the draft, also a malformed one. The live text is no draft. @returns aborted when the draft has changed */
  saveDraft(actor: Actor, { name, text, base, revision }: DraftInput): Result<{ revision: number }> {
    return this.command((nowMs) => {
      const row = store.documentRow(this.sql, name);
      if (text === (row.draftText ?? this.#liveText(row)) && base === (row.draftText === null ? base : row.draftBase))
        return { revision: row.draftRevision };
      if (revision !== null && revision !== row.draftRevision)
        throw conflict('somebody else has changed the draft since you read it', row.liveVersion);
      if (base > row.liveVersion) throw conflict(`there is no version ${base}`, row.liveVersion);
      const isDraft = text !== this.#liveText(row);
      const draftRevision = row.draftRevision + 1;
      store.putDocument(this.sql, {
        ...row,
        draftText: isDraft ? text : null,
        draftBase: isDraft ? base : row.liveVersion,
        draftRevision,
        draftBy: isDraft ? actor : null,
        draftMs: nowMs,
      });
      this.#note(actor, row, isDraft ? 'draft' : 'discard', row.liveVersion, '', nowMs);
      return { revision: draftRevision };
    });
  }

  discardDraft(actor: Actor, name: DocumentName): Result<null> {
    return this.command((nowMs) => {
      const row = store.documentRow(this.sql, name);
      if (row.draftText === null) return null;
      store.putDocument(this.sql, this.#withoutDraft(row));
      this.#note(actor, row, 'discard', row.liveVersion, '', nowMs);
      return null;
    });
  }

  /**
   * Publishes a text. The live text keeps its version, so a repeated call changes nothing.
   * @returns problems of a text that does not parse (a draft stays the draft); aborted when another version was published since
   * `base`; failed_precondition without a draft
   */
  async publish(actor: Actor, { name, text, base, note }: PublishInput): Promise<Result<PublishResult>> {
    const done = this.command((nowMs): PublishResult => {
      const row = store.documentRow(this.sql, name);
      const chosen = text ?? row.draftText;
      if (chosen === null)
        throw new AppError('failed_precondition', { reason: 'no_draft', message: 'there is no draft to publish' });
      if (chosen === this.#liveText(row)) {
        if (row.draftText === chosen) store.putDocument(this.sql, this.#withoutDraft(row));
        return { ok: true, version: row.liveVersion };
      }
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      const parsed = kind.parse(chosen);
      if (!parsed.ok) {
        this.#note(actor, row, 'refused', row.liveVersion, note, nowMs);
        return { ok: false, problems: parsed.problems };
      }
      const from = text === null && row.draftBase !== row.liveVersion ? row.draftBase : base;
      if (from !== row.liveVersion) throw conflict(`this text was written from version ${from}`, row.liveVersion);
      return { ok: true, version: this.#makeLive(actor, row, { text: chosen, note, rolledBackTo: null }, nowMs) };
    });
    await this.#settleSoon();
    return done;
  }

  /** Publishes the text of an older version as a new one. @returns as publish; not_found for an unknown version */
  async rollback(actor: Actor, { name, version, base, note }: RollbackInput): Promise<Result<PublishResult>> {
    const done = this.command((nowMs): PublishResult => {
      const row = store.documentRow(this.sql, name);
      const text = this.#textOf(name, version);
      if (text === this.#liveText(row)) return { ok: true, version: row.liveVersion };
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      // A text that an older build could parse may be malformed for this one.
      const parsed = kind.parse(text);
      if (!parsed.ok) {
        this.#note(actor, row, 'refused', row.liveVersion, note, nowMs);
        return { ok: false, problems: parsed.problems };
      }
      if (base !== null && base !== row.liveVersion) throw conflict(`you looked at version ${base}`, row.liveVersion);
      return { ok: true, version: this.#makeLive(actor, row, { text, note, rolledBackTo: version }, nowMs) };
    });
    await this.#settleSoon();
    return done;
  }

  /** Stores a picture under the hash of its content. A version names it before the next few are sent, or it is dropped. */
  putLogo(id: string, logo: StoredLogo): Result<null> {
    return this.command((nowMs) => {
      dropUnnamed(this.sql, UNNAMED_LOGOS);
      putLogo(this.sql, id, logo, nowMs);
      return null;
    });
  }

  logo(id: string): Result<StoredLogo | null> {
    return this.command(() => logoOf(this.sql, id));
  }

  /** The text that KV must hold. */
  live(name: DocumentName): Result<{ version: number; text: string }> {
    return this.command(() => {
      const row = store.documentRow(this.sql, name);
      return { version: row.liveVersion, text: this.#liveText(row) };
    });
  }

  /** KV holds this version. @returns whether it is the live one */
  settle(name: DocumentName, version: number): Result<{ current: boolean }> {
    return this.command(() => {
      const row = store.documentRow(this.sql, name);
      store.putDocument(this.sql, { ...row, settledVersion: version });
      return { current: version === row.liveVersion };
    });
  }

  /** Waits until KV holds the publication. If KV is slow or fails, the outbox retries later. */
  async #settleSoon(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLE_WAIT_MS);
    });
    await Promise.race([this.drain(), late]);
    clearTimeout(timer);
  }

  #makeLive(
    actor: Actor,
    row: store.DocumentRow,
    { text, note, rolledBackTo }: { text: string; note: string; rolledBackTo: number | null },
    nowMs: number,
  ): number {
    const version = row.liveVersion + 1;
    store.insertVersion(this.sql, row.name, { version, atMs: nowMs, by: actor, note, rolledBackTo }, text);
    const rest = row.draftText === text ? this.#withoutDraft(row) : row;
    store.putDocument(this.sql, { ...rest, liveVersion: version });
    this.#note(actor, row, rolledBackTo === null ? 'publish' : 'rollback', version, note, nowMs);
    this.publishEvent(CONFIG_PUBLISHED, { name: row.name }, nowMs);
    return version;
  }

  #withoutDraft(row: store.DocumentRow): store.DocumentRow {
    return { ...row, draftText: null, draftBase: 0, draftRevision: row.draftRevision + 1, draftBy: null, draftMs: 0 };
  }

  #note(by: Actor, row: store.DocumentRow, act: Act['act'], afterVersion: number, note: string, nowMs: number): void {
    const { name, liveVersion: beforeVersion } = row;
    store.insertAct(this.sql, { atMs: nowMs, by, act, name, beforeVersion, afterVersion, note });
  }

  #liveText(row: store.DocumentRow): string {
    return this.#textOf(row.name, row.liveVersion);
  }

  #textOf(name: DocumentName, version: number): string {
    const text = store.textOf(this.sql, name, version);
    if (text === null) throw new AppError('not_found', { reason: 'no_such_version', message: `no version ${version}` });
    return text;
  }
}
