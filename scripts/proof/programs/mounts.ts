/** Drives that systems show as a folder: davfs2, and gvfs as file managers of Linux use it. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Check, keepsItsLink, made, must, mustEqual, type Program, type Stage } from './program.ts';

const DAVFS = '/usr/sbin/mount.davfs';
const PEOPLE_ALL = 0o777;

/** Mounts, works, and unmounts, which waits until all is sent. */
async function onMount(stage: Stage, work: (top: string) => void): Promise<void> {
  const own = made(path.join(stage.folder, 'davfs'));
  const top = made(path.join(own, 'mount'));
  // The program gives up its rights before it makes files there.
  const cache = mkdtempSync(path.join(os.tmpdir(), 'magpie-davfs-'));
  chmodSync(cache, PEOPLE_ALL);
  const [config, secrets] = [path.join(own, 'davfs2.conf'), path.join(own, 'secrets')];
  writeFileSync(secrets, `${stage.address} alice ${stage.password}\n`, { mode: 0o600 });
  writeFileSync(config, `cache_dir ${cache}\nsecrets ${secrets}\ndelay_upload 0\n`);
  await must('/bin/mount', ['-t', 'davfs', '-o', `conf=${config}`, stage.address, top]);
  try {
    work(top);
  } finally {
    await must('/bin/umount', [top]);
    rmSync(cache, { recursive: true, force: true });
  }
}

const DAVFS_CHECKS: readonly Check[] = [
  {
    name: 'writes, reads, makes folders, renames, moves, deletes',
    run: async (stage) => {
      await onMount(stage, (top) => {
        const at = (...names: string[]): string => path.join(top, ...names);
        mkdirSync(at('davfs folder'));
        writeFileSync(at('ü & %.txt'), 'first');
        renameSync(at('ü & %.txt'), at('davfs folder', 'moved.txt'));
        writeFileSync(at('davfs folder', 'second.txt'), 'second');
        rmSync(at('davfs folder', 'second.txt'));
        mustEqual(readFileSync(at('davfs folder', 'moved.txt'), 'utf8'), 'first', 'the moved file');
      });
      await onMount(stage, (top) => {
        mustEqual(
          readFileSync(path.join(top, 'davfs folder/moved.txt'), 'utf8'),
          'first',
          'the file after a new mount',
        );
      });
    },
  },
  {
    name: 'lists a folder',
    run: (stage) => onMount(stage, (top) => void readdirSync(top)),
  },
  {
    name: 'a document saved ten times by a temporary file keeps its link',
    run: (stage) =>
      keepsItsLink(stage, 'davfs.odt', (text) =>
        onMount(stage, (top) => {
          writeFileSync(path.join(top, '.~lock.davfs.tmp'), text);
          renameSync(path.join(top, '.~lock.davfs.tmp'), path.join(top, 'davfs.odt'));
        }),
      ),
  },
];

/** Runs lines of a shell on a session bus of their own, with the drive mounted as `$D`. */
async function onBus({ folder, address, password }: Stage, ...lines: readonly string[]): Promise<string> {
  const home = made(path.join(folder, 'gvfs-home'));
  const drive = address.replace('http://', 'dav://alice@');
  const mount = [`D=${drive}`, `echo '${password}' | gio mount "$D" >&2`];
  writeFileSync(path.join(home, 'script'), ['set -e', ...mount, ...lines, 'gio mount -u "$D"', ''].join('\n'));
  const onErrors = '2>errors || { cat errors; exit 1; }';
  return must('/bin/sh', ['-c', `dbus-run-session -- sh script ${onErrors}`], { home, folder: home });
}

const GVFS_CHECKS: readonly Check[] = [
  {
    name: 'copies there, lists, reads, makes folders, renames, moves, deletes',
    run: async (stage) => {
      writeFileSync(path.join(made(path.join(stage.folder, 'gvfs-home')), 'one.txt'), 'one');
      const printed = await onBus(
        stage,
        'gio mkdir "$D/gvfs"',
        'gio copy one.txt "$D/gvfs/one.txt"',
        'gio rename "$D/gvfs/one.txt" two.txt >/dev/null',
        'gio mkdir "$D/gvfs/deep"',
        'gio move "$D/gvfs/two.txt" "$D/gvfs/deep/three.txt"',
        'gio list "$D/gvfs/deep"',
        'gio cat "$D/gvfs/deep/three.txt"',
        'gio remove "$D/gvfs/deep/three.txt"',
        'gio list "$D/gvfs/deep"',
      );
      // A keyring that starts by the way says so first.
      mustEqual(printed.split('\n').slice(-2).join(' '), 'three.txt one', 'the printed lines');
    },
  },
  {
    name: 'a document saved ten times keeps its link',
    run: (stage) =>
      keepsItsLink(stage, 'gvfs.odt', async (text) => {
        await onBus(stage, `printf '${text}' | gio save "$D/gvfs.odt"`);
      }),
  },
];

export const MOUNTS: readonly Program[] = [
  {
    name: 'davfs2',
    file: DAVFS,
    version: [DAVFS, '--version'],
    from: 'Debian 12',
    checks: DAVFS_CHECKS,
  },
  {
    name: 'gvfs, by `gio`',
    file: '/usr/libexec/gvfsd-dav',
    version: ['/usr/bin/dpkg-query', '-W', 'gvfs-backends'],
    from: 'Debian 12',
    checks: GVFS_CHECKS,
  },
];
