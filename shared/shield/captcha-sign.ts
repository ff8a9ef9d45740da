/**
 * The signature that clients send with a captcha request. Telemetry only: every client has the salts, so it proves nothing
 * and opens nothing (trust.md, hazard 5). Pure; MD5 is a parameter, because the two sides use different ones.
 * Source: wire-contract.md section 2, spec section 3.
 */

/** Ten, as in the spec. Public, never secrets. */
export const CAPTCHA_SALTS: readonly string[] = [
  'uN8mWq3vZt5yRk1c',
  'Hs7LxePb2JdG9a0o',
  'k4QfVnT6iYwC8zMr',
  'Xj1DgB5sUhE3pKl7',
  'o9ZtRaFy2McNv6Wq',
  'Gb8iSxHd4LkJe0Pu',
  'w3TnQm7VzCr1YfOa',
  'E5jKpU9sBxDg2hLi',
  'c6RvNyZt8MqWk4Fa',
  'P0oJeHb3GdXs7LuT',
];

export interface CaptchaSignFields {
  readonly clientId: string;
  readonly clientVersion: string;
  readonly packageName: string;
  /** 32 hex digits. */
  readonly deviceId: string;
  /** Epoch ms as text. */
  readonly timestamp: string;
}

/** @param md5  lower-case hex of the MD5 of a text */
export async function captchaSign(
  fields: CaptchaSignFields,
  md5: (text: string) => Promise<string>,
  salts: readonly string[] = CAPTCHA_SALTS,
): Promise<string> {
  let hash = fields.clientId + fields.clientVersion + fields.packageName + fields.deviceId + fields.timestamp;
  for (const salt of salts) hash = await md5(hash + salt);
  return `1.${hash}`;
}
