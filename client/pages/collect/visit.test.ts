import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { type Memory, storedVisits, visitOf } from './visit.ts';

const SECRET = 'a-secret-of-this-page-load';

function memoryOf(text?: string): Memory & { entries: Map<string, string> } {
  const entries = new Map(text === undefined ? [] : [['pp_collect_visits', text]]);
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  return { entries, localStorage: localStorage as unknown as Storage };
}

/** A page of a link with a receipt of its own. */
function pageOf(id: string, receipt = SECRET, visitor = ''): HTMLFormElement {
  const fields: Record<string, { value: string }> = { receipt: { value: receipt }, visitor: { value: visitor } };
  const elements = { namedItem: (name: string) => fields[name] };
  return { action: `https://magpie.test/c/${id}`, elements } as unknown as HTMLFormElement;
}

const nameIn = (form: HTMLFormElement) => (form.elements.namedItem('visitor') as HTMLInputElement).value;

const FILE = { name: 'film.mp4', size: 5, lastModified: 7 } as File;

it('a page of the same link finds the receipt and the keys of an unfinished visit, for seven days', () => {
  const memory = memoryOf();
  const first = visitOf(pageOf('one'), memory, () => 0);
  const key = first.keyOf(FILE);
  first.remember();
  const again = visitOf(pageOf('one', 'another-secret-of-a-new-page'), memory, () => 7 * DAY_MS - 1);
  expect([again.receipt, again.isKnown, again.keyOf(FILE), again.receiptHref]).toEqual([
    SECRET,
    true,
    key,
    `/c/one/${SECRET}`,
  ]);
  expect(visitOf(pageOf('one', 'another-secret-of-a-new-page'), memory, () => 7 * DAY_MS).isKnown).toBe(false);
  expect(visitOf(pageOf('two', 'another-secret-of-a-new-page'), memory, () => 0).isKnown).toBe(false);
});

it('a page of an unfinished visit has the name that the visitor gave, and one after a finished visit has none', () => {
  const memory = memoryOf();
  const first = visitOf(pageOf('one', SECRET, 'Grandma'), memory, () => 0);
  first.remember();
  const again = pageOf('one');
  const visit = visitOf(again, memory, () => 1);
  expect(nameIn(again)).toBe('Grandma');
  visit.remember(true);
  expect(JSON.stringify([...memory.entries])).not.toContain('Grandma');
  const next = pageOf('one', 'another-secret-of-a-new-page');
  visitOf(next, memory, () => 2);
  expect(nameIn(next)).toBe('');
});

it('a finished visit is not gone on with, and its receipt is there for a month', () => {
  const memory = memoryOf();
  visitOf(pageOf('one'), memory, () => 0).remember(true);
  expect(visitOf(pageOf('one', 'another-secret-of-a-new-page'), memory, () => 1).isKnown).toBe(false);
  expect(storedVisits(memory, 30 * DAY_MS - 1).map(({ receipt, isDone }) => [receipt, isDone])).toEqual([
    [SECRET, true],
  ]);
  expect(storedVisits(memory, 30 * DAY_MS)).toEqual([]);
});

it('of many visits the newest twenty stay', () => {
  const memory = memoryOf();
  for (let n = 0; n < 25; n += 1) visitOf(pageOf(`link-${n}`, `${SECRET}-${n}`), memory, () => n).remember();
  const paths = storedVisits(memory, 25).map(({ path }) => path);
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([20, '/c/link-24', '/c/link-5']);
});

it.each(['noise', '{}', '[null, 5, {"path":"/c/one","receipt":"short","keys":[],"atMs":0}]'])(
  'an entry that this version did not write is no visit: %s',
  (text) => {
    expect(storedVisits(memoryOf(text), 0)).toEqual([]);
  },
);

it('a browser without storage sends files for as long as the page is open', () => {
  const forbidden = {
    get localStorage(): Storage {
      throw new Error('forbidden');
    },
  };
  const visit = visitOf(pageOf('one'), forbidden, () => 0);
  visit.remember();
  expect([visit.receipt, visit.isKnown, visit.keyOf(FILE)]).toEqual([SECRET, false, visit.keyOf(FILE)]);
});
