/** The redirect rules as a table, and a sentence on how they treat an address. Pure. */
import type { ShownRule } from '#client/ops/redirect-table.view.tsx';
import type { RedirectTryProps } from '#client/ops/redirect-try.view.tsx';
import { isCountryCode } from '#shared/country/model.ts';
import { splitLocale } from '#shared/locale/path.ts';
import { isLocale, type Locale } from '#shared/locale/tags.ts';
import { redirectsDocument } from '#shared/redirect/document.ts';
import { passedRules } from '#shared/redirect/explain.ts';
import { findRedirect, type RedirectRequest } from '#shared/redirect/find.ts';
import { NO_TIME, readTime } from '#shared/redirect/parse-conditions.ts';
import type { Conditions, RedirectRules } from '#shared/redirect/rule.ts';
import { PLATFORMS } from '#shared/site/platform.ts';
import type { Config } from '#worker/env.ts';

type Where = Pick<Config, 'appOrigin' | 'contentOrigin' | 'apiOrigins' | 'redirectOrigins' | 'defaultCountry'>;

/** More rows would make the page slow; the text has them all. */
const MOST_ROWS = 200;

const dayAndTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function whenOf({ locales, countries, platforms, startMs, endMs }: Conditions): string {
  return [
    locales.length > 0 ? `language ${locales.join(', ')}` : '',
    countries.length > 0 ? `country ${countries.join(', ')}` : '',
    platforms.length > 0 ? `on ${platforms.join(', ')}` : '',
    startMs === null ? '' : `from ${dayAndTime(startMs)}`,
    endMs === null ? '' : `until ${dayAndTime(endMs)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** The first of the texts that is valid. */
function rulesOf(texts: readonly string[]): RedirectRules | null {
  const rules = texts.map((text) => redirectsDocument.parse(text)).find((parsed) => parsed.ok);
  return rules?.ok ? rules.value : null;
}

/** An address that a source fits: a word in the place of each placeholder. */
const exampleOf = (source: string): string => source.replace(/:\w+/g, 'word').replace(/\*$/, 'word');

export function redirectTable(texts: readonly string[], action: string): { rules: ShownRule[]; more: number } {
  const all = rulesOf(texts)?.rules ?? [];
  const rules = all.slice(0, MOST_ROWS).map(({ line, source, target, status, conditions }) => ({
    line,
    source: source.text,
    target: target.text,
    status,
    when: whenOf(conditions),
    tryHref: `${action}?${new URLSearchParams({ try: exampleOf(source.text) })}#try`,
  }));
  return { rules, more: all.length - rules.length };
}

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
  const rules = rulesOf(texts);
  if (!rules) return say('danger', 'There are no rules that can be read.');
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
  const { hit } = findRedirect(rules, ask, {
    appOrigin: config.appOrigin,
    ownOrigins: [config.contentOrigin, ...config.apiOrigins],
    externalOrigins: new Set(config.redirectOrigins),
  });
  const passed = passedRules(rules, ask, hit).map(({ line, why }) => `Line ${line} ${why}.`);
  if (!hit) return say('info', 'No rule applies: the page itself answers.', passed);
  return say('ok', `Line ${hit.rule.line} leads to ${hit.target} with status ${hit.rule.status}.`, passed);
}
