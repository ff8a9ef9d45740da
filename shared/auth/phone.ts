/** The form of a phone number on the wire and in forms. Pure and small: worker/services/auth/identifier/phone.ts has the numbering plans. */

/** Longest typed number: 15 digits, a plus, spaces, dots and brackets. */
export const PHONE_MAX_CHARS = 40;

/** Whether text is a number in E.164: `+`, then 7 to 15 digits. */
export function isE164(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
