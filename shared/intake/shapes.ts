/** The kinds of codes that people paste. Pure; `takeCode` reads each. */
import { isPassCode, PASS_CODE_CHARS } from '#shared/share/model.ts';
import type { CodeShape } from './code.ts';

/** Crockford's base 32: gift codes and codes of invitations. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Letters that the alphabet leaves out, and the digits that people mean by them. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
/** Twenty letters without vowels: no code is a word and no two letters look alike. Eight of them are 34 bits. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_CHARS = 8;
/** Digits of a mailed code and of one of an authenticator app. */
export const DIGITS_OF_CODE = 6;
/** Letters and digits of a recovery code: 49 bits. */
export const RECOVERY_CODE_CHARS = 10;
/** Without letters and digits that look alike. */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 50 bits. */
export const INVITATION_CODE_CHARS = 10;
/** Four groups of five. */
export const GIFT_CODE_CHARS = 20;

function fixedShape(chars: number, alphabet: string, spell: (run: string) => string): CodeShape {
  const read = (run: string): string => {
    if (run.length !== chars) return '';
    const code = spell(run);
    return [...code].every((char) => alphabet.includes(char)) ? code : '';
  };
  return { read, maxChars: chars, isFixed: true };
}

const inCapitals = (run: string): string => run.toUpperCase();
const inCrockford = (run: string): string => inCapitals(run).replace(/[OIL]/g, (letter) => LOOK_ALIKES[letter] ?? '');

export const CODE_SHAPES = {
  pass: { read: (run: string) => (isPassCode(run) ? run : ''), maxChars: PASS_CODE_CHARS.most, isFixed: false },
  digits: fixedShape(DIGITS_OF_CODE, '0123456789', (run) => run),
  recovery: fixedShape(RECOVERY_CODE_CHARS, RECOVERY_ALPHABET, (run) => run.toLowerCase()),
  gift: fixedShape(GIFT_CODE_CHARS, CODE_ALPHABET, inCrockford),
  invitation: fixedShape(INVITATION_CODE_CHARS, CODE_ALPHABET, inCrockford),
  user: fixedShape(USER_CODE_CHARS, USER_CODE_LETTERS, inCapitals),
} as const satisfies Readonly<Record<string, CodeShape>>;

export type CodeKind = keyof typeof CODE_SHAPES;
