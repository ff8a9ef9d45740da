/** The part of grants to programs. */
import { DAY_MS } from '#shared/units.ts';
import type { AccountCore } from '../core/account-core.ts';
import type { AccountPart } from '../core/account-part.ts';
import {
  approver,
  consentFacts,
  isTokenActive,
  narrowSession,
  openCode,
  openDeviceSession,
  useCode,
} from './account-grants.ts';
import { dropCodes, GRANT_MIGRATION, hasCodes } from './store.ts';

export const oauthPart = {
  tables: { 4: GRANT_MIGRATION },
  calls: {
    consentFacts,
    openCode,
    useCode,
    approver,
    openDeviceSession,
    narrowSession,
    isTokenActive,
  },
  alarm({ sql }: AccountCore, nowMs: number) {
    dropCodes(sql, nowMs - DAY_MS);
    return hasCodes(sql) ? nowMs + DAY_MS : null;
  },
} satisfies AccountPart;
