/**
 * The language prefix of an address: `/ja/faq` is the page `/faq` in Japanese. Pure text; which pages take a prefix is routes.ts's business.
 * @source spec section 2.1
 */
import { isLocale, LOCALES, type Locale } from './tags.ts';

export interface SplitPath {
  /** null when the address has no prefix. */
  readonly locale: Locale | null;
  /** The real path, `/` at least; query and hash stay on it. */
  readonly path: string;
}

const LONGEST = Math.max(...LOCALES.map(({ length }) => length)) + 1;
const ENDS = '/?#';

/** Takes the prefix off. Only the exact tag counts, in its own case: `/ja-JP/faq` and `/JA/faq` have none. */
export function splitLocale(path: string): SplitPath {
  if (!path.startsWith('/')) return { locale: null, path };
  let end = 1;
  while (end <= LONGEST && end < path.length && !ENDS.includes(path.charAt(end))) end += 1;
  const first = path.slice(1, end);
  if (!isLocale(first)) return { locale: null, path };
  const rest = path.slice(end);
  return { locale: first, path: rest.startsWith('/') ? sameSite(rest) : `/${rest}` };
}

/** Two slashes at the start would name another host (`/ja//evil.example`). */
function sameSite(path: string): string {
  return path.replace(/^[/\\]+/, '/');
}

/** Puts the prefix on: `/` becomes `/ja`, `/faq?x=1` becomes `/ja/faq?x=1`. A prefix already there is replaced. */
export function joinLocale(locale: Locale, path: string): string {
  const bare = splitLocale(path).path;
  return /^\/([?#]|$)/.test(bare) ? `/${locale}${bare.slice(1)}` : `/${locale}${bare}`;
}
