import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { gcid, gcidBlockBytes } from '#shared/content/gcid.ts';
import { CommandError } from '../command/exit.ts';
import { makeOutput } from '../terminal/output.ts';
import { makeProgress } from '../terminal/progress.ts';
import { makeLabelStream, nodeHasher } from './hash.ts';
import { isOf, makeLedger } from './ledger.ts';
import { localName, makeTakenNames } from './local-name.ts';
import { makeOutcomes } from './outcome.ts';
import { makePool, patiently } from './pool.ts';

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
const NEVER = new AbortController().signal;

test.each([0, 1, 262_143, 262_144, 262_145, 1_000_000])(
  'hashes: %i bytes in pieces of any size have the label of the whole',
  async (size) => {
    const bytes = randomBytes(size);
    const block = gcidBlockBytes(size);
    const blocks = Array.from({ length: Math.ceil(size / block) }, (_, at) =>
      sha1(bytes.subarray(at * block, (at + 1) * block)),
    );
    const expected = await gcid(blocks, sha1);
    for (const piece of [7_777, 262_144, 2_000_000]) {
      const label = makeLabelStream(size);
      for (let at = 0; at < size; at += piece) label.update(bytes.subarray(at, at + piece));
      expect(label.end()).toBe(expected);
    }
    expect((await nodeHasher.fingerprint(new Blob([bytes]), () => undefined, NEVER)).gcid).toBe(expected);
  },
);

const HOSTILE = ['..', '.', '', '../x', 'a/b', 'a\\b', '/etc/passwd', 'a\0b', '\ud800'];
test.each(['linux', 'darwin', 'win32'] as const)('no name leads out of its folder on %s', (platform) => {
  for (const name of HOSTILE) {
    const local = localName(name, platform);
    expect(local).not.toMatch(/[/\\\0]/);
    expect(['', '.', '..']).not.toContain(local);
  }
});

test('names on this computer: devices of Windows are files there, and every name is kept where it may be', () => {
  for (const name of ['CON', 'nul.txt', 'com1', 'LPT9.log', 'aux .x']) expect(localName(name, 'win32')).not.toBe(name);
  expect(localName('a: b?.txt', 'win32')).toBe('a_ b_.txt');
  expect(localName('end. ', 'win32')).toBe('end');
  for (const name of ['CON', 'a: b?.txt', 'end. ', '…', 'desktop.ini']) expect(localName(name, 'linux')).toBe(name);
});

test('two names that a file system may take for one are two files', () => {
  const taken = makeTakenNames();
  expect(['a.txt', 'A.txt', 'a.txt'].map((name) => taken.take('/x', name))).toEqual([
    'a.txt',
    'A (1).txt',
    'a (2).txt',
  ]);
  expect(taken.take('/y', 'a.txt')).toBe('a.txt');
});

const SOURCE = {
  server: 'https://drive.example.com',
  userId: 'person',
  localPath: '/a/b',
  sizeBytes: 10,
  modifiedMs: 1.5,
  parentId: '',
  name: 'b',
  conflict: 'replace',
};

test('an upload is found again by file, person and place, but not after the file has changed', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-ledger-'));
  const ledger = makeLedger(folder);
  const entry = { ...SOURCE, key: 'k', uploadId: 'u', fingerprint: null };
  await ledger.put(entry);
  expect(await makeLedger(folder).find(SOURCE)).toEqual(entry);
  expect(isOf(entry, SOURCE)).toBe(true);
  expect(isOf(entry, { ...SOURCE, modifiedMs: 1.6 })).toBe(false);
  expect(isOf(entry, { ...SOURCE, conflict: 'skip' })).toBe(false);
  for (const other of [{ userId: 'x' }, { parentId: 'x' }, { name: 'x' }, { localPath: '/x' }, { server: 'x' }])
    expect(await ledger.find({ ...SOURCE, ...other })).toBeNull();
  await ledger.sweep();
  expect(await ledger.find(SOURCE)).not.toBeNull();
  for (const name of readdirSync(path.join(folder, 'uploads'))) utimesSync(path.join(folder, 'uploads', name), 0, 0);
  await ledger.sweep();
  expect(await ledger.find(SOURCE)).toBeNull();
});

test('as many run at a time as there are places, and the first failure ends the others', async () => {
  const pool = makePool(2, NEVER);
  let [inside, most] = [0, 0];
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  for (let i = 0; i < 6; i += 1) await pool.start(work);
  await pool.end();
  expect(most).toBe(2);
  await pool.start(() => Promise.reject(new Error('first')));
  await expect(pool.end()).rejects.toThrow('first');
  await expect(pool.start(work)).rejects.toThrow('first');
});

test('a refusal is not tried again', async () => {
  let tries = 0;
  const refused = () => {
    tries += 1;
    return Promise.reject(new ApiError({ error: 'file_space_not_enough' }, '/'));
  };
  await expect(patiently(refused, NEVER, () => undefined)).rejects.toMatchObject({
    errorName: 'file_space_not_enough',
  });
  expect(tries).toBe(1);
});

test('one file that fails is named, and gives the command its exit code; without a sign-in all ends', () => {
  const written: string[] = [];
  const stream = { write: (text: unknown) => written.push(String(text)) > 0 };
  const out = makeOutput({ stdout: stream, stderr: stream }, false);
  const outcomes = makeOutcomes(out, makeProgress(null));
  outcomes.add({ path: 'a', outcome: 'moved', size: 1024, id: 'i', hash: 'h' });
  outcomes.add({ path: 'b', outcome: 'unchanged', size: 1, id: 'i', hash: 'h' });
  outcomes.fail('c', new ApiError({ error: 'file_space_not_enough', error_description: 'full' }, '/'), false);
  expect(() => outcomes.end(out, 'Sent')).toThrow(CommandError);
  expect(written.join('')).toContain('c: full');
  expect(written.at(-1)).toBe('Sent 1 file, 1.0 KB; 1 unchanged; 1 failed\n');
  const ended = new ApiError({ error: 'unauthenticated' }, '/');
  expect(() => outcomes.fail('d', ended, false)).toThrow(ended);
});
