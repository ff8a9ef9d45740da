/**
 * Reads an image that a browser sends, before anything waits for it: a sender may be as slow as it likes, and the codec takes one
 * picture at a time. Few are read at a time, for so long.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readBites } from '#worker/platform/blobs/read.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeTurns } from '#worker/platform/pictures/turns.ts';

/** 15 s for a tenth of 4 MiB, as a browser sends it, is a slow phone. */
export const READ_MS = 15 * SECOND_MS;

/** 8 at a time: 32 MiB. */
const turns = makeTurns({
  clock: systemClock,
  sleep: delay,
  atOnce: 8,
  waiting: 24,
  turnMs: READ_MS + SECOND_MS,
  waitMs: READ_MS,
  pollMs: 25,
});

async function read(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  readMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  const timeout = delay(readMs, 'late' as const);
  const reading = readBites(body, (bite) => {
    if (at + bite.length <= sizeBytes) bytes.set(bite, at);
    at += bite.length;
  }).then(() => 'read' as const);
  reading.catch(() => undefined);
  if ((await Promise.race([reading, timeout])) === 'late')
    throw new AppError('unavailable', { reason: 'body_too_slow', retryInSeconds: 2 });
  if (at !== sizeBytes) throw new AppError('invalid_argument', { reason: 'length_mismatch', field: 'Content-Length' });
  return bytes;
}

/** @throws AppError unavailable, invalid_argument */
export async function readImage(
  userId: string,
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  readMs = READ_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await turns.take(userId, () => read(body, sizeBytes, readMs));
  if (!bytes) throw new AppError('unavailable', { reason: 'codec_busy', retryInSeconds: 2 });
  return bytes;
}
