/** Progress of a new account through its first steps, from its own rows. */
import { type AccountSteps, FIRST_STEPS_ID } from '#shared/auth/first-steps.ts';
import type { Result } from '#shared/errors.ts';
import { type AccountCore, askAs, type SessionCaller } from '../core/account-core.ts';

const found = (sql: SqlStorage, query: string, ...values: SqlStorageValue[]): boolean =>
  sql.exec(`SELECT 1 FROM ${query} LIMIT 1`, ...values).toArray().length > 0;

/** Systems as core/device.ts names them. */
const PHONES = "name LIKE '%Android%' OR name LIKE '%iOS%' OR name LIKE '%iPadOS%'";

export function loadFirstSteps(core: AccountCore, caller: SessionCaller): Result<AccountSteps> {
  const { sql } = core;
  return askAs(core, caller, () => ({
    isClosed: found(sql, 'preferences WHERE name = ?', FIRST_STEPS_ID),
    hasPhone: found(sql, `devices WHERE ${PHONES}`),
    hasProgram: found(sql, 'app_passwords') || found(sql, "families WHERE client_id = 'cli' AND revoked_ms IS NULL"),
  }));
}
