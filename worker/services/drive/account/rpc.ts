/** RPC methods of DriveObject about the drive as a whole. */
import type { Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { Unread } from '../bell/unread.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { membershipNow } from '../entitlement/limits.store.ts';
import type { DriveUsage } from '../tree/usage/drive-usage.ts';
import { closeDrive } from './closing.ts';
import { exportPage } from './export.store.ts';
import { ownerNotes } from './owner-notes.store.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
  readonly usage: DriveUsage;
  readonly unread: Unread;
}

export const accountMethods = {
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
