/**
 * Floor of DriveObject: tables, the token guard, the way news leaves. Uploads stand on it, the tree on top of them:
 * DriveBase <- UploadingDrive (uploading-drive.ts) <- DriveObject (drive.object.ts).
 */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { DriveTx, TreeLimits } from './core/tx.ts';
import { DRIVE_MIGRATIONS } from './drive.migrations.ts';
import type { Keeping } from './tree/versions/version.store.ts';

/** A caller as data between objects. */
export interface CallerData {
  readonly userId: string;
  readonly familyId: string;
  readonly epoch: number;
}

/** Changes of so long are told together, ms: a batch of steps is one piece of news. */
const ANNOUNCE_MS = 150;

export abstract class DriveBase extends StoredObject<Env> {
  #announces = false;
  #keeping: Keeping | undefined;
  #limits: TreeLimits | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'DriveObject', DRIVE_MIGRATIONS);
  }

  /** What the store functions work with inside a command. */
  protected tx(nowMs: number): DriveTx {
    let isCounted = false;
    return {
      changed: () => {
        if (!isCounted) this.sql.exec('UPDATE revision SET n = n + 1');
        isCounted = true;
        this.announceSoon();
      },
      sql: this.sql,
      nowMs,
      limits: this.treeLimits(),
      publish: (event, payload) => this.publishEvent(event, payload, nowMs),
      wakeAt: (atMs) => this.wakeAt(atMs),
    };
  }

  /** How large the tree may grow, as it is set now. */
  protected treeLimits(): TreeLimits {
    if (!this.#limits) {
      const { nodesPerDrive, nodesPerCopy, blobGraceSeconds } = readConfig(this.env).limits;
      this.#limits = { nodesPerDrive, nodesPerCopy, graceMs: blobGraceSeconds * SECOND_MS };
    }
    return this.#limits;
  }

  /** How long former contents are kept, as it is set now. */
  protected keeping(): Keeping {
    if (!this.#keeping) {
      const { versionsPerFile, versionTtlSeconds } = readConfig(this.env).limits;
      this.#keeping = { versionsPerFile, versionTtlMs: versionTtlSeconds * SECOND_MS };
    }
    return this.#keeping;
  }

  /** Tells open windows. Should the change be rolled back, they look once more and find nothing new. */
  private announceSoon(): void {
    if (this.#announces || this.ctx.getWebSockets().length === 0) return;
    this.#announces = true;
    setTimeout(() => {
      this.#announces = false;
      this.announce();
    }, ANNOUNCE_MS);
  }

  /** Sends the revision to every open window whose token still counts. */
  protected abstract announce(): void;

  /** @throws AppError unauthenticated when the token's family or epoch is over, or the account is closed; call first in every command of a person */
  protected guard(caller: CallerData): void {
    const { min_epoch, over } = this.sql
      .exec<{ min_epoch: number; over: number }>(
        `SELECT min_epoch, EXISTS (SELECT 1 FROM closing) OR EXISTS (SELECT 1 FROM revoked_families WHERE family_id = ?) AS over
         FROM guard`,
        caller.familyId,
      )
      .one();
    if (over === 1 || caller.epoch < min_epoch) throw new AppError('unauthenticated', { reason: 'session_ended' });
  }

  /** Closes the windows whose tokens count no more. */
  protected abstract closeEnded(): void;

  /** Hears that sessions ended. @param familyId null: every token below `minEpoch` */
  endSessions(input: { familyId: string | null; minEpoch: number; untilMs: number }): { ok: true } {
    if (!this.exists()) this.prepare();
    const { familyId, minEpoch, untilMs } = input;
    this.ctx.storage.transactionSync(() => {
      this.sql.exec('UPDATE guard SET min_epoch = max(min_epoch, ?)', minEpoch);
      if (familyId)
        this.sql.exec('INSERT OR REPLACE INTO revoked_families (family_id, until_ms) VALUES (?, ?)', familyId, untilMs);
    });
    this.closeEnded();
    return { ok: true };
  }
}
