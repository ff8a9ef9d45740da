/** The root folder of the image: what Node and workerd need of Debian, and one user. No package manager, nothing that changes who runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefused } from './refused.ts';

/** Its number has no meaning outside. */
export const USER = 10_001;

/** Of packages of which little is used. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  'base-files': ['usr/lib/os-release', 'etc/debian_version'],
  'util-linux': ['usr/bin/setpriv'],
};
/** Conversions of texts, manuals, translations: nothing here reads them. */
const LEFT_OUT =
  /^usr\/(share\/(?!doc|ca-certificates)|lib\/[^/]+\/(gconv|audit)\/|s?bin\/(?!setpriv|busybox|dash|sh$)|lib\/(locale|systemd)\/)/;
/** Names under which the one program has its tools. */
const TOOLS =
  'cat cp cut date df du env expr find free grep gunzip gzip head hostname id kill less ln ls mkdir mv nc netstat nslookup ps pwd rm rmdir sed sleep sort stat tail tar tee test top touch tr true umount uname uniq vi wc wget which whoami xargs'.split(
    ' ',
  );

const TEXTS: Readonly<Record<string, string>> = {
  'etc/passwd': `root:x:0:0:root:/:/bin/sh\nmagpie:x:${USER}:${USER}:magpie:/nonexistent:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  'etc/group': `root:x:0:\nmagpie:x:${USER}:\nnogroup:x:65534:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

function run(command: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, maxBuffer: 2 ** 30 });
  if (error) throw new ReleaseRefused(`${command} is needed, and did not start: ${error.message}`);
  if (status !== 0) throw new ReleaseRefused(`${command} failed: ${stderr.toString().trim()}`);
  return stdout;
}

function isWanted(name: string, entry: string): boolean {
  const own = entry === `usr/share/doc/${name}/copyright`;
  const only = ONLY[name];
  return own || (only ? only.includes(entry) : !entry.startsWith('usr/share/doc/') && !LEFT_OUT.test(entry));
}

/** Files and links of a package that the image has. */
function unpack(file: string, name: string, root: string): void {
  const archive = run('dpkg-deb', ['--fsys-tarfile', file]);
  const entries = run('tar', ['-t'], archive).toString().split('\n');
  const wanted = entries.filter(
    (entry) =>
      entry !== '' &&
      !entry.endsWith('/') &&
      isWanted(name, entry.replace(/^\.\//, '').replace(/^(lib|bin|sbin|lib64)\//, 'usr/$1/')),
  );
  run('tar', ['-x', '--keep-directory-symlink', '--no-same-owner', '-C', root, '--', ...wanted], archive);
  // Scanners of images look here.
  const status = path.join(root, 'var/lib/dpkg/status.d');
  mkdirSync(status, { recursive: true });
  writeFileSync(path.join(status, name), run('dpkg-deb', ['-f', file]));
}

/** One file of all authorities, as `update-ca-certificates` makes it. */
function writeAuthorities(root: string): void {
  const folder = path.join(root, 'usr/share/ca-certificates/mozilla');
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd());
  mkdirSync(path.join(root, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(path.join(root, 'etc/ssl/certs/ca-certificates.crt'), `${texts.join('\n')}\n`);
  rmSync(path.join(root, 'usr/share/ca-certificates'), { recursive: true });
}

/** @param files  packages by name. @param root  an empty folder */
export function makeBaseRoot(files: ReadonlyMap<string, string>, root: string): void {
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(path.join(root, 'usr', folder), { recursive: true });
    symlinkSync(`usr/${folder}`, path.join(root, folder));
  }
  for (const folder of ['etc', 'dev', 'proc', 'sys', 'run', 'usr/local/bin'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const [name, file] of files) unpack(file, name, root);
  writeAuthorities(root);
  for (const tool of TOOLS) symlinkSync('busybox', path.join(root, 'usr/bin', tool));
  for (const [file, text] of Object.entries(TEXTS)) writeFileSync(path.join(root, file), text);
  symlinkSync('../usr/lib/os-release', path.join(root, 'etc/os-release'));
}
