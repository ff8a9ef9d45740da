import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { TooLarge } from './too-large.ts';
import { requireLight } from './unzip.ts';

const MIB = 2 ** 20;
const zipped = (files: Readonly<Record<string, number>>): ArrayBuffer =>
  Uint8Array.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, sizeBytes]) => [name, new Uint8Array(sizeBytes)]))),
  ).buffer;

it('a picture is made of a document with long pictures, but of none with long texts, whatever their names', () => {
  expect(() => requireLight(zipped({ 'word/document.xml': MIB, 'word/media/a.jpg': 40 * MIB }))).not.toThrow();
  expect(() => requireLight(zipped({ 'word/document.xml': 17 * MIB }))).toThrow(TooLarge);
  expect(() => requireLight(zipped({ 'ppt/slides/a': 9 * MIB, 'ppt/slides/b': 9 * MIB }))).toThrow(TooLarge);
  expect(() => requireLight(zipped({ 'ppt/media/a.png': 65 * MIB }))).toThrow(TooLarge);
});
