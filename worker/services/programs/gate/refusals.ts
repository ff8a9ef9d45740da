/** Answers to refused programs: plain sentences in the language of the request, each made once a language. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { ROUTES } from '#shared/routes.ts';

/** The challenge. Programs send name and password in UTF-8 (RFC 7617 section 2.1). */
export const CHALLENGE = 'Basic realm="Magpie", charset="UTF-8"';

const ANSWERS = {
  missing: [401, 'programs.refused.missing'],
  wrong: [401, 'programs.refused.wrong'],
  ended: [401, 'programs.refused.ended'],
  too_many: [429, 'programs.refused.too_many'],
  browser: [403, 'programs.refused.browser'],
  origin: [403, 'programs.refused.origin'],
  nothing: [404, 'programs.refused.nothing'],
} as const satisfies Readonly<Record<string, readonly [number, MessageKey]>>;

export type RefusedFor = keyof typeof ANSWERS;

/** @returns makes the answer to a request that is refused; its body is one line */
export function makeRefusals(
  appOrigin: string,
): (why: RefusedFor, locale: Locale, retryInSeconds?: number) => Response {
  const known = new Map<string, string>();
  const account = `${appOrigin}${ROUTES['account.programs']}`;

  function sentence(why: RefusedFor, locale: Locale): string {
    const key = `${locale} ${why}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
    const text = `${translator.text(ANSWERS[why][1], { address: account })}\n`;
    known.set(key, text);
    return text;
  }

  return (why, locale, retryInSeconds = 0) => {
    const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    const [status] = ANSWERS[why];
    if (status === 401) headers.set('www-authenticate', CHALLENGE);
    if (retryInSeconds > 0) headers.set('retry-after', String(retryInSeconds));
    return new Response(sentence(why, locale), { status, headers });
  };
}
