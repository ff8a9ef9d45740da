/** The part of the account's row, its sessions, devices and used tokens. */
import { DAY_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { ATTEMPT_LIFETIME_MS, REFRESH_TTL_SECONDS } from '../keys.ts';
import { dropUsedTokens } from './account.store.ts';
import { type AccountCore, deliverEnds, endExpiredSessions } from './account-core.ts';
import type { AccountPart } from './account-part.ts';
import {
  createAccount,
  endUnmade,
  loadAddressee,
  loadLetterBox,
  loadPerson,
  openSampleSession,
  ownPerson,
} from './account-person.ts';
import { makeInFlight } from './in-flight.ts';
import { hasAging } from './session.store.ts';
import { CORE_TABLES } from './tables.ts';

export const corePart = {
  tables: CORE_TABLES,
  make: (_core: ObjectCore) => ({ inFlight: makeInFlight(ATTEMPT_LIFETIME_MS) }),
  calls: {
    create: createAccount,
    endUnmade,
    person: loadPerson,
    letterBox: loadLetterBox,
    addressee: loadAddressee,
    ownPerson,
    openSampleSession,
    deliverEnds,
  },
  alarm(core: AccountCore, nowMs: number) {
    endExpiredSessions(core, nowMs - REFRESH_TTL_SECONDS * 1_000 - DAY_MS, nowMs);
    dropUsedTokens(core.sql, nowMs);
    return hasAging(core.sql) ? nowMs + DAY_MS : null;
  },
} satisfies AccountPart;
