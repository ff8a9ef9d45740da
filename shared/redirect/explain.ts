/** Why rules whose source matches the path were skipped, for an operator who tries an address. Pure, in English like /ops. */
import { isInTime } from './conditions.ts';
import type { RedirectDecision, RedirectRequest } from './find.ts';
import { isClosedToRules, segmentsOf } from './path.ts';
import type { Conditions, RedirectRule, RedirectRules } from './rule.ts';
import { rulesAt } from './rule-index.ts';

/** A rule that was asked and did not lead on. */
export interface PassedRule {
  readonly line: number;
  /** `is only for platform=iOS`. */
  readonly why: string;
}

const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

function whyNot({ conditions, target }: RedirectRule, ask: RedirectRequest): string {
  const { startMs, endMs } = conditions;
  if (!isInTime(conditions, ask.nowMs))
    return startMs !== null && ask.nowMs < startMs
      ? `begins at ${timeText(startMs)}`
      : `ended at ${timeText(endMs ?? ask.nowMs)}`;
  const limits = limitsOf(conditions, ask);
  if (limits.length > 0) return `is only for ${limits.join(' ')}`;
  return `has a target that is this page itself, or may not be gone to: ${target.text}`;
}

function limitsOf({ locales, countries, platforms }: Conditions, ask: RedirectRequest): string[] {
  const limits: readonly (readonly [string, readonly string[], string | null])[] = [
    ['locale', locales, ask.locale],
    ['country', countries, ask.country],
    ['platform', platforms, ask.platform],
  ];
  return limits
    .filter(([, list, own]) => list.length > 0 && (own === null || !list.includes(own)))
    .map(([name, list]) => `${name}=${list.join(',')}`);
}

/** In the order they were asked; those behind the rule that leads on were not. */
export function passedRules(rules: RedirectRules, ask: RedirectRequest, hit: RedirectDecision['hit']): PassedRule[] {
  const passed: PassedRule[] = [];
  if (isClosedToRules(segmentsOf(ask.path))) return passed;
  for (const rule of rulesAt(rules, ask.path)) {
    if (rule === hit?.rule) break;
    passed.push({ line: rule.line, why: whyNot(rule, ask) });
  }
  return passed;
}
