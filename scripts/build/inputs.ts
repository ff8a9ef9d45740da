/** Content hash of everything a build reads, so that an unchanged tree is not built again. Independent of git and of file times. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['client', 'locales', 'scripts/build', 'shared', 'worker'];
const FILES = [
  'package.json',
  'package-lock.json',
  'scripts/locales/island-texts.ts',
  'scripts/locales/tree.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'wrangler.toml',
  // The runtime's configuration holds what these say.
  'scripts/start/runtime/outbound.ts',
  'scripts/start/runtime/runtime-config.ts',
];
/** Tests are no part of the bundle. */
const IGNORED = /\.test\.tsx?$|(^|\/)\.|~$/;

function listFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !IGNORED.test(file));
}

/** @returns SHA-256 over names and contents of all inputs, 64 hex characters */
export function hashInputs(root: string): string {
  const files = [...FILES, ...FOLDERS.flatMap((folder) => listFiles(root, folder))].sort();
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of files) {
    const body = readFileSync(path.join(root, file));
    hash.update(`\n${file}\n${body.length}\n`).update(body);
  }
  return hash.digest('hex');
}

/** Id of a build for clients, caches and addresses: 12 hex characters of {@link hashInputs}. */
export function buildIdOf(inputs: string): string {
  return inputs.slice(0, 12);
}
