/**
 * Base of every Durable Object: name, append-only migrations, idempotency keys, outbox and one alarm. Independent of features.
 * Methods of subclasses return Results and do not throw (a thrown error loses its fields in the call).
 */
import { DurableObject, exports } from 'cloudflare:workers';
import { AppError, type ErrorData, type Result, toErrorData } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from './clock.ts';
import type { CostMeter } from './cost/meter.ts';
import { costMeterOf, meteredEnv, meteredSql } from './cost/metered-env.ts';
import type { MachineBindings } from './disk-space.ts';
import type { DeliverEvents, DomainEvent } from './domain-event.ts';
import { addFormerMethods } from './former-methods.ts';
import { newHexId } from './ids.ts';
import { logError } from './log.ts';
import { makeObjectRegistry, type ObjectMark, type ObjectRegistry } from './object-registry.ts';
import { type CallerData, requireSession } from './session-guard.ts';
import { answerOnce, type IdempotencyKey, REPEAT_TTL_MS } from './storage/answers.ts';
import { type Migrations, makeFreshTables } from './storage/migrations.ts';
import { copyObject, hashStored, type ObjectPage, type ObjectPart, putPart } from './storage/object-copy.ts';
import {
  type Armed,
  armRecovery,
  CLOSED_WAIT_MS,
  isClosedForRecovery,
  type RecoveryTarget,
} from './storage/recovery.ts';
import { STORAGE_LOST, STORAGE_NEWER, storageFailureOf } from './storage/storage-failure.ts';

const BASE_TABLES = `
  CREATE TABLE IF NOT EXISTS _self (class TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS _repeat (operation TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, answer TEXT NOT NULL, at_ms INTEGER NOT NULL, PRIMARY KEY (operation, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _outbox (id TEXT PRIMARY KEY, event TEXT NOT NULL, payload TEXT NOT NULL, at_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _alarm (at_ms INTEGER NOT NULL);
`;
/** An alarm that is this late was lost; a new one is set. */
const LOST_ALARM_MS = 10 * SECOND_MS;
/** Delay before an alarm runs again that failed, or that a crash ended after another one had been set. */
const ALARM_RETRY_MS = 5 * SECOND_MS;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 300 * SECOND_MS;
/** @param attempts  that failed before. @returns how long an event waits after one more */
export const retryDelayMs = (attempts: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 12));
const OUTBOX_BATCH = 100;

/** Interface for the parts of an object: storage, transactions, outbox and alarm. */
export interface ObjectCore {
  readonly sql: SqlStorage;
  readonly name: string;
  /** Epoch ms. */
  nowMs(): number;
  /** False for an object without storage. */
  exists(): boolean;
  /** Creates or upgrades the tables; cheap when done. */
  prepare(): void;
  /** Runs `work` in one transaction; an error it throws becomes data. @param key  a repeated call gets the first answer */
  command<T>(work: (nowMs: number) => T, key?: IdempotencyKey | null): Result<T>;
  /** `command` for the owner. @returns unauthenticated for an ended session, also where `key` has an answer */
  ownerCommand<T>(caller: CallerData, work: (nowMs: number) => T, key?: IdempotencyKey | null): Result<T>;
  /** One transaction without a result: errors are rethrown. */
  transaction(work: () => void): void;
  /** The data of an error; unknown ones are logged. */
  failure(error: unknown): ErrorData;
  /** @param dueMs  epoch ms of its delivery; default at once */
  publishEvent(event: string, payload: Record<string, unknown>, nowMs: number, dueMs?: number): void;
  /** Requests an alarm no later than `atMs`. */
  wakeAt(atMs: number): void;
  /** Delivers the waiting events now. */
  drain(): Promise<void>;
  /** An entry point of this program. @param name  of its class */
  entryPoint(name: string): unknown;
  /** Returns when everything written so far is stored for good. */
  synced(): Promise<void>;
}

export abstract class StoredObject<E = unknown> extends DurableObject<E> {
  protected readonly sql: SqlStorage;
  protected readonly clock: Clock = systemClock;
  readonly #className: string;
  readonly #migrations: Migrations;
  /** Null where the platform itself guarantees storage. */
  readonly #registry: ObjectRegistry | null;
  /** Null except in a bench. */
  readonly #meter: CostMeter | null;
  #ready = false;
  #isStored = false;
  /** Nothing of it is read or written, by the constructors of subclasses neither. */
  readonly #isRefused: boolean;
  #name = '';
  #draining: Promise<void> | undefined;
  protected alarmRuns = false;
  /** Earliest time requested while an alarm runs. */
  #requestedMs = Number.POSITIVE_INFINITY;

