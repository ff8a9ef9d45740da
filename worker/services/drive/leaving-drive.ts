/**
 * What a person takes along, and the end of a drive whose account was closed. Erasing goes on by the alarm until no row is
 * left, whatever was under way when it began.
 */
import { type Result, succeed } from '#shared/errors.ts';
import { eraseRound, isClosed, markClosed } from './account/erase.store.ts';
import { exportPage } from './account/export.store.ts';
import type { CallerData } from './drive-base.ts';
import { RETRY_MS } from './keys.ts';
import type { ExportPage } from './service.ts';
import { SharingDrive } from './sharing-drive.ts';

/** Rows of one page: some 400 KB between objects. */
const EXPORT_ROWS = 1_000;

export abstract class LeavingDrive extends SharingDrive {
  /** @param after  `next` of the page before; '' begins */
  exportPage(caller: CallerData, after: string): Result<ExportPage> {
    return this.command(() => {
      this.guard(caller);
      return exportPage(this.sql, after, EXPORT_ROWS);
    });
  }

  /** The account is gone: nobody gets in any more, and everything goes for good. Repeating it changes nothing. */
  erase(): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command((nowMs) => {
      const tx = this.tx(nowMs);
      markClosed(tx);
      eraseRound(tx);
      tx.wakeAt(nowMs);
      return null;
    });
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const dueMs = await super.onAlarm(nowMs);
    if (!isClosed(this.sql)) return dueMs;
    const round = this.command((clockMs) => eraseRound(this.tx(clockMs)));
    if (round.ok && !round.value) return dueMs;
    return Math.min(dueMs ?? Number.POSITIVE_INFINITY, nowMs + RETRY_MS);
  }
}
