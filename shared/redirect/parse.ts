/**
 * The text of redirect rules, read once. One rule a line: source, target, then status and conditions in any order.
 *   allow https://example.com
 *   /old             /new                       301
 *   /blog/:year/*    /help-center/:year/:splat  308 locale=ja,ko
 *   /app             https://example.com/ios    platform=iOS start=2026-12-01T00:00:00Z   # a comment
 */
import type { Parsed, Problem } from '#shared/document-kind.ts';
import { covers } from './conditions.ts';
import { LineError, problemOf, type Word, wordsOf } from './line.ts';
import { findLoops } from './loops.ts';
import { parseTail } from './parse-conditions.ts';
import { parseSource } from './parse-source.ts';
import { parseTarget } from './parse-target.ts';
import type { RedirectRule, RedirectRules } from './rule.ts';
import { makeRuleIndex, type RuleIndex } from './rule-index.ts';

/** Of the whole text, in characters. */
const MAX_CHARS = 1_000_000;
const MAX_RULES = 2_000;
/** Bounds the work for one path; see rule-index.ts. */
const MAX_SHAPES = 32;
/** Rules of one source, distinguished by their conditions. Bounds the work as well. */
const MAX_VARIANTS = 40;
/** A text with more is wrong as a whole. */
const MAX_PROBLEMS = 50;

interface Line {
  readonly number: number;
  readonly parts: readonly Word[];
}

/** Runs over the lines and keeps what goes wrong. */
function eachLine(lines: readonly Line[], problems: Problem[], read: (line: Line) => void): void {
  for (const line of lines) {
    try {
      read(line);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.push(problemOf(error, line.number));
    }
  }
}

function readLines(text: string, problems: Problem[]): Line[] {
  const lines: Line[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    try {
      const parts = wordsOf(line);
      if (parts.length > 0) lines.push({ number: index + 1, parts });
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.push(problemOf(error, index + 1));
    }
  }
  return lines;
}

const INSTALLATION = 'installation';

/** @returns the origin of an `allow` line, or null for `allow installation` */
function readAllow([, word, more]: readonly Word[]): string | null {
  if (!word) throw new LineError(1, 'allow what? An origin such as https://example.com');
  if (more) throw new LineError(more.column, 'one origin a line');
  if (word.text === INSTALLATION) return null;
  const url = URL.canParse(word.text) ? new URL(word.text) : null;
  const plain = word.text.toLowerCase().replace(/\/$/, '');
  if (url?.protocol !== 'https:' || url.origin !== plain || plain.includes('*'))
    throw new LineError(word.column, `"${word.text}" is no https origin such as https://example.com`);
  return url.origin;
}

function readRule({ number, parts }: Line, isAllowed: (origin: string) => boolean): RedirectRule {
  const [first, second, ...tail] = parts;
  if (!first) throw new LineError(1, 'an empty rule');
  const source = parseSource(first);
  if (!second) throw new LineError(first.column + first.text.length, 'the target is missing');
  const target = parseTarget(second, source, isAllowed);
  return { line: number, source, target, ...parseTail(tail) };
}

/** Rules that are never reached, or too many of one kind. */
function checkIndex({ exact, shapes }: RuleIndex): Problem[] {
  const problems: Problem[] = [];
  if (shapes.length > MAX_SHAPES) {
    const last = [...(shapes.at(-1)?.rules.values() ?? [])][0]?.[0];
    const message = `sources have more than ${MAX_SHAPES} different arrangements of placeholders`;
    problems.push({ line: last?.line ?? 1, column: 1, message });
  }
  for (const rules of [...exact.values(), ...shapes.flatMap((shape) => [...shape.rules.values()])]) {
    for (const [at, rule] of rules.entries()) {
      const before = rules.slice(0, at).find(({ conditions }) => covers(conditions, rule.conditions));
      const message = before
        ? `never reached: line ${before.line} has the same source and holds whenever this one does`
        : `more than ${MAX_VARIANTS} rules of one source`;
      if (before || at >= MAX_VARIANTS) problems.push({ line: rule.line, column: 1, message });
      if (at >= MAX_VARIANTS) break;
    }
  }
  return problems;
}

export function parseRedirects(text: string): Parsed<RedirectRules> {
  if (text.length > MAX_CHARS)
    return { ok: false, problems: [{ line: 1, column: 1, message: `longer than ${MAX_CHARS} characters` }] };
  const problems: Problem[] = [];
  const lines = readLines(text, problems);
  const origins = new Set<string>();
  let trustsInstallation = false;
  const isAllow = ({ parts }: Line) => parts[0]?.text === 'allow';
  eachLine(lines.filter(isAllow), problems, ({ parts }) => {
    const origin = readAllow(parts);
    if (origin === null) trustsInstallation = true;
    else origins.add(origin);
  });
  const rules: RedirectRule[] = [];
  const isAllowed = (origin: string) => trustsInstallation || origins.has(origin);
  eachLine(
    lines.filter((line) => !isAllow(line)),
    problems,
    (line) => {
      if (rules.length >= MAX_RULES) throw new LineError(1, `more than ${MAX_RULES} rules`);
      rules.push(readRule(line, isAllowed));
    },
  );
  const index = makeRuleIndex(rules);
  if (problems.length === 0) problems.push(...checkIndex(index));
  if (problems.length === 0) problems.push(...findLoops(rules, index));
  if (problems.length > 0) {
    problems.sort((one, other) => one.line - other.line || one.column - other.column);
    return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  }
  return { ok: true, value: { count: rules.length, rules, ...index, origins, trustsInstallation } };
}
