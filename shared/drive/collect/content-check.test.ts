import { expect, it } from 'vitest';
import { readExtensions } from './collect-terms.ts';
import { acceptOf, isTaken } from './content-check.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const takes = (kind: 'any' | 'image' | 'document' | 'video', name: string, head: string) =>
  isTaken({ kind, extensions: [] }, name, bytes(head));
const PNG = '\x89PNG\r\n\x1a\n....';

it('a picture is taken by a link for pictures, and refused by one for documents', () => {
  expect(takes('image', 'a.png', PNG)).toBe(true);
  expect(takes('image', 'A.PNG', PNG)).toBe(true);
  expect(takes('document', 'a.png', PNG)).toBe(false);
});

it('a program is refused under every extension of a kind', () => {
  for (const extension of acceptOf('image', []).split(',').concat(acceptOf('video', []).split(','), '.txt', '.pdf'))
    for (const kind of ['image', 'video', 'document'] as const)
      expect([extension, takes(kind, `a${extension}`, `MZ${'\0'.repeat(600)}`)]).toEqual([extension, false]);
});

it('a page is no picture, and a picture is no text', () => {
  expect(takes('image', 'a.jpg', '<html><script>')).toBe(false);
  expect(takes('document', 'a.txt', PNG)).toBe(false);
  expect(takes('document', 'a.txt', 'plain words')).toBe(true);
  expect(takes('document', 'a.txt', '\xff\xfew\0o\0')).toBe(true);
});

it('the extension decides together with the content, whatever stands before it', () => {
  expect(takes('image', 'a.png.exe', PNG)).toBe(false);
  expect(takes('image', 'png', PNG)).toBe(false);
  expect(takes('image', '.png', PNG)).toBe(false);
  expect(takes('image', 'a.constructor', PNG)).toBe(false);
});

it('an empty file is of no kind', () => {
  expect(takes('image', 'a.png', '')).toBe(false);
  expect(takes('any', 'a', '')).toBe(true);
});

it('a listed extension without a signature of ours is taken unless it is a program', () => {
  const terms = { kind: 'list', extensions: ['dwg', 'pdf'] } as const;
  expect(isTaken(terms, 'plan.dwg', bytes('AC1032'))).toBe(true);
  expect(isTaken(terms, 'plan.dwg', bytes('\x7fELF'))).toBe(false);
  expect(isTaken(terms, 'a.pdf', bytes('AC1032'))).toBe(false);
  expect(isTaken(terms, 'a.png', bytes(PNG))).toBe(false);
});

it('extensions are read with dots, commas and blanks, each once', () => {
  expect(readExtensions(' .PDF, docx;pdf\n jpg')).toEqual(['pdf', 'docx', 'jpg']);
  expect(readExtensions('')).toEqual([]);
  expect(readExtensions('tar.gz')).toBeNull();
  expect(readExtensions('../x')).toBeNull();
  expect(readExtensions(Array.from({ length: 31 }, (_, at) => `x${at}`).join(' '))).toBeNull();
});
