/**
 * Rules by what they look like, so that a path is looked up and not compared: one map for exact sources, and for the others
 * one map per shape. The work for one path grows with the number of shapes, which is bounded, never with that of rules.
 */
import { segmentsOf } from './path.ts';
import type { RedirectRule, Shape, Source } from './rule.ts';

/** `a` literal, `b` placeholder, `c` splat: see Shape. */
export function lettersOf({ literals, hasSplat }: Source): string {
  return literals.map((literal) => (literal === null ? 'b' : 'a')).join('') + (hasSplat ? 'c' : '');
}

/** The key of a source in the map of its shape. Two sources with both alike match the same paths. */
export function keyOf({ literals }: Source): string {
  return literals.filter((literal) => literal !== null).join('/');
}

export function isExact({ literals, hasSplat }: Source): boolean {
  return !hasSplat && !literals.includes(null);
}

export interface RuleIndex {
  readonly exact: ReadonlyMap<string, readonly RedirectRule[]>;
  readonly shapes: readonly Shape[];
}

export function makeRuleIndex(rules: readonly RedirectRule[]): RuleIndex {
  const exact = new Map<string, RedirectRule[]>();
  const shapes = new Map<string, Shape & { rules: Map<string, RedirectRule[]> }>();
  for (const rule of rules) {
    let map = exact;
    if (!isExact(rule.source)) {
      const letters = lettersOf(rule.source);
      const { literals, hasSplat } = rule.source;
      const shape = shapes.get(letters) ?? { letters, length: literals.length, hasSplat, rules: new Map() };
      shapes.set(letters, shape);
      map = shape.rules;
    }
    const key = keyOf(rule.source);
    const list = map.get(key);
    if (list) list.push(rule);
    else map.set(key, [rule]);
  }
  return { exact, shapes: [...shapes.values()].sort((one, other) => (one.letters < other.letters ? -1 : 1)) };
}

/** Every rule whose source matches, the closest first, whatever their conditions. @param path  without its language */
export function* rulesAt(index: RuleIndex, path: string): Generator<RedirectRule> {
  const segments = segmentsOf(path);
  yield* index.exact.get(segments.join('/')) ?? [];
  for (const { letters, length, hasSplat, rules } of index.shapes) {
    if (hasSplat ? segments.length < length : segments.length !== length) continue;
    // A placeholder stands for something.
    if (segments.some((segment, at) => segment === '' && letters[at] === 'b')) continue;
    const key = segments.filter((_, at) => letters[at] === 'a').join('/');
    yield* rules.get(key) ?? [];
  }
}