  constructor(ctx: DurableObjectState, env: E, className: string, migrations: Migrations) {
    super(ctx, meteredEnv(env));
    addFormerMethods(className, Object.getPrototypeOf(this) as object);
    this.#className = className;
    this.#meter = costMeterOf(env);
    this.sql = meteredSql(ctx.storage.sql, className, this.#meter);
    this.#migrations = migrations;
    this.#registry = makeObjectRegistry(env as MachineBindings);
    // The runtime ends the object with the thrown error and passes it to every caller.
    this.#isRefused = this.#isNewer();
    if (this.#isRefused) ctx.blockConcurrencyWhile(() => this.#refuseNewer()).catch(() => undefined);
    else if (this.exists()) this.prepare();
    else if (this.#registry) ctx.blockConcurrencyWhile(() => this.#refuseIfLost()).catch(() => undefined);
  }

  /** Delivers events to their handlers; a field, so that tests can make it fail. */
  protected deliver: DeliverEvents = (items) =>
    (exports as unknown as { Events: { deliver: DeliverEvents } }).Events.deliver([...items]);

  /** Runs after the outbox on every alarm. @returns when the next one is due (epoch ms), or null; by default none is */
  protected onAlarm(_nowMs: number): Promise<number | null> {
    return Promise.resolve(null);
  }

  /** This object as its parts see it. */
  protected makeCore(): ObjectCore {
    const nameOf = (): string => this.#name;
    return {
      sql: this.sql,
      get name() {
        return nameOf();
      },
      nowMs: () => this.clock.nowMs(),
      exists: () => this.exists(),
      prepare: () => this.prepare(),
      command: (work, key) => this.command(work, key),
      ownerCommand: (caller, work, key) => this.ownerCommand(caller, work, key),
      transaction: (work) => this.ctx.storage.transactionSync(work),
      failure: (error) => this.failure(error),
      publishEvent: (event, payload, nowMs, dueMs) => this.publishEvent(event, payload, nowMs, dueMs),
      wakeAt: (atMs) => this.wakeAt(atMs),
      drain: () => this.drain(),
      entryPoint: (name) => (exports as unknown as Readonly<Record<string, unknown>>)[name],
      synced: () => this.ctx.storage.sync(),
    };
  }

  /** False for an object without storage: reading must not create any. */
  protected exists(): boolean {
    return !this.#isRefused && this.#hasTables();
  }

  /** Asked by every read: once the tables are there, only `putBack` removes them. */
  #hasTables(): boolean {
    this.#isStored ||=
      this.sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_self'").toArray().length > 0;
    return this.#isStored;
  }

  /** For a caller that has only the id: the name of this object, null without storage. Asking creates nothing. */
  storedName(): string | null {
    if (!this.exists()) return null;
    this.prepare();
    return this.#name;
  }

  goBack(to: RecoveryTarget): Promise<Armed> {
    return armRecovery(this.ctx.storage, this.env, to);
  }

  /** Ends this object, and the call with it, so that the next call starts it anew. */
  async startAgain(): Promise<void> {
    if (isClosedForRecovery(this.env)) this.ctx.abort('started again');
  }

  /** Work that was due at the moment to which this object went back is done soon: its alarm may be of another time. */
  async wakeSoon(): Promise<void> {
    if (this.exists()) await this.ctx.storage.setAlarm(this.clock.nowMs() + CLOSED_WAIT_MS);
  }

  /** Hash of everything stored here; null without storage. */
  async storedHash(): Promise<string | null> {
    return this.storedName() === null ? null : hashStored(this.ctx.storage);
  }

  /** One page of everything stored here; null without storage. */
  async copyPage(cursor: string, budgetBytes: number): Promise<ObjectPage | null> {
    const name = this.storedName();
    return name === null ? null : copyObject(this.ctx.storage, name, cursor, budgetBytes);
  }

  /** @returns the hash of everything stored here then; '' before the last part */
  putBack(part: ObjectPart): Promise<string> {
    if (!isClosedForRecovery(this.env)) throw new Error('the installation is not closed');
    this.#isStored = false;
    return putPart(this.ctx.storage, part);
  }

  /** Name of this object; stored in its own storage so that a stopped state folder can be audited. */
  protected get name(): string {
    return this.#name;
  }

  /** The name; the id where the storage cannot be read. */
  protected get objectName(): string {
    return this.#name || (this.ctx.id.name ?? this.ctx.id.toString());
  }

  #mark(): ObjectMark {
    return { className: this.#className, id: this.ctx.id.toString(), name: this.objectName };
  }

  /** @throws Error, which ends this object before any call, when it was created before and its storage is lost */
  async #refuseIfLost(): Promise<void> {
    if (await this.#registry?.existed(this.#mark())) throw new Error(STORAGE_LOST);
  }

  /** A newer program has written here, and this one serves: an older version that was deployed beside `npm run deploy`. */
  #isNewer(): boolean {
    if (isClosedForRecovery(this.env) || !this.#hasTables()) return false;
    const self = this.sql.exec<{ version: number }>('SELECT version FROM _self').toArray()[0];
    return (self?.version ?? 0) > this.#migrations.length;
  }

  /** The runtime gives an alarm up that fails again and again: it is set anew, so that the work is done by the newer program. */
  async #refuseNewer(): Promise<never> {
    const isWaiting = this.sql.exec('SELECT 1 FROM _alarm').toArray().length > 0;
    const setMs = await this.ctx.storage.getAlarm();
    // While an alarm starts this object, the time at which it was due is still set.
    if (isWaiting && (setMs === null || setMs <= this.clock.nowMs())) {
      await this.ctx.storage.setAlarm(this.clock.nowMs() + CLOSED_WAIT_MS);
      await this.ctx.storage.sync();
    }
    throw new Error(STORAGE_NEWER);
  }

  /** Creates or upgrades the tables. Called by every writing method before anything else; cheap when done. */
  protected prepare(): void {
    if (this.#ready) return;
    let isNew = false;
    this.ctx.storage.transactionSync(() => {
      this.sql.exec(BASE_TABLES);
      const self = this.sql.exec<{ name: string; version: number }>('SELECT name, version FROM _self').toArray()[0];
      this.#name = self?.name ?? this.ctx.id.name ?? this.ctx.id.toString();
      isNew = !self;
      if (self) this.#migrate(self.version);
      else makeFreshTables(this.sql, this.#migrations, () => this.#migrate(0));
      if (!self)
        this.sql.exec(
          'INSERT INTO _self (class, name, version) VALUES (?, ?, ?)',
          this.#className,
          this.#name,
          this.#migrations.length,
        );
      else if (self.version < this.#migrations.length)
        this.sql.exec('UPDATE _self SET version = ?', this.#migrations.length);
    });
    this.#ready = true;
    // Sent after the tables are on the disk, like every output of an object.
    if (isNew && this.#registry) this.ctx.waitUntil(this.#registry.created(this.#mark()));
  }

  #migrate(version: number): void {
    for (const migration of this.#migrations.slice(version))
      if (typeof migration === 'string') this.sql.exec(migration);
      else migration(this.sql);
  }

  /**
   * Runs a command in one transaction and returns a thrown error as data.
   * An AppError rolls everything back; any other error is also logged and becomes `internal`.
   */
  protected command<T>(work: (nowMs: number) => T, key?: IdempotencyKey | null): Result<T> {
    return this.#run((nowMs) => (key ? answerOnce(this.sql, key, nowMs, work) : work(nowMs)));
  }

  /** `command` of an object of a person (session-guard.ts). An ended session does not see earlier answers of `key` either. */
  protected ownerCommand<T>(caller: CallerData, work: (nowMs: number) => T, key?: IdempotencyKey | null): Result<T> {
    return this.#run((nowMs) => {
      requireSession(this.sql, caller);
      return key ? answerOnce(this.sql, key, nowMs, work) : work(nowMs);
    });
  }

  #run<T>(work: (nowMs: number) => T): Result<T> {
    try {
      this.prepare();
      const nowMs = this.clock.nowMs();
      return { ok: true, value: this.ctx.storage.transactionSync(() => work(nowMs)) };
    } catch (error) {
      return { ok: false, error: this.failure(error) };
    }
  }

  /** The data of an error; unknown ones are logged here, where their stack is available. */
  protected failure(error: unknown): ErrorData {
    if (error instanceof AppError) return toErrorData(error);
    const failure = storageFailureOf(error);
    logError(failure ? `object.${failure}` : 'object.failed', error, {
      class: this.#className,
      object: this.objectName,
    });
    return { name: failure ?? 'internal' };
  }

  /** Writes an event into the outbox; call it inside the transaction that made the change. */
  protected publishEvent(event: string, payload: Record<string, unknown>, nowMs: number, dueMs = nowMs): void {
    this.sql.exec(
      'INSERT INTO _outbox (id, event, payload, at_ms, due_ms) VALUES (?, ?, ?, ?, ?)',
      newHexId(),
      event,
      JSON.stringify(payload),
      nowMs,
      dueMs,
    );
    this.wakeAt(dueMs);
  }

  /**
   * Requests an alarm no later than `atMs`; never postpones an earlier one. Synchronous on purpose: the alarm is part of
   * the same write as its row, so a crash leaves both or neither.
   */
  protected wakeAt(atMs: number): void {
    let wakeMs = atMs;
    if (this.alarmRuns) {
      // Setting an alarm makes the runtime forget the running one: if that is killed, the new one replaces it.
      this.#requestedMs = Math.min(this.#requestedMs, atMs);
      wakeMs = Math.min(atMs, this.clock.nowMs() + ALARM_RETRY_MS);
    }
    const set = this.sql.exec<{ at_ms: number }>('SELECT at_ms FROM _alarm').toArray()[0]?.at_ms;
    if (set !== undefined && set <= wakeMs && set > this.clock.nowMs() - LOST_ALARM_MS) return;
    // A lost alarm was for work that still waits: after a stop of the server the first later request must not take its place.
    this.#setAlarm(Math.min(set ?? wakeMs, wakeMs));
  }

  #setAlarm(atMs: number): void {
    this.sql.exec('DELETE FROM _alarm');
    this.sql.exec('INSERT INTO _alarm (at_ms) VALUES (?)', atMs);
    this.#meter?.setAlarm(this.#className);
    void this.ctx.storage.setAlarm(atMs);
  }

  /** Delivers the waiting events now: for answers that must wait for the handlers. One run at a time. */
  protected drain(): Promise<void> {
    this.#draining ??= this.#drainOnce().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #drainOnce(): Promise<void> {
    for (;;) {
      const nowMs = this.clock.nowMs();
      const rows = this.sql
        .exec<{ id: string; event: string; payload: string }>(
          'SELECT id, event, payload FROM _outbox WHERE due_ms <= ? ORDER BY at_ms, id LIMIT ?',
          nowMs,
          OUTBOX_BATCH,
        )
        .toArray();
      if (rows.length === 0) return;
      const items: DomainEvent[] = rows.map((row) => ({
        id: row.id,
        event: row.event,
        source: this.#name,
        payload: JSON.parse(row.payload) as Record<string, unknown>,
      }));
      let delivered: readonly string[] = [];
      try {
        delivered = await this.deliver(items);
      } catch (error) {
        logError('outbox.delivery', error, { class: this.#className });
      }
      const done = new Set(delivered);
      this.ctx.storage.transactionSync(() => {
        for (const { id } of items) {
          if (done.has(id)) this.sql.exec('DELETE FROM _outbox WHERE id = ?', id);
          else
            this.sql.exec(
              'UPDATE _outbox SET attempts = attempts + 1, due_ms = ? + min(?, ? * (1 << min(attempts, 12))) WHERE id = ?',
              this.clock.nowMs(),
              MAX_BACKOFF_MS,
              FIRST_BACKOFF_MS,
              id,
            );
        }
      });
    }
  }

  override async alarm(): Promise<void> {
    this.#meter?.alarm(this.#className);
    if (!this.exists()) return;
    if (isClosedForRecovery(this.env)) {
      await this.ctx.storage.setAlarm(this.clock.nowMs() + CLOSED_WAIT_MS);
      return;
    }
    this.prepare();
    const nowMs = this.clock.nowMs();
    this.sql.exec('DELETE FROM _alarm');
    this.alarmRuns = true;
    this.#requestedMs = Number.POSITIVE_INFINITY;
    let next: number | null = null;
    try {
      await this.drain();
      next = await this.onAlarm(nowMs);
    } catch (error) {
      logError('object.alarm', error, { class: this.#className });
      next = nowMs + ALARM_RETRY_MS;
    }
    this.alarmRuns = false;
    this.sql.exec('DELETE FROM _repeat WHERE at_ms < ?', nowMs - REPEAT_TTL_MS);
    const waiting =
      this.sql.exec<{ due: number | null }>('SELECT min(due_ms) AS due FROM _outbox').toArray()[0]?.due ?? null;
    const due = Math.min(next ?? this.#requestedMs, waiting ?? this.#requestedMs, this.#requestedMs);
    if (Number.isFinite(due)) this.#setAlarm(Math.max(due, this.clock.nowMs()));
  }
}
