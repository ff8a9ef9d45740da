import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingsFolder } from './folders.ts';
import { readPrivate, withFileLock, writePrivate } from './private-file.ts';

const fresh = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'magpie-private-')), 'magpie', 'cli.json');

test('a file is for its owner alone, and no draft stays', async () => {
  const file = fresh();
  expect(await readPrivate(file)).toBeNull();
  await Promise.all([writePrivate(file, 'one'), writePrivate(file, 'two'), writePrivate(file, 'six')]);
  expect(['one', 'two', 'six']).toContain(await readPrivate(file));
  if (process.platform !== 'win32') {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  }
  expect(readdirSync(path.dirname(file))).toEqual(['cli.json']);
});

test('work under the lock is done by one at a time, also after work that failed', async () => {
  const file = fresh();
  let [inside, most] = [0, 0];
  const work = async (fails: boolean) => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
    if (fails) throw new Error('failed');
  };
  const all = await Promise.allSettled([true, false, false, true, false].map((f) => withFileLock(file, () => work(f))));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(1);
});

test('a lock whose process was killed is taken over when it is old', async () => {
  const file = fresh();
  await writePrivate(file, '');
  writeFileSync(`${file}.lock`, '');
  utimesSync(`${file}.lock`, new Date(0), new Date(0));
  expect(await withFileLock(file, () => Promise.resolve('done'))).toBe('done');
  expect(readdirSync(path.dirname(file))).toEqual(['cli.json']);
});

test('settings are where each platform keeps them', () => {
  const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    settingsFolder({ platform, env, home: '/users/a' }).replaceAll('\\', '/');
  expect(at('linux')).toBe('/users/a/.config/magpie');
  expect(at('linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/magpie');
  expect(at('darwin')).toBe('/users/a/Library/Application Support/magpie');
  expect(at('win32', { APPDATA: '/roaming' })).toBe('/roaming/magpie');
});
