/** SQL of what the shield knows about callers' risk. Decides nothing. */

/** One line of SHIELD_MIGRATIONS. */
export const RISK_MIGRATION = 'SELECT 1';
