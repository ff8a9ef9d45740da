/**
 * Rules that lead a visitor in a circle, found before they are live. Targets without placeholders are followed as a visitor
 * would be; among the others, whose targets are many, a circle counts unless its path becomes shorter each time round.
 */
import type { Problem } from '#shared/document-kind.ts';
import { splitLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { covers, intersect } from './conditions.ts';
import { fillTarget, inLanguage } from './fill.ts';
import { isClosedToRules, segmentsOf } from './path.ts';
import type { Conditions, RedirectRule } from './rule.ts';
import { type RuleIndex, rulesAt } from './rule-index.ts';
import { type Part, partsOf, reaches } from './target-parts.ts';

/** Browsers give up at twenty. */
const MAX_STEPS = 10;
/** Of all chains of one document together: a larger graph is refused. */
const MAX_WORK = 200_000;
/** Looks at ways between rules with placeholders: half a second of one core at most. */
const MAX_WIDE_WORK = 2_000_000;
/** Stands for the installation, whose origin a document does not know. */
const SOME_APP = 'https://app.invalid';

function pathOf(target: string): string {
  return target.split(/[?#]/, 1).join('');
}

function isFixed({ target }: RedirectRule): boolean {
  return target.origin === '' && target.pieces.every((piece) => 'text' in piece);
}

function circle(rule: RedirectRule, says: string): Problem {
  return { line: rule.line, column: 1, message: says };
}

/** A visitor on the way: what is known of him, and the language his address names, which goes before his own. */
interface Walker {
  readonly who: Conditions;
  readonly prefix: Locale | null;
}

interface Stop {
  /** As spelled: with its language, if it names one. */
  readonly path: string;
  readonly line: number;
}

function spelledPath(target: string, prefix: Locale | null): string {
  return new URL(pathOf(inLanguage(target, prefix)), SOME_APP).pathname;
}

/** The conditions of a rule on the visitor, once the address has set the language; null when the rule does not apply there. */
function askedOf({ conditions }: RedirectRule, prefix: Locale | null): Conditions | null {
  if (prefix === null) return conditions;
  const { locales } = conditions;
  return locales.length === 0 || locales.includes(prefix) ? { ...conditions, locales: [] } : null;
}

/** Follows one rule's fixed target. @returns what is wrong, or null */
function follow(first: RedirectRule, start: Walker, index: RuleIndex, work: { left: number }): Problem | null {
  const walk = (spelled: string, who: Conditions, stops: readonly Stop[]): Problem | null => {
    work.left -= 1;
    if (work.left < 0) return circle(first, 'these rules lead on in too many ways to be followed');
    if (stops.length > MAX_STEPS) return circle(first, `leads on more than ${MAX_STEPS} times`);
    const { path, locale: prefix } = splitLocale(spelled);
    if (isClosedToRules(segmentsOf(path))) return null;
    if (stops.some((stop, at) => at < stops.length - 1 && stop.path === spelled)) {
      const lines = stops.map(({ line }) => line).join(', ');
      return circle(first, `leads in a circle, by way of the lines ${lines}`);
    }
    for (const next of rulesAt(index, path)) {
      const asked = askedOf(next, prefix);
      const both = asked && intersect(who, asked);
      if (!asked || !both) continue;
      if (next.target.origin === '') {
        const further = spelledPath(fillTarget(next.source, next.target, path, ''), prefix);
        const found = walk(further, both, [...stops, { path: further, line: next.line }]);
        if (found) return found;
      }
      if (covers(asked, who)) break;
    }
    return null;
  };
  const spelled = spelledPath(first.target.text, start.prefix);
  return walk(spelled, start.who, [{ path: spelled, line: first.line }]);
}

/** All visitors whom a rule may redirect. @param named  languages that targets name; a path in another one cannot recur */
function walkersOf(rule: RedirectRule, named: ReadonlySet<Locale>): Walker[] {
  const prefixed = [...named].flatMap((prefix) => {
    const who = askedOf(rule, prefix);
    return who ? [{ who, prefix }] : [];
  });
  return [{ who: rule.conditions, prefix: null }, ...prefixed];
}

/** Languages in targets of our own. */
function namedLanguages(rules: readonly RedirectRule[]): Set<Locale> {
  const own = rules.filter(({ target }) => target.origin === '');
  return new Set(own.flatMap(({ target }) => splitLocale(pathOf(target.text)).locale ?? []));
}

interface Edge {
  readonly from: number;
  readonly to: number;
  /** How much longer a path is after the step, in segments; at most. */
  readonly grows: number;
}

interface Step {
  readonly rule: RedirectRule;
  readonly parts: readonly Part[];
}

function growthOf({ rule, parts }: Step): number {
  const splats = parts.filter(({ kind }) => kind === 'many').length;
  // Twice the splat can be any number of segments more.
  return splats > 1 ? MAX_WORK : parts.length - splats - rule.source.literals.length;
}

/** @param work  ends with its edges, so that what is too tangled is not even drawn */
function edgesOf(steps: readonly Step[], named: ReadonlySet<Locale>, work: { left: number }): Edge[] {
  const byFirst = new Map<string | null, number[]>();
  for (const [at, { rule }] of steps.entries()) {
    const first = rule.source.literals[0] ?? null;
    byFirst.set(first, [...(byFirst.get(first) ?? []), at]);
  }
  const all = steps.map((_, at) => at);
  return steps.flatMap((step, from) => {
    if (work.left < 0) return [];
    const [part] = step.parts;
    const near = part?.kind === 'literal' ? [...(byFirst.get(part.text) ?? []), ...(byFirst.get(null) ?? [])] : all;
    const { locale } = splitLocale(pathOf(step.rule.target.text));
    const { conditions: own } = step.rule;
    // Where targets name languages, a visitor's language is not what it was when he came.
    const arrived = locale ? { ...own, locales: [locale] } : named.size > 0 ? { ...own, locales: [] } : own;
    const grows = growthOf(step);
    work.left -= near.length;
    return near
      .filter((to) => {
        const { source, conditions } = steps[to]?.rule ?? step.rule;
        return reaches(step.parts, source) && intersect(arrived, conditions) !== null;
      })
      .map((to) => ({ from, to, grows }));
  });
}

/** Circles among rules with placeholders in the path of their target. */
function findWideLoops(rules: readonly RedirectRule[], named: ReadonlySet<Locale>): Problem[] {
  const work = { left: MAX_WIDE_WORK };
  const steps = rules
    .filter((rule) => rule.target.origin === '')
    .map((rule) => ({ rule, parts: partsOf(rule.target.pieces) }))
    .filter(({ parts }) => parts.some(({ kind }) => kind !== 'literal'));
  const edges = edgesOf(steps, named, work);
  // A circle that never shortens a path has a sum of growth >= 0; scaled, with one for each step, that is a sum > 0, and
  // only then do the longest ways have no end (Bellman and Ford).
  const scale = steps.length + 1;
  const longest = steps.map(() => 0);
  let wrong: number | undefined;
  for (let round = 0; round <= steps.length; round += 1) {
    wrong = undefined;
    work.left -= edges.length;
    if (work.left < 0) {
      const [first] = steps;
      return first
        ? [circle(first.rule, 'rules with placeholders lead on to each other in too many ways to be followed')]
        : [];
    }
    for (const { from, to, grows } of edges) {
      const length = (longest[from] ?? 0) + grows * scale + 1;
      if (length <= (longest[to] ?? 0)) continue;
      longest[to] = length;
      wrong = to;
    }
    if (wrong === undefined) return [];
  }
  const rule = steps[wrong ?? -1]?.rule;
  return rule ? [circle(rule, 'may lead in a circle: what its target stands for matches sources that lead here')] : [];
}

export function findLoops(rules: readonly RedirectRule[], index: RuleIndex): Problem[] {
  const work = { left: MAX_WORK };
  const named = namedLanguages(rules);
  const problems: Problem[] = [];
  for (const rule of rules.filter(isFixed)) {
    for (const walker of walkersOf(rule, named)) {
      const problem = follow(rule, walker, index, work);
      if (!problem) continue;
      problems.push(problem);
      break;
    }
    if (work.left < 0) break;
  }
  return problems.length > 0 ? problems : findWideLoops(rules, named);
}
