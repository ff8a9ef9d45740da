/**
 * Shared by the parts of a drive: reading and writing as its owner, transactions of other objects, limits. Parts are made over
 * one core (drive-parts.ts).
 */
import { AppError, type Result } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { newRunNumber } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import { type CallerData, type ProgramScope, requireCaller } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { makeSweepCounter } from './sweeps.ts';
import type { DriveTx, NodeListener, TreeLimits, VersionLimits } from './tx.ts';

/** Longest time until the alarm finds that the process of a run has ended (former-process.store.ts). */
const LOOK_MS = 3 * SECOND_MS;

export interface DriveCore {
  readonly object: ObjectCore;
  readonly sql: SqlStorage;
  readonly env: Env;
  /** The context of the store functions inside a transaction. */
  tx(nowMs: number): DriveTx;
  /**
   * @returns the rights of the app password; null for a session
   * @throws AppError unauthenticated; permission_denied for a program that sees one folder, unless its nodes were found there
   */
  guard(caller: CallerData): ProgramScope | null;
  read<T>(caller: CallerData, work: (sql: SqlStorage, nowMs: number, scope: ProgramScope | null) => T): Result<T>;
  /**
   * A reading that may pass over the whole drive. @param rowsPerMinute  that such readings of the drive may take together
   * @throws AppError too_many_requests
   */
  sweep<T>(
    caller: CallerData,
    rowsPerMinute: number,
    work: (sql: SqlStorage, nowMs: number, charge: (rows: number) => void) => T,
  ): Result<T>;
  /**
   * A change by the owner, in one transaction. @param key  a repeated call gets the first answer
   * @returns permission_denied for a program that may only read
   */
  write<T>(
    caller: CallerData,
    work: (tx: DriveTx, scope: ProgramScope | null) => T,
    key?: IdempotencyKey | null,
  ): Result<T>;
  /** A change by another object or by the alarm. */
  transact<T>(work: (tx: DriveTx) => T): Result<T>;
  /** Delivers waiting events. @returns false while a share still shows removed files */
  deliverRemovals(): Promise<boolean>;
  versionLimits(): VersionLimits;
  /** When the alarm looks at a lease, epoch ms: within seconds where it sees that the process of a run has ended. */
  lookAtMs(untilMs: number, nowMs: number): number;
  /** Adds what a part does when the drive changes. Parts add theirs in their order. */
  addHooks(hooks: DriveHooks): void;
  /** Calls the hooks of this name. */
  runHooks<Name extends keyof DriveHooks>(name: Name, ...args: Parameters<Required<DriveHooks>[Name]>): void;
  /** Starts a run of a job. Not awaited: the job calls back, and an alarm repeats it when its lease has ended. */
  startRun(job: DriveJob, id: string, run?: number): void;
}

/** Entry points that work for a drive. */
type DriveJob = 'HashJob' | 'FetchJob' | 'DownloadJob' | 'ArchiveJob' | 'WordsJob' | 'TakenJob';

interface JobCalls {
  run(driveName: string, id: string, run?: number): Promise<void>;
}

export interface DriveHooks {
  /** Before every write. */
  onWrite?(): void;
  /** Inside a transaction, when something that the owner sees changes. */
  onChange?(): void;
  /** Inside a transaction, when the owner's notifications change. */
  onBellChange?(): void;
  /** An upload with a hold takes its place. @throws AppError where the place is not as expected */
  requireHold?(tx: DriveTx, hold: string, nodeId: string): void;
  /** Runs of a former process are due. */
  endLeases?(tx: DriveTx): void;
}

/** @param listeners  called by the tree in their order @param treeLimits  how large the tree may grow */
export function makeDriveCore(
  object: ObjectCore,
  env: Env,
  listeners: readonly NodeListener[],
  treeLimits: () => TreeLimits,
): DriveCore {
  const hooks: DriveHooks[] = [];
  const { sql } = object;
  let versionLimits: VersionLimits | undefined;
  let run: number | undefined;
  const sweeps = makeSweepCounter(sql);

  const runHooks: DriveCore['runHooks'] = (name, ...args) => {
    for (const each of hooks) (each[name] as ((...given: typeof args) => void) | undefined)?.(...args);
  };

  const lookAtMs = (untilMs: number, nowMs: number): number =>
    readConfig(env).processName === '' ? untilMs : Math.min(untilMs, nowMs + LOOK_MS);

  function tx(nowMs: number, credential = ''): DriveTx {
    let isCounted = false;
    run ??= newRunNumber();
    return {
      credential,
      run,
      changed: (isOfStatement = false) => {
        if (!isCounted && !isOfStatement) sql.exec('UPDATE space SET revision = revision + 1');
        isCounted = true;
        runHooks('onChange');
      },
      sql,
      nowMs,
      limits: treeLimits(),
      listeners,
      publish: (event, payload, dueMs) => object.publishEvent(event, payload, nowMs, dueMs),
      bellChanged: () => runHooks('onBellChange'),
      wakeAt: (atMs) => object.wakeAt(atMs),
      wakeForLease: (untilMs) => object.wakeAt(lookAtMs(untilMs, nowMs)),
    };
  }

  function guard(caller: CallerData): ProgramScope | null {
    const scope = requireCaller(sql, caller, object.nowMs());
    if (scope !== null && scope.folderId !== '' && !caller.program?.isWithin)
      throw new AppError('permission_denied', { reason: 'outside_folder' });
    return scope;
  }

  return {
    object,
    sql,
    env,
    lookAtMs,
    tx,
    guard,
    runHooks,
    addHooks: (added) => void hooks.push(added),
    startRun(job, id, number) {
      const entryPoint = object.entryPoint(job) as JobCalls;
      void entryPoint
        .run(object.name, id, number)
        .catch((error: unknown) => logError('drive.job-start', error, { job, id }));
    },
    read(caller, work) {
      return object.command((nowMs) => work(sql, nowMs, guard(caller)));
    },
    sweep(caller, rowsPerMinute, work) {
      return object.command((nowMs) => {
        guard(caller);
        return sweeps.run((counted, charge) => work(counted, nowMs, charge), { nowMs, rowsPerMinute });
      });
    },
    write(caller, work, key = null) {
      let scope: ProgramScope | null;
      try {
        object.prepare();
        // Before the idempotency key: an ended session does not see earlier answers either.
        scope = guard(caller);
        if (scope?.isReadOnly) throw new AppError('permission_denied', { reason: 'read_only' });
      } catch (error) {
        return { ok: false, error: object.failure(error) };
      }
      runHooks('onWrite');
      return object.command((nowMs) => work(tx(nowMs, caller.sessionId), scope), key);
    },
    transact: (work) => object.command((nowMs) => work(tx(nowMs))),
    async deliverRemovals() {
      await object.drain();
      const waiting = sql.exec(
        "SELECT 1 FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed') LIMIT 1",
      );
      return waiting.toArray().length === 0;
    },
    versionLimits() {
      if (!versionLimits) {
        const { versionsPerFile, versionTtlSeconds } = readConfig(env).limits;
        versionLimits = { versionsPerFile, versionTtlMs: versionTtlSeconds * SECOND_MS };
      }
      return versionLimits;
    },
  };
}
