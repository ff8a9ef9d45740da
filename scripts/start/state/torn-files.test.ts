import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { removeTornFiles } from './torn-files.ts';

const store = scratchFolder();

it('only half-written files of a killed runtime are removed', async () => {
  const folder = path.join(store, 'ab', 'cd');
  const key = `abcd${'0'.repeat(28)}`;
  mkdirSync(folder, { recursive: true });
  for (const name of [key, `.${key}.41.7.tmp`, `.${key}.42.7.tmp`, '.notes', `${key}.tmp`])
    writeFileSync(path.join(folder, name), 'x');
  expect(await removeTornFiles(store, 42)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([`.${key}.42.7.tmp`, '.notes', key, `${key}.tmp`]);
});
