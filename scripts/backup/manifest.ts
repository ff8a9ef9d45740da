/**
 * The lists of one backup: what it holds, with size and SHA-256 of every file. Each list is proved by the one above it:
 * `manifest.sha256` -> `manifest.json` -> `files.jsonl` and `stored.jsonl` -> the files.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { BACKUP_FORMAT, MADE_DIR, MARK_FILE } from './layout.ts';

/** One file of a backup. */
export interface BackupFile {
  /** Below the state folder, with `/`. */
  readonly place: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Differs whenever the original was written; '' when that is unknown. */
  readonly stamp: string;
}

export interface BackupCounts {
  /** Databases of stored objects. */
  readonly objects: number;
  /** All databases. */
  readonly databases: number;
  /** Files of stored bytes. */
  readonly stored: number;
  readonly storedBytes: number;
}

export interface Manifest {
  readonly format: number;
  /** Of the program that made it. */
  readonly version: string;
  /** Of the state folder. */
  readonly stateFormat: number;
  readonly madeAtMs: number;
  readonly counts: BackupCounts;
  /** Databases that SQLite could not read when they were copied. */
  readonly damaged: readonly string[];
  /** SHA-256 of the two lists. */
  readonly files: string;
  readonly stored: string;
}

export interface Backup {
  readonly name: string;
  /** Its own folder. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Databases and notes. */
  readonly files: readonly BackupFile[];
  readonly stored: readonly BackupFile[];
}

/** A backup that cannot be made or used; the message is for the person at the terminal. */
export class BackupRefused extends Error {}

const SHA256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
const MANIFEST = v.object({
  format: COUNT,
  version: v.string(),
  stateFormat: COUNT,
  madeAtMs: COUNT,
  counts: v.object({ objects: COUNT, databases: COUNT, stored: COUNT, storedBytes: COUNT }),
  damaged: v.array(v.string()),
  files: SHA256,
  stored: SHA256,
});
/** No path of a list may lead out of the folder it is restored to. */
const PLACE = v.pipe(
  v.string(),
  v.check((place) => place !== '' && place.split('/').every((part) => !['', '.', '..'].includes(part))),
);
const FILE = v.object({ place: PLACE, sizeBytes: COUNT, sha256: SHA256, stamp: v.string() });

export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function linesOf(files: readonly BackupFile[]): string {
  return files.map((file) => `${JSON.stringify(file)}\n`).join('');
}

/** Writes the lists of a backup into its folder, and flushes them. */
export function writeLists(
  folder: string,
  facts: Omit<Manifest, 'format' | 'files' | 'stored'>,
  files: readonly BackupFile[],
  stored: readonly BackupFile[],
): Manifest {
  const lists = { files: linesOf(files), stored: linesOf(stored) };
  const manifest = {
    format: BACKUP_FORMAT,
    ...facts,
    files: sha256Of(lists.files),
    stored: sha256Of(lists.stored),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  for (const [name, body] of [
    ['files.jsonl', lists.files],
    ['stored.jsonl', lists.stored],
    ['manifest.json', text],
    ['manifest.sha256', `${sha256Of(text)}\n`],
  ] as const)
    writeFileSync(path.join(folder, name), body, { mode: 0o600, flush: true });
  return manifest;
}

function readProved(folder: string, name: string, sha256: string): string {
  const file = path.join(folder, name);
  if (!existsSync(file)) throw new BackupRefused(`${file} is missing: this backup is not whole. Use another one.`);
  const text = readFileSync(file, 'utf8');
  if (sha256Of(text) === sha256) return text;
  throw new BackupRefused(`${file} was altered after the backup was made. Use another backup.`);
}

function readList(folder: string, name: string, sha256: string): BackupFile[] {
  const lines = readProved(folder, name, sha256).split('\n').slice(0, -1);
  return lines.map((line) => v.parse(FILE, JSON.parse(line)));
}

/** The format of a folder of backups. @throws BackupRefused when it is none, or one of a newer version */
export function requireBackupFolder(folder: string): void {
  const file = path.join(folder, MARK_FILE);
  if (!existsSync(file)) throw new BackupRefused(`${folder} is not a folder of backups: it has no file ${MARK_FILE}.`);
  const format = Number(readFileSync(file, 'utf8'));
  if (!(format <= BACKUP_FORMAT))
    throw new BackupRefused(
      `${folder} was written by a newer version of Magpie (backup format ${format}, this version supports ${BACKUP_FORMAT}): use that version.`,
    );
}

/** Names of the backups that are whole, the oldest first. */
export function backupNames(folder: string): string[] {
  const made = path.join(folder, MADE_DIR);
  return existsSync(made) ? readdirSync(made).sort() : [];
}

/** Reads and proves the lists of one backup. @throws BackupRefused with the name of the list that is wrong */
export function readBackup(folder: string, name: string): Backup {
  const own = path.join(folder, MADE_DIR, name);
  if (!existsSync(own))
    throw new BackupRefused(`${folder} has no backup ${name}. It has: ${backupNames(folder).join(', ') || 'none'}.`);
  const noted = path.join(own, 'manifest.sha256');
  const text = readProved(own, 'manifest.json', existsSync(noted) ? readFileSync(noted, 'utf8').trim() : '');
  const raw = JSON.parse(text) as Partial<Manifest>;
  if (Number(raw.format) > BACKUP_FORMAT || Number(raw.stateFormat) > STATE_FORMAT)
    throw new BackupRefused(
      `Backup ${name} was made by a newer version of Magpie (${raw.version}, state format ${raw.stateFormat}; this version supports ${STATE_FORMAT}). ` +
        'Restore it with that version.',
    );
  const manifest = v.parse(MANIFEST, raw);
  return {
    name,
    folder: own,
    manifest,
    files: readList(own, 'files.jsonl', manifest.files),
    stored: readList(own, 'stored.jsonl', manifest.stored),
  };
}
