/** Edits and lists the text of redirect rules for `npm run ops -- redirect`. Pure. */
import { FALLBACK_COUNTRY, isCountryCode } from '#shared/country/model.ts';
import type { Problem } from '#shared/document-kind.ts';
import { splitLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { passedRules } from '#shared/redirect/explain.ts';
import { findRedirect } from '#shared/redirect/find.ts';
import { parseRedirects } from '#shared/redirect/parse.ts';
import { NO_TIME, readTime } from '#shared/redirect/parse-conditions.ts';
import { isClosedToRules, segmentsOf } from '#shared/redirect/path.ts';
import type { RedirectRules } from '#shared/redirect/rule.ts';
import { PLATFORMS } from '#shared/site/platform.ts';

/** Stands for the installation where an address names none. */
const SOME_APP = 'https://drive.invalid';

export function checkRules(text: string): readonly Problem[] {
  const parsed = parseRedirects(text);
  return parsed.ok ? [] : parsed.problems;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

/** The text with line numbers, which `remove` takes. */
export function listRules(text: string): string {
  const lines = linesOf(text);
  const width = String(lines.length).length;
  const numbered = lines.map((line, at) => `${String(at + 1).padStart(width)}  ${line}`.trimEnd());
  return numbered.length === 0 ? 'there are no rules' : numbered.join('\n');
}

/** @param words  as the shell gave them: one with blanks was quoted there and is quoted again */
export function addRule(text: string, fields: readonly string[]): string {
  const line = fields.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
  return `${[...linesOf(text), line].join('\n')}\n`;
}

/** @throws Error when there is no such line, or more than one with this source */
export function removeRule(text: string, which: string): string {
  const lines = linesOf(text);
  const isNumber = /^\d+$/.test(which);
  const found = lines.flatMap((line, at) => {
    const isIt = isNumber ? at + 1 === Number(which) : line.trim().split(/\s+/, 1).join('') === which;
    return isIt && line.trim() !== '' ? [at] : [];
  });
  const [at, ...others] = found;
  if (at === undefined) throw new Error(isNumber ? `there is no line ${which}` : `no rule has the source ${which}`);
  if (others.length > 0) throw new Error(`name one of the lines ${found.map((each) => each + 1).join(', ')}`);
  const left = lines.toSpliced(at, 1);
  return left.length === 0 ? '' : `${left.join('\n')}\n`;
}

export interface TestOptions {
  /** A path with its query, or a whole address. */
  readonly address: string;
  readonly locale?: string | undefined;
  readonly country?: string | undefined;
  readonly platform?: string | undefined;
  /** RFC 3339. */
  readonly at?: string | undefined;
  readonly nowMs: number;
}

function rulesOf(text: string): RedirectRules {
  const parsed = parseRedirects(text);
  if (parsed.ok) return parsed.value;
  const [first] = parsed.problems;
  throw new Error(`the published rules do not parse: ${first?.line}:${first?.column} ${first?.message}`);
}

/** Which rule leads a visitor on from an address, or that none does, and why those before it do not. @throws Error for an option that means nothing */
export function testRules(text: string, options: TestOptions): string {
  const { address, country = FALLBACK_COUNTRY, at } = options;
  if (!URL.canParse(address, SOME_APP)) throw new Error(`${address} is no address`);
  const url = new URL(address, SOME_APP);
  const { locale: prefix, path } = splitLocale(url.pathname);
  const locale = options.locale ?? prefix ?? DEFAULT_LOCALE;
  if (!isLocale(locale)) throw new Error(`${locale} is none of the languages`);
  if (!isCountryCode(country)) throw new Error(`${country} is no country code of two capitals`);
  const platform = PLATFORMS.find((each) => each === options.platform) ?? null;
  if (options.platform !== undefined && !platform) throw new Error(`the platforms are ${PLATFORMS.join(', ')}`);
  const nowMs = at === undefined ? options.nowMs : readTime(at);
  if (nowMs === undefined) throw new Error(`${at} is ${NO_TIME}`);
  const rules = rulesOf(text);
  if (isClosedToRules(segmentsOf(path))) return `no rule is asked at ${path}`;
  const ask = { path, search: url.search, prefix, locale, country, platform, nowMs };
  // The installation's settings are not known here, so such a rule gets a remark.
  const installation = { appOrigin: url.origin, ownOrigins: [], externalOrigins: { has: () => true } };
  const { hit } = findRedirect(rules, ask, installation);
  const passed = passedRules(rules, ask, hit).map(({ line, why }) => `line ${line} ${why}`);
  if (!hit)
    return [`no rule leads on from ${path} (${locale}, ${country}, ${platform ?? 'no platform'})`, ...passed].join(
      '\n',
    );
  const { rule, target, isExternal } = hit;
  const needs = isExternal && !rules.origins.has(rule.target.origin);
  return [
    `line ${rule.line}: ${linesOf(text)[rule.line - 1]?.trim() ?? ''}`,
    `${rule.status} ${target}${needs ? `   (if REDIRECT_ORIGINS holds ${rule.target.origin})` : ''}`,
    ...passed,
  ].join('\n');
}
