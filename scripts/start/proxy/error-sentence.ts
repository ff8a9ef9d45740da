/** Sentences of the error catalogue in the visitor's language, for responses of the proxy itself. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LOCALE_COOKIE, parseCookies, readTextCookie } from '#shared/cookies.ts';
import type { ErrorName } from '#shared/errors.ts';
import { hintedLocale } from '#shared/locale/negotiate.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';

const LOCALES_FOLDER = path.resolve(import.meta.dirname, '../../../locales');

/** Messages by language, each file read at its first use. */
const sentences = new Map<Locale, Readonly<Record<string, unknown>>>();

function sentencesIn(locale: Locale): Readonly<Record<string, unknown>> {
  const known = sentences.get(locale);
  if (known) return known;
  const file = path.join(LOCALES_FOLDER, locale, 'errors.json');
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  sentences.set(locale, read);
  return read;
}

export interface ErrorSentence {
  readonly locale: Locale;
  readonly text: string;
}

/** @param headers  of the request: the locale cookie is read first, then Accept-Language */
export function errorSentence(
  name: ErrorName,
  headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined },
): ErrorSentence {
  const cookie = readTextCookie(parseCookies(headers.cookie ?? null), LOCALE_COOKIE);
  const locale = hintedLocale({ cookie, acceptLanguage: headers['accept-language'] }) ?? DEFAULT_LOCALE;
  return { locale, text: String(sentencesIn(locale)[name] ?? sentencesIn(DEFAULT_LOCALE)[name] ?? '') };
}
