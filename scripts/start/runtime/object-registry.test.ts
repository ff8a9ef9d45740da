/** The objects of a folder at its start; and one failing object costs one reading of its database, however many of its calls fail at once. */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { openObjectRegistry } from './object-registry.ts';

const SCRATCH = process.env['TMPDIR'];
let root: string;

beforeEach(() => {
  root = scratchFolder();
  mkdirSync(path.join(root, 'state/do/magpie-DriveRoom'), { recursive: true });
  mkdirSync(path.join(root, 'scratch'));
  process.env['TMPDIR'] = path.join(root, 'scratch');
});

afterEach(() => {
  if (SCRATCH === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = SCRATCH;
});

const mark = { className: 'DriveRoom', id: 'a'.repeat(64), name: 'alice' };

function writeObject(): void {
  const db = new DatabaseSync(path.join(root, 'state/do/magpie-DriveRoom', `${mark.id}.sqlite`));
  db.exec("CREATE TABLE _self (name TEXT); INSERT INTO _self VALUES ('alice')");
  db.close();
}

it('holds of which classes the folder had objects before the start', () => {
  const first = openObjectRegistry(root, () => undefined);
  writeObject();
  first.created(mark);
  expect(first.hadAtStart('DriveRoom')).toBe(false);
  const second = openObjectRegistry(root, () => undefined);
  expect([second.hadAtStart('DriveRoom'), second.hadAtStart('AccountObject')]).toEqual([true, false]);
});

it('reads the database of an object once for all calls that fail at the same time', async () => {
  writeObject();
  const registry = openObjectRegistry(root, () => undefined);
  const checks = Array.from({ length: 20 }, () => registry.isDamaged(mark));
  // Each reading begins with a folder for its copy.
  expect(readdirSync(path.join(root, 'scratch'))).toHaveLength(1);
  expect(new Set(await Promise.all(checks))).toEqual(new Set([false]));
});
