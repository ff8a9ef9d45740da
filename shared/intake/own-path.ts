/**
 * The path of a page as we write it, for one that a chat, a mail or a person wrote: the language in its case, single slashes, none at
 * the end, and nothing glued to an id whose form is fixed. Pure; worker/edge/spelling.ts redirects to it.
 */

import { matchLocale } from '#shared/locale/negotiate.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { ROUTES } from '#shared/routes.ts';
import { trimEndWhere } from '#shared/trim-end.ts';

export interface OwnPath {
  readonly path: string;
  /** Query that was glued on with an encoded question mark, with its `?`; else ''. */
  readonly search: string;
}

/** A wire id, and the sealed id of a link that collects: 54 bytes. */
const ID = '[A-Za-z0-9_-]{26}';
const SEALED_ID = '[A-Za-z0-9_-]{72}';
/** Forms of a share for programs; a word that only begins like one is none. */
const FORM = '(?:\\.(?:txt|json|m3u8|atom)(?![A-Za-z0-9]))';
const SECRET = '[A-Za-z0-9_-]{22,64}';

/** Addresses up to the end of their last id, or of the word that belongs behind it. */
const UP_TO_ID: readonly RegExp[] = [
  `^/s/${ID}(?:/report(?![A-Za-z0-9])|(?:/${ID})*${FORM}?)`,
  `^/c/(?:${SEALED_ID}|[A-Za-z0-9_-]{22,71})(?:/${SECRET}(?:/[A-Za-z0-9_-]{1,64})?)?`,
  '^/invite/(?:-?[A-Za-z0-9]){10}',
  `^/drive/(?:all|people|collect|decisions)/${ID}`,
  `^/drive/shares/${ID}/statistics(?:/export(?![A-Za-z0-9]))?`,
  `^/drive/common/${ID}(?:/${ID})?`,
].map((form) => new RegExp(form));

/** Where no id is: what an address of ours never has. */
const FOREIGN_SIGN = /[^A-Za-z0-9/._~-]/;
/** Punctuation of a sentence that an address may end with by its form. */
const SENTENCE_END = /[._~-]/;
/** A language in a tag of any spelling: two or three letters, then parts. */
const LANGUAGE = /^\/([a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,4})(?=\/|$)/i;
const MAX_CHARS = 2_000;

function isPage(path: string): boolean {
  return matchRoute(path) !== null;
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

interface Split {
  readonly locale: Locale | null;
  readonly path: string;
}

/** The language that an address begins with, in any spelling: `/zh-cn`, `/pt-br`. */
function splitLanguage(pathname: string): Split {
  const [, tag = ''] = LANGUAGE.exec(pathname) ?? [];
  const locale = tag === '' ? null : matchLocale(tag);
  return locale === null ? { locale, path: pathname } : { locale, path: pathname.slice(tag.length + 1) || '/' };
}

/** The path up to its last id; all of it where it has none. Null where no page is found. */
function pageOf(path: string): string | null {
  if (path === '/drive') return ROUTES['drive.all'];
  const known = UP_TO_ID.reduce((found, form) => found || (form.exec(path)?.[0] ?? ''), '') || path;
  return isPage(known) ? known : null;
}

/** A query behind an encoded question mark: what cut the address there was a program, and its parameters are ours. */
function gluedSearch(rest: string): string {
  const [, query = ''] = /^%3f((?:[A-Za-z0-9_.~&=-]|%3d|%26)*)/i.exec(rest) ?? [];
  const plain = query.replace(/%3d/gi, '=').replace(/%26/g, '&');
  return plain.includes('=') ? `?${plain}` : '';
}

function readPath(single: string): { readonly path: string; readonly glued: string } | null {
  const whole = splitLanguage(single);
  // A page whose path begins like a language is that page.
  const { locale, path } = whole.locale !== null && isPage(single) ? { locale: null, path: single } : whole;
  const asked = withoutEndSlash(path);
  const page = pageOf(asked);
  if (page === null) return null;
  return { path: locale === null ? page : joinLocale(locale, page), glued: asked.slice(page.length) };
}

/** The path before the first sign that no address of ours has, then without punctuation at its end; '' for none but the home page. */
function beforeGlue(single: string): readonly string[] {
  const at = single.search(FOREIGN_SIGN);
  const plain = at === -1 ? single : single.slice(0, at);
  return [plain, trimEndWhere(plain, (char) => SENTENCE_END.test(char))].filter((path) => path.length > 1);
}

/**
 * @param pathname  with language prefix, unreserved characters unescaped
 * @returns null for a path that is spelled right, and for one that leads to no page of ours
 */
export function ownPath(pathname: string): OwnPath | null {
  if (pathname.length > MAX_CHARS) return null;
  const single = pathname.replace(/\/{2,}/g, '/');
  const found =
    readPath(single) ??
    beforeGlue(single).reduce<ReturnType<typeof readPath>>((one, path) => one ?? readPath(path), null);
  if (found === null || found.path === pathname) return null;
  return { path: found.path, search: gluedSearch(found.glued) };
}
