/** Sync clients beside the one of `npm test`. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Check, made, must, mustBeSame, mustEqual, type Program } from './program.ts';
import { startFront } from './request-limit.ts';

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

const NEXTCLOUDCMD = '/usr/bin/nextcloudcmd';
/** More than one request takes behind the front, in parts that fit. */
const LARGER_BYTES = 240_000_000;

/** This version makes its parts larger while they go fast, whatever size the server names. */
const inSmallParts: Check = {
  name: '240 MB where a request ends at 100 MB, with `OWNCLOUD_MAX_CHUNK_SIZE=90000000`',
  run: async ({ folder, origin, address, password }) => {
    const front = await startFront(origin);
    try {
      const [place, back, home] = ['place', 'back', 'home'].map((name) => made(path.join(folder, 'large', name)));
      if (!place || !back || !home) throw new Error('no folders');
      writeFileSync(path.join(place, 'larger.bin'), randomBytes(LARGER_BYTES));
      const account = ['--non-interactive', '-u', 'alice', '-p', password];
      const sync = (at: string) =>
        must('/usr/bin/env', ['OWNCLOUD_MAX_CHUNK_SIZE=90000000', NEXTCLOUDCMD, ...account, at, front.origin], {
          home,
        });
      await sync(place);
      await sync(back);
      await mustBeSame(path.join(place, 'larger.bin'), path.join(back, 'larger.bin'));
      mustEqual(String(front.refused()), '0', 'refused requests');
      const authorization = `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`;
      await fetch(`${address}larger.bin`, { method: 'DELETE', headers: { authorization } });
    } finally {
      await front.stop();
    }
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
  {
    name: 'nextcloudcmd, behind a limit',
    file: NEXTCLOUDCMD,
    version: [NEXTCLOUDCMD, '--version'],
    from: 'Debian 12',
    checks: [inSmallParts],
  },
];
