/** The part of the drive as a whole: space, export, erasure. */

import type { Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { Unread } from '../bell/unread.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { membershipNow } from '../entitlement/limits.store.ts';
import type { DriveUsage } from '../tree/usage/drive-usage.ts';
import { closeDrive, eraseNext } from './closing.ts';
import { exportPage } from './export.store.ts';
import { ownerNotes } from './owner-notes.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly usage: DriveUsage;
  readonly unread: Unread;
}

const calls = {
  /** Used space with the limits of now. */
  spaceAndLimits({ core, usage, unread }: Parts, caller: CallerData, plans: Plans) {
    return core.read(caller, (sql, nowMs) => ({
      ...usage.space(core),
      ...membershipNow({ sql, nowMs }, plans),
      ...ownerNotes(sql, nowMs, unread),
    }));
  },
  exportPage({ core }: Parts, caller: CallerData, after: string) {
    return core.read(caller, (sql) => exportPage(sql, after));
  },
  erase({ core }: Parts) {
    return closeDrive(core);
  },
};

export const accountPart = {
  tables: {
    5: `
  -- One row once the account is closed: everything here is on its way out.
  CREATE TABLE closing (at_ms INTEGER NOT NULL);
  `,
  },
  calls,
  alarm: ({ core }: Parts, nowMs: number) => eraseNext(core, nowMs),
} satisfies DrivePart;
