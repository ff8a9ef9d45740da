/**
 * Completes package-lock.json: every optional package of another platform gets its entry, also where the registry that wrote
 * the file serves none of them. Without the entries `npm ci` refuses the file. `--check` only reports. Run after `npm install`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Entry {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, Entry>;

const LOCK = path.resolve(import.meta.dirname, '../package-lock.json');
const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  linux: 'linux',
  freebsd: 'freebsd',
  win32: 'win32',
  windows: 'win32',
  openharmony: 'openharmony',
};
const PROCESSORS = [
  [/arm64/, 'arm64'],
  [/x64|-64$/, 'x64'],
  [/ia32/, 'ia32'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/arm-/, 'arm'],
] as const;

/** Platforms by the name of their package. */
export function entryOf(name: string, version: string, isDev: boolean): Entry {
  const parts = name.split('/').at(-1) ?? '';
  const entry: Entry = { version, optional: true, ...(isDev ? { dev: true } : {}) };
  if (parts.includes('wasm32')) return { ...entry, cpu: ['wasm32'] };
  const system = Object.entries(SYSTEMS).find(([word]) => parts.split('-').includes(word))?.[1];
  const processor = PROCESSORS.find(([pattern]) => pattern.test(parts))?.[1];
  if (processor) entry.cpu = [processor];
  if (system) entry.os = [system];
  if (parts.includes('musl')) entry.libc = ['musl'];
  else if (system === 'linux' && parts.includes('gnu')) entry.libc = ['glibc'];
  return entry;
}

function foundFor(packages: Packages, from: string, name: string): Entry | undefined {
  for (let at = from; ; ) {
    const entry = packages[`${at ? `${at}/` : ''}node_modules/${name}`];
    if (entry || at === '') return entry;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '';
  }
}

/** Entries that are wanted and not there, by their place in the file. */
export function missingEntries(packages: Packages): Packages {
  const missing: Packages = {};
  for (const [place, info] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(info.optionalDependencies ?? {})) {
      const found = foundFor({ ...packages, ...missing }, place, name);
      if (found && (found.version === version || !/^\d/.test(version))) continue;
      const top = `node_modules/${name}`;
      missing[packages[top] || missing[top] ? `${place}/${top}` : top] = entryOf(name, version, info.dev === true);
    }
  }
  return missing;
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Packages };
  const missing = missingEntries(lock.packages);
  process.stdout.write(`${Object.keys(missing).length} entries missing\n`);
  if (process.argv.includes('--check')) process.exitCode = Object.keys(missing).length > 0 ? 1 : 0;
  else {
    const { '': root = {}, ...rest } = { ...lock.packages, ...missing };
    lock.packages = { '': root, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) };
    writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  }
}
