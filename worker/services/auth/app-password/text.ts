/**
 * The text of an app password: `mgp-`, the person, `-`, a random secret, and a check sign that only this server can make. A text
 * that it did not make costs no object call and reaches no person's objects, whatever person it names.
 */
import { asUserId, isWireId, type UserId } from '#shared/ids.ts';
import { equalTexts, type Keyring, toBase64Url, toHex } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';

const PURPOSE = 'auth.app-password';
/** RFC 4648 section 6 in lower case: no signs that look alike, and none that a program or a form changes. */
const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** Order of the signs of an id after its `V`; the texts of passwords depend on it. */
const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 25 signs of 6 bits are 30 of 5 bits. */
const PERSON_CHARS = 30;
/** 130 bits. */
const SECRET_CHARS = 26;
/** 40 bits: a guess at the sign reaches an object once in a million million tries. */
const SIGN_CHARS = 8;

const TEXT = new RegExp(`^mgp-([a-z2-7]{${PERSON_CHARS}})-([a-z2-7]{${SECRET_CHARS}})([a-z2-7]{${SIGN_CHARS}})$`);

/** The content of an app password. */
export interface ReadPassword {
  readonly userId: UserId;
  /** Id of the password, 26 characters as all ids. */
  readonly id: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
}

/** Writes the signs of one alphabet in another; their bits must fill the new signs. */
function respell(text: string, from: string, to: string): string {
  const [taken, given] = [Math.log2(from.length), Math.log2(to.length)];
  let [bits, held, spelled] = [0, 0, ''];
  for (const sign of text) {
    bits = (bits << taken) | from.indexOf(sign);
    for (held += taken; held >= given; held -= given) spelled += to[(bits >> (held - given)) & (to.length - 1)];
    bits &= (1 << held) - 1;
  }
  return spelled;
}

/** The first signs of bytes. */
function base32(bytes: Uint8Array, chars: number): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (held += 8; held >= 5; held -= 5) text += BASE_32[(bits >> (held - 5)) & 31];
    bits &= (1 << held) - 1;
  }
  return text.slice(0, chars);
}

async function spell(
  keyring: Pick<Keyring, 'mac'>,
  person: string,
  secret: string,
): Promise<{ id: string; hash: string; sign: string }> {
  const mac = await keyring.mac(PURPOSE, `${person}.${secret}`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return {
    id: `V${toBase64Url(mac.subarray(8, 28)).slice(0, 25)}`,
    hash: toHex(new Uint8Array(digest)),
    sign: base32(mac.subarray(0, 5), SIGN_CHARS),
  };
}

/** @throws Error for an id of another shape */
export async function newAppPassword(
  keyring: Pick<Keyring, 'mac'>,
  userId: string,
): Promise<{ text: string; id: string; hash: string }> {
  if (!isWireId(userId) || !userId.startsWith('V')) throw new Error('an app password needs an id of a person');
  const person = respell(userId.slice(1), ID_SIGNS, BASE_32);
  const secret = Array.from(randomBytes(SECRET_CHARS), (byte) => BASE_32[byte & 31]).join('');
  const { id, hash, sign } = await spell(keyring, person, secret);
  return { text: `mgp-${person}-${secret}${sign}`, id, hash };
}

/** @param text  as sent: blanks around it and its case do not matter @returns null for any text that this server did not make */
export async function readAppPassword(keyring: Pick<Keyring, 'mac'>, text: string): Promise<ReadPassword | null> {
  const [, person = '', secret = '', shown = ''] = TEXT.exec(text.trim().toLowerCase()) ?? [];
  if (person === '') return null;
  const { id, hash, sign } = await spell(keyring, person, secret);
  return equalTexts(sign, shown) ? { userId: asUserId(`V${respell(person, BASE_32, ID_SIGNS)}`), id, hash } : null;
}
