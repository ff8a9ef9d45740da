/** One run of the job that reads when pictures were taken: few files at a time, with rests between, until all are read or its time has passed. */
import { readTaken } from '#shared/drive/photos/read-taken.ts';
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import { logError } from '#worker/platform/log.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { photosPart } from './part.ts';
import type { ReadPicture, UnreadPicture } from './unread.store.ts';

/** After so long another run goes on. */
const RUN_MS = 20 * SECOND_MS;
/** Between two slices others have the machine. */
const REST_MS = 250;

export interface TakenDeps extends Pick<DriveDeps, 'drives' | 'blobs' | 'clock'> {
  readonly sleep: (ms: number) => Promise<unknown>;
}

async function readOne({ blobs, clock }: TakenDeps, { id, contentKey, manifest }: UnreadPicture): Promise<ReadPicture> {
  async function readPiece(from: number, to: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(to - from);
    let at = 0;
    await readSpan(blobs, manifest, from, to, (bite) => {
      bytes.set(bite, at);
      at += bite.length;
    });
    return bytes;
  }
  try {
    return { id, contentKey, taken: await readTaken(manifest.size, readPiece, { nowMs: clock.nowMs() }) };
  } catch (error) {
    logError('taken-job.read', error, { id });
    return { id, contentKey, taken: 'failed' };
  }
}

/** Runs until everything is read or its time has passed; the alarm of the drive goes on. */
export async function runTaken(deps: TakenDeps, driveName: string): Promise<void> {
  const drive = driveOf<typeof photosPart>(deps, driveName);
  const untilMs = deps.clock.nowMs() + RUN_MS;
  let pictures = unwrap(await drive.takenNext());
  while (pictures.length > 0) {
    const read: ReadPicture[] = [];
    for (const picture of pictures) read.push(await readOne(deps, picture));
    const next = unwrap(await drive.takenStore(read));
    pictures = deps.clock.nowMs() < untilMs ? next : [];
    if (pictures.length > 0) await deps.sleep(REST_MS);
  }
  unwrap(await drive.takenRest());
}
