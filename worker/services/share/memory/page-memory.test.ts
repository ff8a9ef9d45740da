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

test('of a page no more than thirty-two parts are kept, compressed or not', () => {
  for (const memory of [makePageMemory({ plain: 10_000 * KIB, compressed: 0 }), memoryOf(0)]) {
    for (let at = 0; at < 40; at += 1) visit(memory, 'page', 'one', SIGNED, `made up ${at}`);
    expect(visit(memory, 'page', 'one', SIGNED, 'made up 39').isMade).toBe(false);
    expect(visit(memory, 'page', 'one', SIGNED, 'made up 0').isMade).toBe(true);
  }
});

test('an empty tag is a page that nothing may keep', () => {
  const memory = memoryOf(2);
  visit(memory, 'page', '');
  expect(visit(memory, 'page', '')).toEqual({ isKnown: false, isMade: true });
});

/** A visit with the document around the list. @returns the document, and whether it was compressed for this visit */
function visitDocument(memory: PageMemory, key: string, name: string, tag = 'one', part = 'list') {
  let isMade = false;
  const page = { tag, text: textOf(`${key} ${tag}`), ...SIGNED };
  const document = memory.document(key, page, part, name, () => {
    isMade = true;
    return new Uint8Array(encoder.encode(`${name} ${key} ${tag}`));
  });
  if (!document) visit(memory, key, tag, SIGNED, part);
  return { document: document && new TextDecoder().decode(document), isMade };
}

test('the document of a page is compressed at its second visit, and once', () => {
  const memory = memoryOf(3);
  expect(visitDocument(memory, 'page', 'br')).toEqual({ document: undefined, isMade: false });
  expect(visitDocument(memory, 'page', 'br')).toEqual({ document: 'br page one', isMade: true });
  expect(visitDocument(memory, 'page', 'br')).toEqual({ document: 'br page one', isMade: false });
  expect(visitDocument(memory, 'page', 'gzip')).toEqual({ document: 'gzip page one', isMade: true });
  expect(visitDocument(memory, 'page', 'br').isMade).toBe(false);
});

test('the document of another text is not given', () => {
  const memory = memoryOf(3);
  for (let round = 0; round < 2; round += 1) visitDocument(memory, 'page', 'br');
  expect(visitDocument(memory, 'page', 'br', 'two').document).toBeUndefined();
  expect(visitDocument(memory, 'page', 'br', 'two').document).toBe('br page two');
});

test('documents of pages that do not fit as they are stay', () => {
  const memory = memoryOf(2);
  const keys = Array.from({ length: 10 }, (_, at) => `page ${at}`);
  for (let round = 0; round < 2; round += 1) for (const key of keys) visitDocument(memory, key, 'br');
  for (const key of keys)
    expect(visitDocument(memory, key, 'br')).toEqual({ document: `br ${key} one`, isMade: false });
});

test('of a page no more than sixteen documents are kept', () => {
  const memory = memoryOf(3);
  visitDocument(memory, 'page', '0');
  for (let at = 0; at < 20; at += 1) visitDocument(memory, 'page', String(at));
  expect(visitDocument(memory, 'page', '19').isMade).toBe(false);
  expect(visitDocument(memory, 'page', '0').isMade).toBe(true);
});

test('a page that nothing may keep has no document', () => {
  const memory = memoryOf(2);
  for (let round = 0; round < 3; round += 1) expect(visitDocument(memory, 'page', 'br', '').document).toBeUndefined();
});
