/** The spelling of gift codes: four groups of five letters and digits without look-alikes; the first group names the batch. Pure. */

/** Crockford's base 32. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const BATCH_CHARS = 5;
/** 75 random bits. */
export const SECRET_CHARS = 15;
/** Of what people type, spaces and hyphens counted. */
export const MAX_TYPED_CHARS = 100;

const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** @returns the code in capitals without separators; null for a text that is none */
export function readGiftCode(typed: string): { readonly batchId: string; readonly code: string } | null {
  if (typed.length > MAX_TYPED_CHARS) return null;
  const code = [...typed.toUpperCase()]
    .filter((char) => char !== '-' && char.trim() !== '')
    .map((char) => LOOK_ALIKES[char] ?? char)
    .join('');
  const isCode = code.length === BATCH_CHARS + SECRET_CHARS && [...code].every((char) => CODE_ALPHABET.includes(char));
  return isCode ? { batchId: code.slice(0, BATCH_CHARS), code } : null;
}

/** `ABCDE-FGHJK-MNPQR-STVWX`. */
export function showGiftCode(code: string): string {
  return [0, 5, 10, 15].map((from) => code.slice(from, from + 5)).join('-');
}
