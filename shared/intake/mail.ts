/**
 * Mail addresses as people paste them: the one address in a text, its domain in the form of the mail system (ASCII), and the same domain
 * as people read it. Stored and sent is the ASCII form alone. Pure.
 * @source UTS #46, as the platform's URL applies it; RFC 3492
 */
import { isEmail, isLocalPart } from '#shared/auth/rules.ts';
import { parsedUrl } from '#shared/parsed-url.ts';
import { trimEndWhere } from '#shared/trim-end.ts';
import { decodedLabel, isOneScript } from './labels-of-domain.ts';
import { plainText } from './plain-text.ts';

const ASCII = /^[\0-~]*$/;
/** Letters, marks, digits, and the four signs between them that names of domains have. */
const DOMAIN_SIGNS = /^[\p{L}\p{M}\p{N}.。·・-]+$/u;
/** Between an address and what surrounds it. */
const BEFORE = /^.*[\s:：<>([{"'“‘«「『【《（,;，；、=|]/su;
const BEHIND = /[\s>)\]}"”’»」』】》）,;:!?，；：！？、…|].*$/su;
/** Quotes of a chat around a word, as in `*alice@example.com*`. */
const QUOTE = /['`*_~]/;

/**
 * A domain in ASCII, as mail and name servers know it.
 * @returns the same text when it is ASCII already; '' for what is no domain
 */
export function asciiDomain(domain: string): string {
  if (ASCII.test(domain)) return domain;
  return DOMAIN_SIGNS.test(domain) ? (parsedUrl(`http://${domain}/`)?.hostname ?? '') : '';
}

/** No top-level domain mixes ASCII with other letters: those belong to the sentence. */
function withoutSentence(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const [ascii = ''] = /^[a-z]{2,}(?=[^\0-~])/i.exec(domain.slice(dot + 1)) ?? [];
  return dot === -1 || ascii === '' ? domain : domain.slice(0, dot + 1) + ascii;
}

/** An address without what is glued to it; '' for a word that is none. */
function addressOf(word: string): string {
  const at = word.lastIndexOf('@');
  const before = word.slice(0, at).replace(/^mailto:/i, '');
  const local = isLocalPart(before) ? before : before.replace(BEFORE, '').replace(/^mailto:/i, '');
  const domain = trimEndWhere(word.slice(at + 1).replace(BEHIND, ''), (char) => char === '.' || char === '。');
  const ascii = asciiDomain(withoutSentence(domain));
  return at < 1 || local === '' || local.includes('@') || ascii === '' ? '' : `${local}@${ascii}`;
}

/** A word without the quotes on both of its sides. */
function unquoted(word: string): string {
  const [quotes = ''] = /^['`*_~]{1,3}/.exec(word) ?? [];
  if (quotes === '' || word.length <= 2 * quotes.length || !word.endsWith(quotes)) return word;
  return trimEndWhere(word.slice(quotes.length), (char) => QUOTE.test(char));
}

/**
 * The mail address of a text, with its domain in ASCII: "Alice <alice@例子.中国>", `mailto:`, a full-width at sign.
 * @returns the plain text itself where it holds none, or more than one; the caller checks the form (`isEmail`)
 */
export function mailAddressIn(pasted: string): string {
  const plain = plainText(pasted);
  if (!plain.includes('@') || isEmail(plain)) return plain;
  const unspaced = plain.replaceAll(' ', '');
  const parts = plain.split(' ').filter((part) => part.includes('@'));
  const word = unquoted(parts[0] ?? '');
  if (parts.length !== 1) return plain;
  // "alice @ example.com": what stands around the sign belongs to it.
  const isTorn = /^@|@$/.test(trimEndWhere(word.replace(/^[<("']{1,9}/, ''), (char) => '>)"\''.includes(char)));
  return addressOf(isTorn ? unspaced : word) || unspaced;
}

/** A domain as people read it; both forms where a label mixes scripts or looks like another one. */
export function shownDomain(ascii: string): string {
  if (!/(?:^|\.)xn--/i.test(ascii)) return ascii;
  const labels = ascii.split('.').map((label) => decodedLabel(label));
  const shown = labels.map((label, at) => label ?? ascii.split('.')[at] ?? '').join('.');
  if (labels.includes(null) || asciiDomain(shown) !== ascii.toLowerCase()) return ascii;
  return labels.every((label) => label !== null && isOneScript(label)) ? shown : `${shown} (${ascii})`;
}

/** An address, masked or not, as people read it. */
export function shownMail(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : address.slice(0, at + 1) + shownDomain(address.slice(at + 1));
}
