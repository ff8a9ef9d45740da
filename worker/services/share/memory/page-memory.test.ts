import { expect, test } from 'vitest';
import { makePageMemory, type PageMemory } from './page-memory.ts';

const KIB = 1_024;
const SIGNED = { epoch: 1, expiresAtMs: 1_000 };
const encoder = new TextEncoder();

/** Ten kilobytes that compress well, as lists do. */
const textOf = (name: string): string => `${name} `.repeat(10 * KIB).slice(0, 10 * KIB);

/** One visit of a page, as the share's page makes it. @returns the list, and whether it was made */
function visit(memory: PageMemory, key: string, tag = 'one', signed = SIGNED, part = 'list') {
  const text = textOf(`${key} ${tag}`);
  const known = memory.textOf(key);
  const isKnown = known?.tag === tag;
  if (isKnown) expect(known.text).toBe(text);
  else memory.hold(key, { tag, text });
  let isMade = false;
  const list = memory.part(key, { tag, text, ...signed }, part, () => {
    isMade = true;
    return encoder.encode(`${part} ${text}`);
  });
  expect(new TextDecoder().decode(list)).toBe(`${part} ${text}`);
  return { isKnown, isMade };
}

const memoryOf = (pages: number) => makePageMemory({ plain: pages * 21 * KIB, compressed: 100 * KIB });

test('pages that do not fit as they are stay compressed, and are not made again', () => {
  const memory = memoryOf(3);
  const keys = Array.from({ length: 40 }, (_, at) => `page ${at}`);
  expect(keys.map((key) => visit(memory, key)).every(({ isMade }) => isMade)).toBe(true);
  for (let round = 0; round < 3; round += 1)
    for (const key of keys) expect(visit(memory, key)).toEqual({ isKnown: true, isMade: false });
});

test('a page of another text, epoch or end is made again, compressed or not', () => {
  const memory = memoryOf(2);
  const keys = Array.from({ length: 6 }, (_, at) => `page ${at}`);
  for (const key of keys) visit(memory, key);
  for (const key of keys) {
    expect(visit(memory, key, 'two')).toEqual({ isKnown: false, isMade: true });
    expect(visit(memory, key, 'two', { epoch: 2, expiresAtMs: 1_000 })).toEqual({ isKnown: true, isMade: true });
    expect(visit(memory, key, 'two', { epoch: 2, expiresAtMs: 2_000 })).toEqual({ isKnown: true, isMade: true });
  }
  for (const key of keys)
    expect(visit(memory, key, 'two', { epoch: 2, expiresAtMs: 2_000 })).toEqual({ isKnown: true, isMade: false });
});

test('parts of one page are cached side by side', () => {
  const memory = memoryOf(2);
  const keys = Array.from({ length: 6 }, (_, at) => `page ${at}`);
  for (const part of ['list', 'grid', 'list', 'grid']) for (const key of keys) visit(memory, key, 'one', SIGNED, part);
  for (const part of ['list', 'grid'])
    for (const key of keys) expect(visit(memory, key, 'one', SIGNED, part).isMade).toBe(false);
});

test('an empty tag is a page that nothing may keep', () => {
  const memory = memoryOf(2);
  visit(memory, 'page', '');
  expect(visit(memory, 'page', '')).toEqual({ isKnown: false, isMade: true });
});
