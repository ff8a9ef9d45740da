/** SQL of the end of an account. */

/** Tables with personal data, beside the account's own row. */
const PERSONAL_TABLES = [
  'families',
  'attempts',
  'used_tokens',
  'two_factor',
  'recovery_codes',
  'factor_failures',
  'passkeys',
  'app_passwords',
  'codes',
  'consents',
  'address_claims',
  'closing_digests',
  'undone',
  'devices',
  'pictures',
  'preferences',
  'favorite_links',
  'provider_links',
  'desk_acts',
] as const;

/** Blanks all personal data. The row stays, so that the id is never given again. */
export function blankAccount(sql: SqlStorage): void {
  sql.exec(
    "UPDATE account SET name = '', email = '', phone = '', avatar = '', password = '', premium = 0, role = '', ends_ms = 0, held = ''",
  );
  for (const table of PERSONAL_TABLES) sql.exec(`DELETE FROM ${table}`);
}
