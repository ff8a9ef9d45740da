/** Copies stored bytes of an installation into the store that all backups of a folder share, and proves each copy by reading it back. */
import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ByteInstallation, Installation } from '#scripts/deploy/installation.ts';
import { reasonOf, Stop } from '#scripts/deploy/stop.ts';
import { type BackupFile, BackupRefused } from '../manifest.ts';
import { forEachOf, readJournal, writeProved } from '../stored-bytes.ts';
import { requireProgress } from './copy-objects.ts';
import { bytesPlace } from './object-place.ts';

const TRIES = 3;
const RUN_AGAIN = 'Run the same command again when the reason is gone: it goes on where it stopped.';

export interface CopiedBytes {
  /** Every key that the installation has, as files of the store. */
  readonly files: readonly BackupFile[];
  readonly newFiles: number;
  readonly newBytes: number;
  /** Keys that are listed and have no bytes. */
  readonly missing: readonly string[];
  readonly others: number;
}

export interface CopyBytesOptions {
  readonly storeDir: string;
  /** One line for each proved copy of a run that has not ended yet. */
  readonly journal: string;
  readonly earlier: Iterable<BackupFile>;
}

interface KeyPage {
  readonly keys: readonly string[];
  /** Objects of the bucket that are none of Magpie's. */
  readonly others: number;
  readonly cursor: string;
}

async function listKeys({ ask }: Installation): Promise<{ keys: string[]; others: number }> {
  const keys: string[] = [];
  let others = 0;
  for (let cursor = ''; ; ) {
    const page = await ask<KeyPage>('/_internal/backup/keys', { cursor });
    for (const key of page.keys) {
      // Keys become names of files.
      if (!/^[0-9a-f]{32}$/.test(key)) throw new Stop(`${JSON.stringify(key)} is no key of stored bytes`, RUN_AGAIN);
      keys.push(key);
    }
    others += page.others;
    if (page.cursor === '') return { keys, others };
    requireProgress(cursor, page.cursor);
    cursor = page.cursor;
  }
}

/** @returns null for bytes that are gone. @throws Stop for an answer that broke off or is another */
async function download({ send, origin }: ByteInstallation, key: string, to: string) {
  const body = JSON.stringify({ key });
  const answer = await send('POST', '/_internal/backup/bytes', body, { 'content-type': 'application/json' });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  if (answer.status !== 200)
    throw new Stop(
      `${origin} did not give the bytes ${key}: ${answer.status} ${(await answer.text()).slice(0, 300)}`,
      RUN_AGAIN,
    );
  const { body: stream, headers } = answer;
  async function* whole(): AsyncGenerator<Uint8Array> {
    let sizeBytes = 0;
    for await (const piece of stream ?? []) {
      sizeBytes += (piece as Uint8Array).length;
      yield piece as Uint8Array;
    }
    if (sizeBytes !== Number(headers.get('x-magpie-bytes')))
      throw new Stop(`${origin} broke off the bytes ${key} after ${sizeBytes}`, RUN_AGAIN);
  }
  return writeProved(whole(), to);
}

/** Several tries: one broken connection of a million must not end a backup. */
async function downloadTried(installation: ByteInstallation, key: string, to: string) {
  for (let tries = 1; ; tries += 1)
    try {
      return await download(installation, key, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT' || tries === TRIES)
        throw error instanceof Stop || error instanceof BackupRefused || code !== undefined
          ? error
          : new Stop(reasonOf(error), 'Run the same command again.');
    }
}

/** @throws Stop, BackupRefused */
export async function copyBytes(installation: ByteInstallation, options: CopyBytesOptions): Promise<CopiedBytes> {
  const { storeDir, journal, earlier } = options;
  const known = new Map<string, BackupFile>();
  for (const file of [...earlier, ...readJournal(journal)]) known.set(file.place, file);
  const isInStore = (place: string): boolean => {
    const size = statSync(path.join(storeDir, place), { throwIfNoEntry: false })?.size;
    return size !== undefined && size === known.get(place)?.sizeBytes;
  };
  let [newFiles, newBytes] = [0, 0];

  async function copyOne(key: string): Promise<void> {
    const place = bytesPlace(key);
    if (isInStore(place)) return;
    const got = await downloadTried(installation, key, path.join(storeDir, place));
    known.delete(place);
    if (!got) return;
    const file = { place, stamp: '', ...got };
    known.set(place, file);
    appendFileSync(journal, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    newFiles += 1;
    newBytes += got.sizeBytes;
  }

  const { keys, others } = await listKeys(installation);
  await forEachOf(keys, copyOne);
  const files = keys.flatMap((key) => known.get(bytesPlace(key)) ?? []);
  const missing = keys.filter((key) => !known.has(bytesPlace(key)));
  return { files, newFiles, newBytes, missing, others };
}
