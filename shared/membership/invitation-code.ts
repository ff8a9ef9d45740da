/** Codes and links of invitations: ten letters and digits without look-alikes. Pure. */
import { CODE_ALPHABET } from './gift-code.ts';

/** 50 bits. */
export const INVITATION_CODE_CHARS = 10;
/** Of what clients send, with separators. */
export const MAX_CODE_CHARS = 40;

const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** @returns the code in capitals without separators; '' for a text that is none */
export function readInvitationCode(typed: string): string {
  if (typed.length > MAX_CODE_CHARS) return '';
  const code = [...typed.trim().toUpperCase()]
    .filter((char) => char !== '-' && char !== ' ')
    .map((char) => LOOK_ALIKES[char] ?? char)
    .join('');
  const isCode = code.length === INVITATION_CODE_CHARS && [...code].every((char) => CODE_ALPHABET.includes(char));
  return isCode ? code : '';
}

/** @param bytes  at least ten, keyed: each gives one character */
export function invitationCodeOf(bytes: Uint8Array): string {
  return [...bytes.slice(0, INVITATION_CODE_CHARS)].map((byte) => CODE_ALPHABET[byte & 31]).join('');
}

/** The code in the page that a client names as its referrer, host and path (spec 7.2, `rr`); '' for none. */
export function codeOfPlace(place: string): string {
  const segments = place.split(/[?#]/, 1).join('').split('/');
  const at = segments.lastIndexOf('invite');
  return at === -1 ? '' : readInvitationCode(segments[at + 1] ?? '');
}
