/** SQL of factor-account.ts. Decides nothing. */

/** One line of ACCOUNT_MIGRATIONS. */
export const FACTOR_MIGRATION = 'SELECT 1';
