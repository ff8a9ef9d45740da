/**
 * What looking a path up in redirect rules costs: a thousand rules against ten, the pure function alone, in turns in one
 * process. The same paths, some of them with a rule and some without; both sets have the same kinds of rules.
 */
import { findRedirect } from '#shared/redirect/find.ts';
import { parseRedirects } from '#shared/redirect/parse.ts';
import type { RedirectRules } from '#shared/redirect/rule.ts';
import { makeRuleTexts } from '#shared/redirect/rules-fixture.ts';
import { atMost, type PartReport, printTable, showSpread } from '../harness/report.ts';
import { spreadOf } from '../harness/rounds.ts';
import type { BenchOptions } from '../harness/settings.ts';

const PATHS = [
  '/',
  '/faq',
  '/exact/1',
  '/prefix-1/a/b/c',
  '/pattern-0/2020/x',
  '/limited-1/x',
  '/deep-0/a/b/c',
  '/no/where',
];
const HOME = { appOrigin: 'https://drive.example.com', ownOrigins: [], externalOrigins: new Set<string>() };
const VISITOR = {
  search: '?a=1',
  prefix: null,
  locale: 'en-US',
  country: 'US',
  platform: 'iOS',
  nowMs: 1.8e12,
} as const;
/** Room for noise: what grew with the rules would be a hundred. */
const MOST_TIMES = 1.5;

function rulesOf(count: number): RedirectRules {
  const parsed = parseRedirects(makeRuleTexts(count));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** Nanoseconds of one look-up. */
function timeOf(rules: RedirectRules, turns: number): number {
  let hits = 0;
  const startedMs = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const path of PATHS) if (findRedirect(rules, { ...VISITOR, path }, HOME).hit) hits += 1;
  }
  const ns = ((performance.now() - startedMs) * 1e6) / (turns * PATHS.length);
  if (hits === 0) throw new Error('no rule was found');
  return ns;
}

export function benchRedirects({ rounds, quick }: BenchOptions): PartReport {
  const [ten, thousand] = [rulesOf(10), rulesOf(1000)];
  const turns = quick ? 500 : 2_000;
  for (const rules of [ten, thousand, ten, thousand]) timeOf(rules, turns);
  const pairs = Array.from(
    { length: Math.max(30, rounds) },
    () => [timeOf(ten, turns), timeOf(thousand, turns)] as const,
  );
  const [tenNs, thousandNs] = [spreadOf(pairs.map(([one]) => one)), spreadOf(pairs.map(([, other]) => other))];
  // The fastest of many short turns: a busy machine makes some of them slower, none faster.
  const times = thousandNs.min / tenNs.min;
  const startedMs = performance.now();
  rulesOf(1000);
  const parseMs = performance.now() - startedMs;
  printTable(
    'Redirect rules',
    ['rules', 'ns a look-up'],
    [
      ['10', showSpread(tenNs)],
      ['1000', showSpread(thousandNs)],
      ['reading 1000, ms', parseMs.toFixed(1)],
    ],
  );
  return {
    part: 'redirects',
    figures: { tenNs, thousandNs, times, parseMs },
    checks: [atMost('a thousand redirect rules against ten', times, MOST_TIMES, 'times')],
  };
}
