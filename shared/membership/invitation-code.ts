/** Codes and links of invitations: ten letters and digits without look-alikes. Pure. */
import { takeCode } from '#shared/intake/code.ts';
import { CODE_ALPHABET, CODE_SHAPES, INVITATION_CODE_CHARS } from '#shared/intake/shapes.ts';

/** Of an address, with separators. */
const MAX_CODE_CHARS = 40;

/** @returns the code of an address in capitals without separators; '' for a text that is none */
export function readInvitationCode(typed: string): string {
  return typed.length > MAX_CODE_CHARS ? '' : CODE_SHAPES.invitation.read(typed.replace(/[- ]/g, ''));
}

/** @returns the code of a message or of a link in it, as people paste them; '' for none, or several */
export function takeInvitationCode(pasted: string): string {
  const { code, isSure } = takeCode(pasted, CODE_SHAPES.invitation);
  return isSure ? code : readInvitationCode(INVITATION_LINK.exec(pasted)?.[1] ?? '');
}

/** The code in a link, whatever follows it. */
const INVITATION_LINK = /\/invite\/((?:-?[A-Za-z0-9]){10})/;

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
