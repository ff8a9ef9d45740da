/** Addresses in a pasted text: each without what a sentence or a chat put around it, and the passcode beside a link of ours. Pure. */
import { parsedUrl } from '#shared/parsed-url.ts';
import { trimEndWhere } from '#shared/trim-end.ts';
import { takeNamedCode } from './code.ts';
import { plainText, withoutInvisible } from './plain-text.ts';
import { CODE_SHAPES } from './shapes.ts';

/** Signs that end an address in a sentence: blanks, quotes, and the brackets and punctuation of Chinese, Japanese and Korean. */
const IN_SENTENCE =
  /\b(?:https?|ftp):\/\/[^\s<>"“”‘’«»「」『』【】（）《》〈〉，。、；：！？…|\\^`{}]+|\bmagnet:\?[^\s<>"]+/giu;
const STARTS_WITH_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const PUNCTUATION = /[.,;:!?'"*_~…。，、；：！？”’»」』】）》〉>\]]/u;
/** Longest text whose addresses are looked for; a longer one is cut. */
const MAX_TEXT_CHARS = 64_000;
/** Closing brackets at the end that are looked at one by one. */
const MAX_BRACKETS = 20;
/** A text behind an address that a person wrote: other letters than those of an address, a label, or one more address. */
const SENTENCE = /[^\0-~]|:/;

/** An address without the punctuation of its sentence. A bracket that the address opened stays. */
function trimmed(address: string): string {
  let text = address;
  for (let turn = 0; turn < MAX_BRACKETS; turn += 1) {
    text = trimEndWhere(text, (char) => PUNCTUATION.test(char));
    if (!text.endsWith(')') || text.split(')').length <= text.split('(').length) return text;
    text = text.slice(0, -1);
  }
  return text;
}

function addressesInLine(given: string): readonly string[] {
  const line = withoutInvisible(given).trim();
  const plain = plainText(line);
  const text = line.includes('://') || !plain.includes('://') ? line : plain;
  const [first = '', ...rest] = text.split(/\s+/);
  // An address may hold blanks, as some pages write them.
  const isAddress =
    STARTS_WITH_SCHEME.test(first) && !SENTENCE.test(rest.join(' ')) && !/\p{sc=Han}/u.test(first.slice(0, 8));
  if (isAddress && rest.length > 0) return [text];
  const found = Array.from(text.matchAll(IN_SENTENCE), ([address]) => trimmed(address));
  if (found.length > 0 && (!STARTS_WITH_SCHEME.test(text) || rest.length > 0)) return found;
  return text === '' ? [] : [/^(?:https?|ftp):/i.test(text) ? trimmed(text) : text];
}

/** Addresses of a text, each once, line by line; a line without one as it is, so that it can be refused by name. */
export function addressesIn(pasted: string): readonly string[] {
  return [
    ...new Set(
      pasted
        .slice(0, MAX_TEXT_CHARS)
        .split(/[\r\n\u2028\u2029]+/)
        .flatMap(addressesInLine),
    ),
  ];
}

export interface PastedShare {
  readonly shareId: string;
  /** The path of the link, of its folder where the address names one. */
  readonly path: string;
  /** '' for none, and for several. */
  readonly passCode: string;
}

const SHARE = /^(?:\/[A-Za-z]{2}(?:-[A-Za-z]{2,4})?)?(\/s\/([A-Za-z0-9_-]{26})(?:\/[A-Za-z0-9_-]{26})*)/;
/** Longest message about one link. */
const MAX_MESSAGE_CHARS = 2_000;

/**
 * The one link of ours in a pasted message, with the passcode of its address or of the words beside it.
 * @param origin  ours; the scheme may be left out
 * @returns null for a text without one, and for one with other addresses too
 */
export function shareIn(pasted: string, origin: string): PastedShare | null {
  if (pasted.length > MAX_MESSAGE_CHARS) return null;
  const text = withoutInvisible(pasted);
  const host = parsedUrl(origin)?.host ?? '';
  const bare = text.replace(/\b[a-z]{1,10}:\/\//gi, ' ');
  const at = bare.indexOf(`${host}/`);
  const others = Array.from(text.matchAll(IN_SENTENCE), ([address]) => parsedUrl(address)?.host ?? '');
  if (host === '' || at === -1 || others.some((one) => one !== host)) return null;
  if (/[\w.-]/.test(bare.charAt(at - 1)) || bare.includes(`${host}/`, at + host.length)) return null;
  const [address = ''] = /^\S+/.exec(bare.slice(at + host.length)) ?? [];
  const [known = '', path = '', shareId = ''] = SHARE.exec(address) ?? [];
  if (shareId === '') return null;
  const [, query = ''] = /[?&]s_code=([A-Za-z0-9]+)/.exec(address.slice(known.length)) ?? [];
  const beside = bare.slice(at + host.length + known.length).replace(/^[?&#][!-~]*/, ' ');
  const named = takeNamedCode(`${bare.slice(0, Math.max(0, at))}\n${beside}`, CODE_SHAPES.pass);
  return { shareId, path, passCode: query === '' ? named : query };
}

/** Where a pasted link of ours is opened; the passcode comes along. */
export function addressOfShare({ path, passCode }: PastedShare): string {
  return passCode === '' ? path : `${path}?${new URLSearchParams({ s_code: passCode })}`;
}
