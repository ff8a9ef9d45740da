/**
 * Generators of values that a valibot schema accepts, with hostile content. A schema is read once and becomes a function, which
 * makes a value in microseconds: fast-check, which also shrinks, takes a hundred times as long.
 */
import { NASTY_NUMBERS, NASTY_TEXTS } from '#scripts/attack/grammar.ts';
import { NAMED } from './named-values.ts';
import { nounOf, type Pools } from './pools.ts';

export type Random = () => number;

/** Randomness and ids that a value is made from. */
export interface Source {
  readonly random: Random;
  readonly pools: Pools;
  /** Of the address: what a bare `id` belongs to. */
  readonly noun: string;
}

/** Makes a value; undefined leaves the member out. */
export type MakeValue = (source: Source) => unknown;

/** The fields of a schema or of an action of its pipe that are read here; the library's own types are wider. */
interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly items?: readonly SchemaNode[];
  readonly item?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly value?: SchemaNode;
  readonly pipe?: readonly SchemaNode[];
  readonly requirement?: unknown;
}

/** Bounds of texts, lists and numbers: what the actions of a pipe require. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

const UNITS = 'abcXYZ019-_ .,:/\\%&=?#"\'<>{}[]()\n\t\0\u00e9\u0130\u200b\u202e\u65e5\ud83d';
const LONGEST_CHARS = 600;

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A text that some parser may take badly. */
export function nasty(random: Random): string {
  const kind = random();
  if (kind < 0.5) return pick(random, NASTY_TEXTS);
  if (kind < 0.65) return pick(random, NASTY_NUMBERS);
  if (kind < 0.75)
    return pick(random, NASTY_TEXTS)
      .slice(0, 8)
      .repeat(Math.ceil(random() * 40));
  return Array.from({ length: Math.floor(random() * 24) }, () => pick(random, UNITS.split(''))).join('');
}

/** A JSON value of any shape. */
export function anyJson(random: Random, depth = 0): unknown {
  const kind = random();
  if (kind < 0.4) return nasty(random);
  if (kind < 0.55) return pick(random, [0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300]);
  if (kind < 0.7) return pick(random, [true, false, null]);
  if (depth > 2) return [];
  const count = Math.floor(random() * 4);
  if (kind < 0.85) return Array.from({ length: count }, () => anyJson(random, depth + 1));
  return Object.fromEntries(Array.from({ length: count }, () => [nasty(random), anyJson(random, depth + 1)]));
}

function boundsOf(actions: readonly SchemaNode[], kind: 'length' | 'value'): Bounds {
  const of = (name: string) =>
    actions.flatMap(({ type, requirement }) => (type === name && typeof requirement === 'number' ? [requirement] : []));
  const exact = of(kind);
  return {
    least: Math.max(...exact, ...of(`min_${kind}`), kind === 'length' ? 0 : -(2 ** 53)),
    most: Math.min(...exact, ...of(`max_${kind}`), kind === 'length' ? LONGEST_CHARS : 2 ** 53 - 1),
  };
}

function textOf(name: string, { least, most }: Bounds): MakeValue {
  const named = NAMED[name];
  return (source) => {
    const { random, pools, noun } = source;
    const kind = random();
    const known = kind < 0.7 ? (pools.pick(nounOf(name, noun), random) ?? undefined) : undefined;
    const text = known ?? (named !== undefined && kind < 0.85 ? pick(random, named) : nasty(random));
    return text.slice(0, most).padEnd(least, 'x');
  };
}

function numberOf({ least, most }: Bounds, isWhole: boolean): MakeValue {
  return ({ random }) => {
    const kind = random();
    const near = Math.max(least, 0);
    if (kind < 0.5) return Math.min(most, near + Math.floor(random() * 20));
    if (kind < 0.75) return pick(random, [Math.max(least, 0), least, most]);
    const value = least + random() * (most - least);
    return isWhole ? Math.floor(value) : value;
  };
}

function listOf(make: MakeValue, { least, most }: Bounds): MakeValue {
  return (source) => {
    const wanted = source.random() < 0.02 ? 60 : Math.floor(source.random() * 3) + 1;
    return Array.from({ length: Math.max(least, Math.min(most, wanted)) }, () => make(source) ?? null);
  };
}

function objectOf(entries: Readonly<Record<string, SchemaNode>>): MakeValue {
  const makers = Object.entries(entries).map(([name, node]) => [name, makerOf(node, name)] as const);
  return (source) => {
    const made: Record<string, unknown> = {};
    for (const [name, make] of makers) {
      const value = make(source);
      if (value !== undefined) made[name] = value;
    }
    return made;
  };
}

/** @param name  of the member that has the value */
export function makerOf(schema: unknown, name: string): MakeValue {
  const node = schema as SchemaNode;
  const [first, ...actions] = node.pipe ?? [];
  if (first !== undefined && first !== node && first.pipe !== undefined) return makerOf(first, name);
  const own = first === undefined ? node : { ...node, ...first };
  switch (own.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return objectOf(own.entries ?? {});
    case 'array':
      return listOf(own.item ? makerOf(own.item, name) : ({ random }) => anyJson(random), boundsOf(actions, 'length'));
    case 'tuple': {
      const makers = (own.items ?? []).map((item) => makerOf(item, name));
      return (source) => makers.map((make) => make(source));
    }
    case 'record': {
      const make = own.value ? makerOf(own.value, '') : ({ random }: Source) => anyJson(random);
      return (source) =>
        Object.fromEntries(
          Array.from({ length: Math.floor(source.random() * 3) }, () => [nasty(source.random), make(source)]),
        );
    }
    case 'optional':
    case 'exact_optional':
    case 'nullish':
    case 'nullable': {
      const make = own.wrapped ? makerOf(own.wrapped, name) : () => undefined;
      const none = own.type === 'nullish' ? [null, undefined, undefined] : [own.type === 'nullable' ? null : undefined];
      return (source) => (source.random() < 0.3 ? pick(source.random, none) : make(source));
    }
    case 'picklist':
      return ({ random }) => pick(random, own.options ?? ['']);
    case 'union':
    case 'variant': {
      const makers = (own.options as readonly SchemaNode[]).map((option) => makerOf(option, name));
      return (source) => pick(source.random, makers)(source);
    }
    case 'literal':
      return () => own.literal;
    case 'number':
      return numberOf(
        boundsOf(actions, 'value'),
        actions.some(({ type }) => type === 'integer' || type === 'safe_integer'),
      );
    case 'boolean':
      return ({ random }) => random() < 0.5;
    case 'string':
      return textOf(name, boundsOf(actions, 'length'));
    case 'null':
      return () => null;
    default:
      return ({ random }) => anyJson(random);
  }
}
