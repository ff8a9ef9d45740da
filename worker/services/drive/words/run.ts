/** One run of the job that reads files for the index of words: slices of a sweep, until it ends or the run has lasted long enough. */
import { unwrap } from '#shared/errors.ts';
import { KIB, SECOND_MS } from '#shared/units.ts';
import { BlobMissing, pipeSpan } from '#worker/platform/blobs/read.ts';
import type { TextReader } from '#worker/platform/texts/reader.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { wordsPart } from './part.ts';
import type { ReadFile, UnreadFile } from './words.store.ts';

/** Characters of the words of one transaction, where one file alone has no more: others of the thread have their turn between two. */
const STORED_LENGTH = 32 * KIB;
/** After so long another run goes on. */
const RUN_MS = 20 * SECOND_MS;

export interface WordsDeps extends Pick<DriveDeps, 'drives' | 'blobs' | 'clock'> {
  readonly texts: TextReader;
}

/** @returns null when the reader has no time now @throws what it failed with, unless the file is missing or has failed before */
async function readWords({ blobs, texts }: WordsDeps, file: UnreadFile, person: string): Promise<ReadFile | null> {
  const { id, contentKey, kind, manifest, readBytes, hasFailed } = file;
  let isMissing = false;
  const text = await texts
    .read(
      { kind, terms: null },
      readBytes,
      (target) =>
        pipeSpan(blobs, manifest, 0, readBytes, target).catch((error: unknown) => {
          isMissing = error instanceof BlobMissing;
          throw error;
        }),
      { person },
    )
    .catch((error: unknown) => {
      if (!isMissing && !hasFailed) throw error;
      return '';
    });
  return text === null ? null : { id, contentKey, tokens: text };
}

/** Runs until everything is read, its time has passed or the reader is busy; the alarm of the drive goes on. */
export async function runWords(deps: WordsDeps, driveName: string): Promise<void> {
  const drive = driveOf<typeof wordsPart>(deps, driveName);
  const untilMs = deps.clock.nowMs() + RUN_MS;
  for (let isCut = false; !isCut; ) {
    const { files, from, place } = unwrap(await drive.wordsNext());
    let read: ReadFile[] = [];
    let length = 0;
    for (const file of files) {
      const { id, contentKey } = file;
      let one: ReadFile | null;
      try {
        one = await readWords(deps, file, driveName);
      } catch (error) {
        // Runs that end here would never pass it.
        unwrap(await drive.wordsStore([...read, { id, contentKey, tokens: null }]));
        throw error;
      }
      if (one) {
        const more = one.tokens?.length ?? 0;
        if (read.length > 0 && length + more > STORED_LENGTH) {
          unwrap(await drive.wordsStore(read));
          read = [];
          length = 0;
        }
        read.push(one);
        length += more;
      }
      isCut = one === null || deps.clock.nowMs() >= untilMs;
      if (isCut) break;
    }
    unwrap(await drive.wordsStore(read, isCut ? undefined : { from, place }));
    isCut ||= place === null || deps.clock.nowMs() >= untilMs;
  }
  unwrap(await drive.wordsRest());
}
