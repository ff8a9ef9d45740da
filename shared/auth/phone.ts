/**
 * What a phone number looks like on the wire and in forms. Pure and small: the numbering plans stand in
 * worker/services/auth/address/phone.ts, behind the server.
 */

/** Longest thing somebody may type: 15 digits, a plus, and room for spaces, dots and brackets. */
export const PHONE_MAX_CHARS = 40;

/** Whether text is a number in its one spelling: `+`, then 7 to 15 digits. */
export function isE164(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
