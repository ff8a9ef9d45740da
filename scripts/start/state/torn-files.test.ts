import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeTornFiles } from './torn-files.ts';

const store = mkdtempSync(path.join(os.tmpdir(), 'magpie-torn-'));
afterAll(() => rmSync(store, { recursive: true, force: true }));

it('only half-written files of a killed runtime are removed', async () => {
  const folder = path.join(store, 'ab', 'cd');
  const key = `abcd${'0'.repeat(28)}`;
  mkdirSync(folder, { recursive: true });
  for (const name of [key, `.${key}.41.7.tmp`, `.${key}.42.7.tmp`, '.notes', `${key}.tmp`])
    writeFileSync(path.join(folder, name), 'x');
  expect(await removeTornFiles(store, 42)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([`.${key}.42.7.tmp`, '.notes', key, `${key}.tmp`]);
});
