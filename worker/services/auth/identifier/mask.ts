/** Addresses and names as strangers see them. Pure. */

/** `alice@example.com` -> `a***e@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '';
  const letters = [...email.slice(0, at)];
  const last = letters.length > 2 ? letters.at(-1) : '';
  return `${letters[0]}***${last}${email.slice(at)}`;
}

/** `+8613812345678` -> `+861****78`. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? '' : `${phone.slice(0, 4)}****${phone.slice(-2)}`;
}

/** A name that sign-up made of a number; the number may have changed since. */
export function isMaskedPhone(name: string): boolean {
  return /^\+\d{3}\*{4}\d{2}$/.test(name);
}

/** `Alice` -> `Al**e`; names of three letters and less show only the first. */
export function maskName(name: string): string {
  const letters = [...name];
  if (letters.length === 0) return '';
  if (letters.length < 4) return `${letters[0]}**`;
  return `${letters.slice(0, 2).join('')}**${letters.at(-1)}`;
}
