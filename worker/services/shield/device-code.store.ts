/** SQL of device codes (RFC 8628). Decides nothing. */

/** One line of SHIELD_MIGRATIONS. */
export const DEVICE_CODE_MIGRATION = 'SELECT 1';
