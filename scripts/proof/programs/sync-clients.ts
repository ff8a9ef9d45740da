/** Sync clients beside the one of `npm test`. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Check, made, must, mustBeSame, mustEqual, type Program } from './program.ts';

const OWNCLOUDCMD = '/usr/bin/owncloudcmd';
const LARGE_BYTES = 25 * 1024 * 1024;

const bothWays: Check = {
  name: 'two folders both ways: files, 25 MB in parts, a move with an edit, a deletion',
  run: async ({ folder, origin, password }) => {
    const [one, two, home] = ['one', 'two', 'home'].map((name) => made(path.join(folder, 'owncloud', name)));
    if (!one || !two || !home) throw new Error('no folders');
    // Without it the client looks for a list that only its package with a window brings.
    const none = path.join(home, 'exclude.lst');
    writeFileSync(none, '.sync_*\n');
    const account = ['--non-interactive', '-u', 'alice', '-p', password, '--exclude', none];
    const sync = (place: string) => must(OWNCLOUDCMD, [...account, place, origin], { home });
    // Everything that other programs left comes down first.
    const own = (place: string, ...names: string[]) => path.join(place, 'own cloud', ...names);
    mkdirSync(own(one, 'deep'), { recursive: true });
    writeFileSync(own(one, 'note.txt'), 'first');
    writeFileSync(own(one, 'large.bin'), randomBytes(LARGE_BYTES));
    await sync(one);
    await sync(two);
    await mustBeSame(own(one), own(two));
    renameSync(own(two, 'note.txt'), own(two, 'deep', 'note.txt'));
    appendFileSync(own(two, 'deep', 'note.txt'), ', second');
    rmSync(own(two, 'large.bin'));
    await sync(two);
    await sync(one);
    await mustBeSame(own(one), own(two));
    mustEqual(readFileSync(own(one, 'deep', 'note.txt'), 'utf8'), 'first, second', 'the moved file');
  },
};

export const SYNC_CLIENTS: readonly Program[] = [
  {
    name: 'owncloudcmd',
    file: OWNCLOUDCMD,
    version: [OWNCLOUDCMD, '--version'],
    from: 'Debian 12, with `--exclude FILE`',
    checks: [bothWays],
  },
];
