/**
 * Whether a state folder can be served by this program: it is a folder, this user may write it, it has space to start, and no
 * newer program has written it. Each problem has one message for the operator.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { recordPeopleListDue } from './people-list.ts';

/** The folder cannot be served; the message is for the person at the terminal. */
export class FolderUnusable extends Error {}

/** In a folder while a backup is restored into it. */
export const RESTORING_DIR = 'restoring';

/** Enough for the lock, the secrets and the first logs of SQLite. */
const PROBE_BYTES = 256 * 1024;
const REMEDY = 'or set MAGPIE_DATA to another folder.';
/** Parts that must be writable where they exist; the runtime would report them without a remedy. */
const PARTS = ['state', 'state/do', 'blobs', 'tmp', 'secrets.json'];

/** One sentence for a failure of the file system; undefined for any other failure. */
export function whyUnusable(error: unknown, dataDir: string): string | undefined {
  const { code, path: at = dataDir } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EROFS':
      return `${dataDir} is on a read-only file system: mount it writable, ${REMEDY}`;
    case 'EACCES':
    case 'EPERM':
      return `${at} may not be written by this user: give this user the whole state folder, ${REMEDY}`;
    case 'ENOENT':
      return `${at} cannot be made: make the folder above it writable, ${REMEDY}`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${at} is not a folder: remove it, ${REMEDY}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${dataDir} is full: free some space on it, ${REMEDY}`;
    case 'EIO':
      return `${at} cannot be read or written: the disk reports an error (EIO).`;
    default:
      return undefined;
  }
}

/** The one sentence for what failed in the folder after it was checked; undefined when it is not the folder's fault. */
export function unusableFolder(error: unknown, dataDir: string): FolderUnusable | undefined {
  const { code, path: at } = error as NodeJS.ErrnoException;
  const isOfFolder = code === 'ENOSPC' || code === 'EDQUOT' || at === dataDir || at?.startsWith(dataDir + path.sep);
  const why = isOfFolder ? whyUnusable(error, dataDir) : undefined;
  return why === undefined ? undefined : new FolderUnusable(why, { cause: error });
}

function attempt(dataDir: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const why = whyUnusable(cause, dataDir);
    if (why === undefined) throw cause;
    throw new FolderUnusable(why, { cause });
  }
}

/** Makes the folder where there is none. @throws FolderUnusable */
export function requireFolder(dataDir: string): void {
  attempt(dataDir, () => {
    // Two steps: on a read-only file system the recursive call says that something does not exist.
    mkdirSync(path.dirname(dataDir), { recursive: true });
    if (!existsSync(dataDir)) mkdirSync(dataDir);
    if (readdirSync(dataDir).includes(RESTORING_DIR))
      throw new FolderUnusable(`A restore into ${dataDir} did not end: run it again, ${REMEDY}`);
    for (const at of [dataDir, ...PARTS.map((part) => path.join(dataDir, part))])
      if (existsSync(at)) accessSync(at, constants.R_OK | constants.W_OK);
  });
}

function formatFile(dataDir: string): string {
  return path.join(dataDir, 'format');
}

/** @returns 0 for a folder of versions without format numbers, and for a new one */
export function notedFormat(dataDir: string): number {
  const file = formatFile(dataDir);
  if (!existsSync(file)) return 0;
  const text = readFileSync(file, 'utf8').trim();
  if (!/^\d{1,9}$/.test(text))
    throw new FolderUnusable(`${file} is damaged: it must hold the number of the folder's format.`);
  return Number(text);
}

/** @throws FolderUnusable for a folder that a newer program has served */
export function requireKnownFormat(dataDir: string): void {
  const noted = notedFormat(dataDir);
  if (noted > STATE_FORMAT)
    throw new FolderUnusable(
      `${dataDir} was written by a newer version of Magpie (format ${noted}, this version knows ${STATE_FORMAT}): ` +
        'use that version, or restore a backup made by this one.',
    );
}

/** Checks the format, then writes and removes a probe. Writes nothing into a folder of a newer format. @throws FolderUnusable */
export function checkFolder(dataDir: string): void {
  attempt(dataDir, () => {
    requireKnownFormat(dataDir);
    const probe = path.join(dataDir, `probe.${process.pid}.tmp`);
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES, 1), { flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
  });
}

/** Notes that this program has served the folder. Call under the lock, before anything of a newer format is written. */
export function recordFormat(dataDir: string): void {
  const noted = notedFormat(dataDir);
  if (noted === STATE_FORMAT) return;
  recordPeopleListDue(dataDir, noted);
  const draft = `${formatFile(dataDir)}.tmp`;
  writeFileSync(draft, `${STATE_FORMAT}\n`, { flush: true });
  renameSync(draft, formatFile(dataDir));
}
