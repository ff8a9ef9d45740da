/** Explains in a sentence how the redirect rules treat an address. Pure. */
import type { RedirectTryProps } from '#client/ops/redirect-try.view.tsx';
import { isCountryCode } from '#shared/country/model.ts';
import { splitLocale } from '#shared/locale/path.ts';
import { isLocale, type Locale } from '#shared/locale/tags.ts';
import { redirectsDocument } from '#shared/redirect/document.ts';
import { passedRules } from '#shared/redirect/explain.ts';
import { findRedirect, type RedirectRequest } from '#shared/redirect/find.ts';
import { NO_TIME, readTime } from '#shared/redirect/parse-conditions.ts';
import { PLATFORMS } from '#shared/site/platform.ts';
import type { Config } from '#worker/env.ts';

type Where = Pick<Config, 'appOrigin' | 'contentOrigin' | 'apiOrigins' | 'redirectOrigins' | 'defaultCountry'>;

/** @param texts  of the draft and the live document; the first valid one is used */
export function tryRedirect(
  query: (name: string) => string | undefined,
  texts: readonly string[],
  config: Where,
  nowMs: number,
): Omit<RedirectTryProps, 'action'> {
  const language = query('language');
  const locale: Locale = isLocale(language) ? language : 'en-US';
  const country = (query('country') ?? config.defaultCountry).toUpperCase().slice(0, 2);
  const platform = PLATFORMS.find((each) => each === query('platform')) ?? null;
  const address = (query('try') ?? '').trim().slice(0, 2_000);
  const at = (query('at') ?? '').trim().slice(0, 40);
  const askedMs = at === '' ? nowMs : readTime(at);
  const typed = { address, language: locale, country, platform: platform ?? '', at };
  const say = (tone: 'ok' | 'info' | 'danger', text: string, passed: readonly string[] = []) => ({
    typed,
    answer: { tone, text, passed },
  });
  if (address === '') return { typed, answer: null };
  if (askedMs === undefined) return say('danger', `“${at}” is ${NO_TIME}.`);
  if (!isCountryCode(country)) return say('danger', `“${country}” is no country.`);
  if (!URL.canParse(address, config.appOrigin)) return say('danger', 'This is no address.');
  const url = new URL(address, config.appOrigin);
  if (url.origin !== config.appOrigin)
    return say('danger', `Rules are asked about addresses of ${config.appOrigin} only.`);
  const rules = texts.map((text) => redirectsDocument.parse(text)).find((parsed) => parsed.ok);
  if (!rules?.ok) return say('danger', 'There are no rules that can be read.');
  const { locale: prefix, path } = splitLocale(url.pathname);
  const ask: RedirectRequest = {
    path,
    search: url.search,
    prefix,
    locale: prefix ?? locale,
    country,
    platform,
    nowMs: askedMs,
  };
  const { hit } = findRedirect(rules.value, ask, {
    appOrigin: config.appOrigin,
    ownOrigins: [config.contentOrigin, ...config.apiOrigins],
    externalOrigins: new Set(config.redirectOrigins),
  });
  const passed = passedRules(rules.value, ask, hit).map(({ line, why }) => `Line ${line} ${why}.`);
  if (!hit) return say('info', 'No rule applies: the page itself answers.', passed);
  return say('ok', `Line ${hit.rule.line} leads to ${hit.target} with status ${hit.rule.status}.`, passed);
}
