/** Magnet links of torrents (BEP 9). Pure. */

export interface Magnet {
  /** 40 hex digits. */
  readonly infoHash: string;
  /** '' when the link gives none. */
  readonly name: string;
  readonly trackers: readonly string[];
}

const MAX_CHARS = 8_192;
const MAX_TRACKERS = 50;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 32 letters of base 32 as 40 hex digits. */
function fromBase32(text: string): string {
  let bits = '';
  for (const letter of text.toLowerCase()) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('');
}

function infoHashIn(topics: readonly string[]): string {
  for (const topic of topics) {
    const hash = /^urn:btih:([0-9a-f]{40}|[a-z2-7]{32})$/i.exec(topic)?.[1];
    if (hash !== undefined) return hash.length === 40 ? hash.toLowerCase() : fromBase32(hash);
  }
  return '';
}

export function isMagnet(text: string): boolean {
  return /^magnet:\?/i.test(text);
}

function readPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  const value = at < 0 ? '' : pair.slice(at + 1).replaceAll('+', ' ');
  try {
    return [pair.slice(0, Math.max(0, at)), decodeURIComponent(value)];
  } catch {
    return ['', ''];
  }
}

/** @returns null for a link that names no torrent which can be fetched */
export function readMagnet(text: string): Magnet | null {
  if (!isMagnet(text) || text.length > MAX_CHARS) return null;
  const pairs = text
    .slice(text.indexOf('?') + 1)
    .split('&')
    .map(readPair);
  // Some programs number the keys: xt.1, tr.1.
  const all = (key: string): string[] =>
    pairs.filter(([name]) => name === key || name.startsWith(`${key}.`)).map(([, value]) => value);
  const infoHash = infoHashIn(all('xt'));
  if (infoHash === '') return null;
  const trackers = [...new Set(all('tr'))].slice(0, MAX_TRACKERS);
  return { infoHash, name: all('dn')[0]?.slice(0, 1_024) ?? '', trackers };
}

/** The link with what is understood of it and nothing else. */
export function writeMagnet({ infoHash, name, trackers }: Magnet): string {
  const pairs = [...(name === '' ? [] : [['dn', name]]), ...trackers.map((one) => ['tr', one])];
  const rest = pairs.map(([key, value]) => `&${key}=${encodeURIComponent(value ?? '')}`).join('');
  return `magnet:?xt=urn:btih:${infoHash}${rest}`;
}
