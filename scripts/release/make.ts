/** Makes the files of a release from one commit. In two folders they are the same bytes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { makeBaseRoot, USER } from './base-root.ts';
import { contentsOf } from './contents.ts';
import { type Architecture, debianFiles, programFile, type RecordedPackages, readPackages } from './downloads.ts';
import { closeDraft, openDraft, putInPlace } from './draft.ts';
import { writeImage } from './oci.ts';
import { PLATFORMS, pack, runtimeOf, unpackProgram } from './pack.ts';
import { ReleaseRefused } from './refused.ts';
import { type LockEntry, makeSbom } from './sbom.ts';
import { cutSymbols } from './slim.ts';
import { type Material, makeStatement, sign } from './statement.ts';
import { sha256Of, writeTar } from './tar.ts';
import { filesBelow, SUMS } from './verify.ts';

export interface ReleaseOptions {
  /** Folder of releases. */
  readonly to: string;
  /** Private key of ssh; without one the statement is unsigned. */
  readonly key: string | undefined;
  readonly print: (line: string) => void;
}

/** Beside the image, compose needs them. */
const COMPOSE_FILES = [
  'compose.yaml',
  'compose.lan.yaml',
  'compose.lan-ports.yaml',
  'deploy/Caddyfile',
  '.env.example',
];
const ARCHITECTURES = ['amd64', 'arm64'] as const;
const SECOND_NS = 1_000_000_000;

const CONFIG = {
  User: `${USER}:${USER}`,
  WorkingDir: '/app',
  Env: [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'NODE_ENV=production',
    'MAGPIE_DATA=/data',
    'HOST=0.0.0.0',
    'NODE_COMPILE_CACHE=/tmp/compile-cache',
  ],
  Cmd: ['node', 'scripts/start/main.mjs'],
  ExposedPorts: { '8787/tcp': {} },
  Volumes: { '/data': {}, '/backups': {} },
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', 'node', 'scripts/start/watch/health-check.ts'],
    Interval: 15 * SECOND_NS,
    Timeout: 5 * SECOND_NS,
    StartPeriod: 60 * SECOND_NS,
    Retries: 3,
  },
};

const readJson = <T>(file: string): T => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T;

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0)
    throw new ReleaseRefused(
      'A release is made from a commit, and this is no git repository: -- --draft packs it as it is.',
    );
  return stdout.trim();
}

