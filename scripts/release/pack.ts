/** The folder of a release: bundle, the modules that start it, and their packages. Node beside it, `bin/magpie start` runs it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtInputs, ROOT } from '#scripts/build/ensure.ts';
import { contentsOf, FILES } from './contents.ts';
import type { Architecture, Program } from './downloads.ts';
import { ReleaseRefused } from './refused.ts';
import { cutSymbols } from './slim.ts';

const COMMANDS = ['start', 'audit', 'ops', 'backup', 'restore', 'rehearse'] as const;
/** As Node names them. */
export const PLATFORMS: Readonly<Record<Architecture, string>> = { amd64: 'linux-x64', arm64: 'linux-arm64' };
const RUNTIMES = { amd64: '@cloudflare/workerd-linux-64', arm64: '@cloudflare/workerd-linux-arm64' } as const;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

/** workerd of another machine than this. @throws ReleaseRefused */
export function runtimeOf(architecture: Architecture): Program {
  const name = RUNTIMES[architecture];
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const { version = '', integrity = '' } = packages[`node_modules/${name}`] ?? {};
  if (integrity === '') throw new ReleaseRefused(`package-lock.json has no hash of ${name}: npm run lock.`);
  return { name, version, integrity };
}

/** The commands of a release; nothing is installed or built. */
function packageText(): string {
  const { name, version, license, type, imports, scripts } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown> & { scripts: Record<string, string> };
  const own = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]));
  const engines = { node: `>=${process.versions.node.split('.')[0]}` };
  return `${JSON.stringify({ name, version, private: true, license, type, engines, imports, scripts: own }, null, 2)}\n`;
}

/** A copy of the platform's own package, which is the one that is started. */
function isSecondBinary(file: string): boolean {
  return path.relative(ROOT, file) === 'node_modules/workerd/bin';
}

/** Unpacks a file of npm's. */
export function unpackProgram(file: string, folder: string, names: readonly string[] = []): void {
  mkdirSync(folder, { recursive: true });
  const inside = names.map((name) => `package/${name}`);
  const args = ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner', ...inside];
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new ReleaseRefused(`tar failed: ${stderr.trim()}`);
}

/**
 * @param target  a new folder
 * @param runtime  workerd, as npm packs it; without one that of this machine
 */
export function pack(target: string, runtime?: { readonly name: string; readonly file: string }): void {
  const { trace, folders } = contentsOf(ROOT);
  const isRuntime = (place: string): boolean => place.startsWith('node_modules/@cloudflare/workerd-');
  const own = runtime ? folders.filter((place) => !isRuntime(place)) : folders;
  for (const place of [...trace.files, ...FILES, ...own])
    cpSync(path.join(ROOT, place), path.join(target, place), {
      recursive: true,
      dereference: true,
      // A nested package that is needed has a place of its own in the list.
      filter: (from) =>
        !isSecondBinary(from) && !path.relative(path.join(ROOT, place), from).split(path.sep).includes('node_modules'),
    });
  if (runtime) {
    const folder = path.join(target, 'node_modules', runtime.name);
    unpackProgram(runtime.file, folder);
    cutSymbols(path.join(folder, 'bin/workerd'));
  }
  writeFileSync(path.join(target, 'package.json'), packageText());
  writeFileSync(path.join(target, 'release.json'), `${JSON.stringify({ build: builtInputs().slice(0, 12) })}\n`);
}
