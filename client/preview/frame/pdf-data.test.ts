import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PdfData } from './pdf-data.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

it.each([
  ['cMapUrl', '90ms-RKSJ-H.bcmap', 'cmaps'],
  ['standardFontDataUrl', 'FoxitSymbol.pfb', 'standard_fonts'],
  ['wasmUrl', 'openjpeg.wasm', 'wasm'],
])('a document gets %s %s of the package', async (kind, filename, place) => {
  const bytes = await new PdfData().fetch({ kind, filename });
  expect(Buffer.from(bytes).equals(readFileSync(path.join(folder, place, filename)))).toBe(true);
});

it('a document gets no other file', async () => {
  await expect(new PdfData().fetch({ kind: 'cMapUrl', filename: '../package.json' })).rejects.toThrow();
  await expect(new PdfData().fetch({ kind: 'other', filename: 'constructor' })).rejects.toThrow();
});
