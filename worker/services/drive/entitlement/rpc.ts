/** RPC methods of DriveObject about the membership of its person. */
import type { Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { done } from '../core/rpc-methods.ts';
import { type PushedMembership, saveMembership } from './limits.store.ts';
import { quantitiesNow } from './quantities.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
}

export const entitlementMethods = {
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
