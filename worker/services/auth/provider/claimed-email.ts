/**
 * The mail address of a provider's claim. A claim is taken as it stands: reading another address out of its text would give the account
 * of that address to a person whose provider confirmed something else. Pure.
 */
import { isEmail } from '#shared/auth/rules.ts';
import { asciiDomain } from '#shared/intake/mail.ts';

/** A longer claim is no address, and is not cut to one. */
const MAX_CLAIM_CHARS = 320;
const ASCII = /^[\0-~]*$/;

/** '' for a label that the ASCII form turns into a plain one, such as full-width letters. */
function asciiLabel(label: string): string {
  if (ASCII.test(label)) return label;
  const ascii = asciiDomain(label);
  return ascii.startsWith('xn--') ? ascii : '';
}

/** The address with its domain in ASCII; '' for any other text than one plain address. */
export function claimedEmail(claim: unknown): string {
  if (typeof claim !== 'string' || claim.length > MAX_CLAIM_CHARS) return '';
  const text = claim.trim();
  const at = text.lastIndexOf('@') + 1;
  const address = text.slice(0, at) + text.slice(at).split('.').map(asciiLabel).join('.');
  return isEmail(address) ? address : '';
}