/** @throws ReleaseRefused where the files are of no commit */
function requireCommit(): { commit: string; seconds: number } {
  const changed = git('status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '');
  if (changed.length > 0)
    throw new ReleaseRefused(
      `A release is made from a commit, and these differ from it: ${changed
        .slice(0, 5)
        .map((line) => line.slice(3))
        .join(
          ', ',
        )}${changed.length > 5 ? ` and ${changed.length - 5} more` : ''}. Commit them, or -- --draft packs the tree as it is.`,
    );
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  return { commit, seconds: Number(seconds) };
}

/** Compression and file order are of this version. */
function requireNode(): void {
  const wanted = readJson<{ dependencies: { node: string } }>('package.json').dependencies.node;
  if (process.versions.node !== wanted)
    throw new ReleaseRefused(
      `A release is made by Node ${wanted}, and this is ${process.versions.node}: npm ci, then npm run release.`,
    );
}

/** A release of another commit under the same version would be lost. */
function requireFree(place: string, commit: string): void {
  const [statement] = existsSync(place) ? filesBelow(place).filter((name) => name.endsWith('.intoto.json')) : [];
  if (statement !== undefined && !readFileSync(path.join(place, statement), 'utf8').includes(commit))
    throw new ReleaseRefused(
      `${place} is a release of another commit: move it away, or raise the version with -- --new-version.`,
    );
}

async function buildAnew(seconds: number): Promise<void> {
  for (const folder of ['client', 'compressed', 'runtime', 'texts', 'cli', 'magpie', 'magpie_codec'])
    rmSync(path.join(ROOT, 'dist', folder), { recursive: true, force: true });
  process.env['SOURCE_DATE_EPOCH'] = String(seconds);
  await ensureBuild({ force: true });
}

interface Made {
  readonly version: string;
  readonly commit: string;
  readonly seconds: number;
  readonly draft: string;
  readonly out: string;
  readonly packages: RecordedPackages;
}

/** The archive, and the image, of one kind of machine. */
async function makeFor(architecture: Architecture, made: Made): Promise<string[]> {
  const { version, commit, seconds, draft, out, packages } = made;
  const runtime = runtimeOf(architecture);
  const debian = debianFiles(architecture, packages.debian[architecture]);
  const node = programFile(packages.node[architecture]);
  const own = path.join(draft, architecture);
  const name = `magpie-${version}-${PLATFORMS[architecture]}`;
  pack(path.join(own, name), { name: runtime.name, file: programFile(runtime) });
  const [base, programs, places] = ['base', 'programs', 'places'].map((each) => path.join(own, each)) as [
    string,
    string,
    string,
  ];
  const local = path.join(programs, 'usr/local');
  unpackProgram(node, local, ['bin/node', 'LICENSE']);
  renameSync(path.join(local, 'LICENSE'), path.join(local, 'LICENSE.node'));
  cutSymbols(path.join(local, 'bin/node'));
  // The archive has its own Node; that of the image is a layer.
  for (const file of ['bin/node', 'LICENSE.node']) copyFileSync(path.join(local, file), path.join(own, name, file));
  const archive = await writeTar({
    folder: own,
    names: [name],
    file: path.join(out, `${name}.tar.gz`),
    seconds,
    compress: true,
  });
  for (const file of ['bin/node', 'LICENSE.node']) rmSync(path.join(own, name, file));
  renameSync(path.join(own, name), path.join(own, 'app'));
  mkdirSync(base);
  makeBaseRoot(new Map(packages.debian[architecture].map((one, index) => [one.name, debian[index] ?? ''])), base);
  for (const place of ['tmp', 'data', 'backups']) mkdirSync(path.join(places, place), { recursive: true });
  const image = `magpie-${version}-linux-${architecture}.oci.tar`;
  const written = await writeImage({
    architecture,
    tags: [`magpie:${version}`, 'magpie:latest'],
    layers: [
      { says: 'packages of Debian', folder: base, names: filesAtTop(base) },
      { says: `Node ${packages.node[architecture].version}`, folder: programs, names: ['usr'] },
      { says: `Magpie ${version}`, folder: own, names: ['app'] },
      { says: 'place for scratch files', folder: places, names: ['tmp'], mode: 'a+rwx,+t' },
      { says: 'places of state', folder: places, names: ['data', 'backups'], owner: USER, mode: 'u+rwx,go-rwx' },
    ],
    config: CONFIG,
    labels: {
      'org.opencontainers.image.title': 'Magpie',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': commit,
      'org.opencontainers.image.licenses': 'MIT',
    },
    seconds,
    file: path.join(out, image),
    scratch: path.join(own, 'image'),
  });
  rmSync(own, { recursive: true });
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return [`${name}.tar.gz  ${mib(archive.bytes)}`, `${image}  ${mib(written.bytes)}`];
}

function filesAtTop(folder: string): string[] {
  const top = spawnSync('ls', ['-A', folder], { encoding: 'utf8' }).stdout;
  return top.split('\n').filter((name) => name !== '');
}

function materialsOf({ node, debian }: RecordedPackages): Material[] {
  const programs = ARCHITECTURES.flatMap((architecture) => [node[architecture], runtimeOf(architecture)]);
  return [
    ...programs.map(({ name, version, integrity }) => ({
      uri: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      digest: { sha512: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
    })),
    ...ARCHITECTURES.flatMap((architecture) =>
      debian[architecture].map(({ name, version, sha256 }) => ({
        uri: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
        digest: { sha256 },
      })),
    ),
  ];
}

/** List of parts, checksums, statement. */
async function describe(made: Made, key: string | undefined): Promise<string> {
  const { version, commit, seconds, out, packages } = made;
  const { folders } = contentsOf(ROOT);
  const { packages: lock } = readJson<{ packages: Record<string, LockEntry> }>('package-lock.json');
  const programs = ARCHITECTURES.flatMap((architecture) => [packages.node[architecture], runtimeOf(architecture)]);
  const sbom = makeSbom({ version, commit, seconds, lock, folders, programs, debian: packages.debian });
  writeFileSync(path.join(out, `magpie-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const subjects = [];
  for (const name of filesBelow(out)) subjects.push({ name, digest: { sha256: await sha256Of(path.join(out, name)) } });
  writeFileSync(path.join(out, SUMS), subjects.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join(''));
  const statement = path.join(out, `magpie-${version}.intoto.json`);
  writeFileSync(
    statement,
    `${JSON.stringify(makeStatement(subjects, version, commit, materialsOf(packages)), null, 2)}\n`,
  );
  if (key === undefined) return 'unsigned: --key FILE signs the statement with a key of ssh';
  sign(statement, key);
  return `signed with ${key}`;
}

/** @returns the folder. @throws ReleaseRefused, BuildFailed */
export async function makeRelease({ to, key, print }: ReleaseOptions): Promise<string> {
  requireNode();
  const { commit, seconds } = requireCommit();
  if (key !== undefined && !existsSync(key)) throw new ReleaseRefused(`There is no key ${key}.`);
  const { version } = readJson<{ version: string }>('package.json');
  const name = `magpie-${version}`;
  requireFree(path.join(to, name), commit);
  const draft = openDraft(to, print);
  try {
    const out = path.join(draft, name);
    mkdirSync(out);
    const made: Made = { version, commit, seconds, draft, out, packages: readPackages() };
    // Downloads come first: one may be refused.
    for (const architecture of ARCHITECTURES) {
      debianFiles(architecture, made.packages.debian[architecture]);
      for (const program of [made.packages.node[architecture], runtimeOf(architecture)]) programFile(program);
    }
    await buildAnew(seconds);
    for (const architecture of ARCHITECTURES) for (const line of await makeFor(architecture, made)) print(line);
    for (const file of COMPOSE_FILES) {
      mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
      copyFileSync(path.join(ROOT, file), path.join(out, file));
    }
    print(await describe(made, key));
    requireSameCommit(commit);
    putInPlace(out, to, name);
  } finally {
    closeDraft(draft);
  }
  return path.join(to, name);
}

function requireSameCommit(commit: string): void {
  if (requireCommit().commit !== commit)
    throw new ReleaseRefused('The repository moved to another commit while it was made. Run it again.');
}
