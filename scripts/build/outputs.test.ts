import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { hasBundle, restoreDeployPointer } from './outputs.ts';

let root = '';

beforeEach(() => {
  root = scratchFolder();
});

function write(file: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), '{}');
}

const PARTS = [
  'dist/client/card-fonts/index.json',
  'dist/client/cli.json',
  'dist/client/extension.json',
  'dist/client/.vite/manifest.json',
  'dist/client/.vite/pages.json',
  'dist/client/.vite/plain.json',
  'dist/client/.vite/share.json',
  'dist/client/.vite/sign-in.json',
  'dist/compressed/assets/entry.js.br',
  'dist/magpie/index.js',
  'dist/magpie/wrangler.json',
  'dist/magpie_codec/index.js',
  'dist/magpie_codec/wrangler.json',
  'dist/miniflare.json',
  'dist/runtime/config.json',
];

it('a build with all its parts is complete', () => {
  for (const part of PARTS) write(part);
  expect(hasBundle(root)).toBe(true);
});

it.each(PARTS)('a build without %s is not complete', (missing) => {
  for (const part of PARTS) if (part !== missing) write(part);
  expect(hasBundle(root)).toBe(false);
});

it('a missing deploy pointer is written again and leads to the built Worker', () => {
  restoreDeployPointer(root);
  const file = path.join(root, '.wrangler/deploy/config.json');
  const { configPath } = JSON.parse(readFileSync(file, 'utf8')) as { configPath: string };
  expect(path.resolve(path.dirname(file), configPath)).toBe(path.join(root, 'dist/magpie/wrangler.json'));
});

it('a deploy pointer that is there stays as it is', () => {
  write('.wrangler/deploy/config.json');
  restoreDeployPointer(root);
  expect(readFileSync(path.join(root, '.wrangler/deploy/config.json'), 'utf8')).toBe('{}');
});
