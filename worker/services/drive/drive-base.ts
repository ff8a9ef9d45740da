/**
 * Floor of DriveObject: tables, the token guard, the way news leaves. Uploads stand on it, the tree on top of them:
 * DriveBase <- UploadingDrive (uploading-drive.ts) <- DriveObject (drive.object.ts).
 */
import { exports } from 'cloudflare:workers';
import { AppError } from '#shared/errors.ts';
import type { Env } from '#worker/env.ts';
import type { Deliver } from '#worker/platform/news.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { DRIVE_MIGRATIONS } from './drive.migrations.ts';
import type { DriveTx } from './tx.ts';

/** A caller as data between objects. */
export interface CallerData {
  readonly userId: string;
  readonly familyId: string;
  readonly epoch: number;
}

export abstract class DriveBase extends StoredObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'DriveObject', DRIVE_MIGRATIONS);
  }

  protected override deliver: Deliver = (items) =>
    (exports as unknown as { News: { deliver: Deliver } }).News.deliver([...items]);

  /** What the store functions work with inside a command. */
  protected tx(nowMs: number): DriveTx {
    return {
      sql: this.sql,
      nowMs,
      tell: (event, payload) => this.tell(event, payload, nowMs),
      wakeAt: (atMs) => this.wakeAt(atMs),
    };
  }

  /** @throws AppError unauthenticated when the token's family or epoch is over, or the account is closed; call first in every command of a person */
  protected guard(caller: CallerData): void {
    const { min_epoch, closed } = this.sql
      .exec<{ min_epoch: number; closed: number }>(
        'SELECT min_epoch, EXISTS (SELECT 1 FROM closing) AS closed FROM guard',
      )
      .one();
    const revoked =
      this.sql.exec('SELECT 1 FROM revoked_families WHERE family_id = ?', caller.familyId).toArray().length > 0;
    if (revoked || closed === 1 || caller.epoch < min_epoch)
      throw new AppError('unauthenticated', { reason: 'session_ended' });
  }

  /** Hears that sessions ended. @param familyId null: every token below `minEpoch` */
  endSessions(input: { familyId: string | null; minEpoch: number; untilMs: number }): { ok: true } {
    if (!this.exists()) this.prepare();
    const { familyId, minEpoch, untilMs } = input;
    this.ctx.storage.transactionSync(() => {
      this.sql.exec('UPDATE guard SET min_epoch = max(min_epoch, ?)', minEpoch);
      if (familyId)
        this.sql.exec('INSERT OR REPLACE INTO revoked_families (family_id, until_ms) VALUES (?, ?)', familyId, untilMs);
    });
    return { ok: true };
  }
}
