/** Passwords that are tried first by those who guess: on lists of what most people choose. */
import { createHash } from 'node:crypto';
import { barePassword } from '#shared/auth/rules.ts';
import { COMMON_PASSWORD_DIGESTS as DIGESTS } from './common-password-digests.ts';

/** Characters of one digest: 36 bits, so that one password in seven million is refused for another one's sake. */
const DIGEST_CHARS = 6;

function isListed(text: string): boolean {
  const wanted = createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARS);
  let [from, to] = [0, DIGESTS.length / DIGEST_CHARS];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const found = DIGESTS.slice(middle * DIGEST_CHARS, (middle + 1) * DIGEST_CHARS);
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Whether a password is common, in whatever case and with whatever signs and spaces between its letters and digits. */
export function isCommonPassword(password: string): boolean {
  return isListed(password.trim().toLowerCase()) || isListed(barePassword(password));
}
