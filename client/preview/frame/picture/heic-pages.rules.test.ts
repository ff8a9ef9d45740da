/** Pictures of HEIC files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { heicPages } from './heic-pages.rules.ts';

const big = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const short = (value: number) => big(value).slice(2);
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const box = (name: string, ...content: readonly (readonly number[])[]) => {
  const body = content.flat();
  return [...big(body.length + 8), ...letters(name), ...body];
};
const item = (id: number, type: string, isHidden = false) =>
  box('infe', [2, 0, 0, isHidden ? 1 : 0], short(id), short(0), letters(type), [0]);
const reference = (name: string, from: number, to: readonly number[]) =>
  box(name, short(from), short(to.length), to.flatMap(short));
const fileOf = (items: readonly (readonly number[])[], references: readonly (readonly number[])[]) =>
  Uint8Array.from([
    ...box('ftyp', letters('heic')),
    ...box(
      'meta',
      big(0),
      box('iinf', big(0), short(items.length), items.flat()),
      box('iref', big(0), references.flat()),
    ),
  ]);

test('tiles, thumbnails, masks and hidden pictures are no pages', () => {
  const items = [
    item(1, 'grid'),
    item(2, 'hvc1'),
    item(3, 'hvc1'),
    item(4, 'hvc1'),
    item(5, 'hvc1'),
    item(6, 'hvc1', true),
  ];
  const references = [reference('dimg', 1, [2, 3]), reference('thmb', 4, [1]), reference('auxl', 5, [1])];
  expect(heicPages(fileOf(items, references).buffer)).toBe(1);
  expect(heicPages(fileOf([...items, item(7, 'hvc1'), item(8, 'Exif')], references).buffer)).toBe(2);
});

test('a stored picture is one page', () => {
  for (const name of ['small.heic', 'large.heic']) {
    const bytes = new Uint8Array(readFileSync(path.join(import.meta.dirname, '../../../../test/seed', name)));
    expect(heicPages(bytes.slice().buffer)).toBe(1);
  }
});

test('a file that is cut or changed anywhere is read without an error', () => {
  const whole = fileOf([item(1, 'hvc1'), item(2, 'hvc1')], [reference('dimg', 1, [2])]);
  for (let at = 0; at < whole.length; at += 1) {
    const broken = whole.slice();
    broken[at] = 0xff;
    expect(heicPages(broken.buffer)).toBeGreaterThanOrEqual(1);
    expect(heicPages(whole.slice(0, at).buffer)).toBe(1);
  }
});
