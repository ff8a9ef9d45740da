/** The part of the membership of its person. */

import type { Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import { ENTITLEMENT_TABLES, type PushedMembership, saveMembership } from './limits.store.ts';
import { quantitiesNow } from './quantities.ts';
import { TRAFFIC_TABLES } from './traffic.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  quantities({ core }: Parts, caller: CallerData, plans: Plans) {
    return core.read(caller, (sql, nowMs) => quantitiesNow(sql, plans, nowMs));
  },
  /** The membership of the person changed. An older version than the stored one changes nothing. */
  setMembership({ core }: Parts, pushed: PushedMembership) {
    return done(core, (tx) => {
      if (saveMembership(tx.sql, pushed)) tx.changed();
    });
  },
};

export const entitlementPart = {
  tables: {
    34: ENTITLEMENT_TABLES,
    35: `
  -- Bytes that links sent, counted outside: all that one shard of the counter has of a day.
  CREATE TABLE link_traffic (day TEXT NOT NULL, shard INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (day, shard)) WITHOUT ROWID;
  `,
    36: TRAFFIC_TABLES,
  },
  calls,
} satisfies DrivePart;
