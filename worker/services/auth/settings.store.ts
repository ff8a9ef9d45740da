/** SQL of settings-account.ts. Decides nothing. */

/** One line of ACCOUNT_MIGRATIONS. */
export const SETTINGS_MIGRATION = 'SELECT 1';
