/** SQL of grant-account.ts. Decides nothing. */

/** One line of ACCOUNT_MIGRATIONS. */
export const GRANT_MIGRATION = 'SELECT 1';
