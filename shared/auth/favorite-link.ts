/** A person's own favorite links: bounds, and how typed addresses and names are read. Pure. */
import { parsedUrl } from '#shared/parsed-url.ts';

/** Links of one person, at most. */
export const MAX_FAVORITE_LINKS = 100;
export const MAX_LINK_CHARS = 2_048;
export const MAX_LINK_TITLE_CHARS = 120;

export interface FavoriteLink {
  readonly linkId: string;
  readonly title: string;
  /** http or https, without credentials. */
  readonly url: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The address in one spelling. A typed one without a scheme is taken for https; `host:port` needs its scheme.
 * @returns null for any other scheme, an address with credentials, one that is too long, and for no address at all
 */
export function readFavoriteUrl(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > MAX_LINK_CHARS) return null;
  const url = parsedUrl(SCHEME.test(text) ? text : `https://${text}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length > MAX_LINK_CHARS ? null : url.href;
}

/** The typed name on one line, without control and format characters, cut; the host of the link when nothing is left. */
export function readLinkTitle(typed: string, url: string): string {
  const title = typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...title].slice(0, MAX_LINK_TITLE_CHARS).join('').trim() || (parsedUrl(url)?.host ?? '');
}
