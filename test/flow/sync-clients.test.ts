/**
 * Sync clients of other people against a started server: two folders, both ways, and a command line that speaks the same dialect. A program
 * that is not installed is named; on Debian as root `npm test` installs all.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { serverOfFile } from '#test/server.ts';
import { findProgram, run } from './outside-programs.ts';
import { makeProgramPassword } from './program-password.ts';
import { makeWireClient, sha256 } from './wire-client.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-sync-'));
const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');
const { text: password, address } = await makeProgramPassword(alice);
const { origin } = new URL(address);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files of a folder with the hashes of their bytes; files that clients keep for themselves are left out. */
function treeOf(place: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(path.join(place, below)).toSorted()) {
    if (/^\._?sync_|^\.sync|^\.csync|^\.owncloud/.test(name)) continue;
    const at = path.join(below, name);
    if (statSync(path.join(place, at)).isDirectory()) Object.assign(found, { [`${at}/`]: '' }, treeOf(place, at));
    else found[at] = sha256(readFileSync(path.join(place, at)));
  }
  return found;
}

const program = 'nextcloudcmd';
const file = findProgram('nextcloud-desktop-cmd');
const [one, two] = [path.join(folder, `${program}-1`), path.join(folder, `${program}-2`)];
const home = path.join(folder, `${program}-home`);
const write = (place: string, name: string, bytes: string | Buffer): void => {
  mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
  writeFileSync(path.join(place, name), bytes);
};

async function sync(place: string): Promise<void> {
  const { code, output } = await run(file ?? '', ['--non-interactive', '-u', 'alice', '-p', password, place, origin], {
    home,
    folder,
  });
  expect(code, output.slice(-4_000)).toBe(0);
}

async function expectSame(): Promise<Record<string, string>> {
  const tree = treeOf(one);
  expect(treeOf(two)).toEqual(tree);
  return tree;
}

test.skipIf(!file)(
  'nextcloudcmd keeps two folders the same: files, edits, names, moves, deletions, parts and conflicts',
  async () => {
    for (const place of [one, two, home]) mkdirSync(place, { recursive: true });
    write(one, 'notes.txt', 'first');
    write(one, 'Ordner/Übersicht 1.txt', 'umlauts');
    write(one, 'Ordner/deep/er/file.txt', 'deep');
    mkdirSync(path.join(one, 'Other'));
    const large = randomBytes(25 * 1024 * 1024);
    write(one, 'large.bin', large);
    await sync(one);
    await sync(two);
    expect((await expectSame())['large.bin']).toBe(sha256(large));

    write(two, 'notes.txt', 'second, and longer');
    renameSync(path.join(two, 'Ordner/Übersicht 1.txt'), path.join(two, 'Ordner/Übersicht 2.txt'));
    renameSync(path.join(two, 'Ordner/deep'), path.join(two, 'Other/deep'));
    rmSync(path.join(two, 'large.bin'));
    await sync(two);
    await sync(one);
    const moved = await expectSame();
    expect(Object.keys(moved)).toEqual(expect.arrayContaining(['Ordner/Übersicht 2.txt', 'Other/deep/er/file.txt']));
    expect(Object.keys(moved)).not.toContain('large.bin');
    expect(moved['notes.txt']).toBe(sha256(Buffer.from('second, and longer')));

    write(one, 'notes.txt', 'of the first folder');
    write(two, 'notes.txt', 'of the second');
    await sync(one);
    await sync(two);
    await sync(one);
    const remaining = Object.values(treeOf(two));
    for (const text of ['of the first folder', 'of the second']) expect(remaining).toContain(sha256(Buffer.from(text)));
  },
);

const rclone = findProgram('rclone') ?? '';

test.skipIf(rclone === '')('rclone: copies and checks a folder by the dialect, with times and checksums', async () => {
  const [from, back] = [path.join(folder, 'rclone-from'), path.join(folder, 'rclone-back')];
  mkdirSync(path.join(from, 'sub'), { recursive: true });
  for (let number = 0; number < 20; number += 1)
    writeFileSync(path.join(from, 'sub', `file ${number}.txt`), randomBytes(1_000 + number));
  writeFileSync(path.join(from, 'large.bin'), randomBytes(12 * 1024 * 1024));
  const { output: hidden } = await run(rclone, ['obscure', password]);
  const remote = `:webdav,url='${origin}/remote.php/dav/files/${alice.userId}/',vendor=nextcloud,user=alice,pass=${hidden.trim()}:rclone-dialect`;
  const quiet = ['--config', '/dev/null', '-q'];
  for (const args of [
    ['copy', from, remote],
    ['check', '--checkers', '4', from, remote],
    ['copy', remote, back],
  ]) {
    const { code, output } = await run(rclone, [...quiet, ...args]);
    expect(code, output).toBe(0);
  }
  expect(treeOf(back)).toEqual(treeOf(from));
  expect(existsSync(path.join(back, 'large.bin'))).toBe(true);
});

test('the drive is sound after the programs', async () => {
  const { findings } = await auditFolder(server.dataDir, Date.now);
  expect(findings).toEqual([]);
});
