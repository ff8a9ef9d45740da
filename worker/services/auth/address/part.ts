/** The part of addresses. */
import type { AccountCore } from '../core/account-core.ts';
import type { AccountPart } from '../core/account-part.ts';
import { UNDO_TTL_MS } from '../keys.ts';
import {
  beginClaim,
  beginUndo,
  dropAddressClaim,
  dropStaleClaims,
  removePhone,
  writeAddress,
  writeUndo,
} from './account-addresses.ts';
import { dropUndone, NAME_ORIGIN_MIGRATION, UNDO_MIGRATION } from './store.ts';

export const addressPart = {
  tables: { 7: UNDO_MIGRATION, 17: NAME_ORIGIN_MIGRATION },
  calls: {
    beginClaim,
    dropClaim: dropAddressClaim,
    writeAddress,
    removePhone,
    beginUndo,
    writeUndo,
  },
  alarm(core: AccountCore, nowMs: number) {
    dropUndone(core.sql, nowMs - UNDO_TTL_MS);
    return dropStaleClaims(core, nowMs);
  },
} satisfies AccountPart;
