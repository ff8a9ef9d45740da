/** Sums of batches by subject, pure: named parts beside the amount, and the digests of people. */
import { addPeople } from './people.ts';
import type { TallyEntry } from './rpc-types.ts';

/** Parts of one subject that have names of their own. */
const MAX_PARTS = 60;
/** Characters of the name of a part. */
const MAX_PART_CHARS = 110;

export type Parts = Readonly<Record<string, number>>;

/** Subject, amount with its new marks, the new marks, and what else was counted of it. */
export type StoredEntry = readonly [
  subject: string,
  amount: number,
  marks: readonly string[],
  keepMs: number | null,
  more?: { readonly parts: Parts; readonly people: boolean },
];

export interface Sum {
  readonly amount: number;
  readonly keepMs: number | null;
  readonly parts: Parts;
  /** Digests of people; null for a subject that has none. */
  readonly people: ReadonlySet<string> | null;
}

/** Further parts of a group `g/...` are summed up as `g/`. */
function nameIn(parts: Readonly<Record<string, number>>, name: string, count: number): string {
  if (Object.hasOwn(parts, name)) return name;
  const group = name.slice(0, name.indexOf('/') + 1);
  return group !== '' && (count >= MAX_PARTS || name.length > MAX_PART_CHARS) ? group : name;
}

export function addParts(before: Parts, more: Iterable<readonly [name: string, amount: number]>): Parts {
  const parts: Record<string, number> = { ...before };
  let count = Object.keys(parts).length;
  for (const [name, amount] of more) {
    const own = nameIn(parts, name, count);
    if (!Object.hasOwn(parts, own)) count += 1;
    parts[own] = (parts[own] ?? 0) + amount;
  }
  return parts;
}

/** The name under which a shard remembers a mark of a part. No mark of a subject itself has a colon. */
const ofPart = (part: string, mark: string): string => `${part}:${mark}`;

/** The entry as a shard stores it, without marks that were counted before. @param isKnown  whether a mark was counted within its window */
export function countEntry(
  { subject, amount, marks, markParts = {}, parts = {}, partMarks = [] }: TallyEntry,
  isKnown: (mark: string) => boolean,
  rules: { keepMs: number | null; people: boolean },
): StoredEntry {
  const fresh = [...new Set(marks)].filter((mark) => !isKnown(mark));
  const ofParts = [...new Map(partMarks.map(([part, mark]) => [ofPart(part, mark), part]))];
  const freshOfParts = ofParts.filter(([mark]) => !isKnown(mark));
  const all = addParts({}, [
    ...Object.entries(parts),
    ...fresh.flatMap((mark): [string, number][] => {
      const part = markParts[mark];
      return part === undefined ? [] : [[part, 1]];
    }),
    ...freshOfParts.map(([, part]): [string, number] => [part, 1]),
  ]);
  const stored = [...fresh, ...freshOfParts.map(([mark]) => mark)];
  const hasMore = rules.people || Object.keys(all).length > 0;
  const sum = amount + fresh.length;
  return hasMore
    ? [subject, sum, stored, rules.keepMs, { parts: all, people: rules.people }]
    : [subject, sum, stored, rules.keepMs];
}

/** Adds up entries by subject. Subjects of which nothing was counted are left out. */
export function sumsOf(entries: Iterable<StoredEntry>): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const [subject, amount, marks, keepMs, more] of entries) {
    const before = sums.get(subject) ?? { amount: 0, keepMs, parts: {}, people: null };
    const parts = addParts(before.parts, Object.entries(more?.parts ?? {}));
    const people = more?.people
      ? new Set([...(before.people ?? []), ...marks.filter((mark) => !mark.includes(':'))])
      : before.people;
    sums.set(subject, { amount: before.amount + amount, keepMs, parts, people });
  }
  for (const [subject, { amount, parts }] of sums)
    if (amount === 0 && Object.keys(parts).length === 0) sums.delete(subject);
  return sums;
}

/** All that was ever counted of a subject. */
export interface Total {
  readonly amount: number;
  readonly parts: Parts;
  readonly people: string;
}

export function addSum(before: Total, { amount, parts, people }: Sum): Total {
  return {
    amount: before.amount + amount,
    parts: addParts(before.parts, Object.entries(parts)),
    people: people ? addPeople(before.people, people) : before.people,
  };
}
