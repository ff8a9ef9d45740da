/**
 * Content hash of everything a build reads, so that an unchanged tree is not built again. The hash is independent of git and of file times;
 * a later start takes the one that was computed before where the file system says that no file has changed since.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['cli', 'client', 'locales', 'scripts/build', 'shared', 'worker'];
/** Single files that a build reads. */
export const INPUT_FILES = [
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

/** Names of all inputs, sorted. */
function listInputs(root: string): string[] {
  return [...INPUT_FILES, ...FOLDERS.flatMap((folder) => listFiles(root, folder))].sort();
}

/** @returns SHA-256 over names and contents of all inputs, 64 hex characters */
export function hashInputs(root: string): string {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of listInputs(root)) {
    const body = readFileSync(path.join(root, file));
    hash.update(`\n${file}\n${body.length}\n`).update(body);
  }
  return hash.digest('hex');
}

/** Number, size and times of every input, as the file system has them. @returns digest, and the time of the last change of any */
function marksOf(root: string): { marks: string; changedMs: number } {
  const hash = createHash('sha256').update(process.versions.node);
  let changedMs = 0;
  for (const file of listInputs(root)) {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
    hash.update(`\n${file}\n${ino} ${size} ${mtimeMs} ${ctimeMs}`);
    changedMs = Math.max(changedMs, ctimeMs);
  }
  return { marks: hash.digest('hex'), changedMs };
}

/** 2 s: a file that changes again within a tick of the file system's clock keeps its times. */
const SETTLED_MS = 2_000;

interface KnownHash {
  readonly marks: string;
  readonly inputs: string;
}

function readKnown(file: string): KnownHash | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownHash;
  } catch {
    // Absent, or cut off by the end of a process.
    return undefined;
  }
}

/** {@link hashInputs}, without reading files that have not changed. @param knownFile  keeps the hash for the next call */
export function knownInputs(root: string, knownFile: string): string {
  const { marks, changedMs } = marksOf(root);
  const known = readKnown(knownFile);
  if (known?.marks === marks) return known.inputs;
  const inputs = hashInputs(root);
  // Marks first: a file that changes between the two is read again by the next call.
  if (Date.now() - changedMs > SETTLED_MS) writeFileSync(knownFile, JSON.stringify({ marks, inputs }));
  return inputs;
}

/** Id of a build for clients, caches and addresses: 12 hex characters of {@link hashInputs}. */
export function buildIdOf(inputs: string): string {
  return inputs.slice(0, 12);
}
