/**
 * One run of a fetch: head, then part after part. A small part is read into memory while the part before it is stored; a large
 * one passes in pieces. So a run costs the isolate two parts of 8 MiB, and the line of runs bounds their number. Every step may
 * be repeated: a run that died anywhere is replaced by the next.
 */

import { MAX_MANIFEST_PARTS } from '#shared/content/manifest.ts';
import { isFetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { type Clock, letOthersRun } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import { type OutgoingAnswer, type OutgoingDeps, OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { driveOf } from '../deps.ts';
import { type HashDeps, hashInline } from '../upload/hash/run.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { askFile } from './ask-file.ts';
import { type BodyReader, makeBodyReader } from './body-reader.ts';
import { FetchFailed } from './fetch-failed.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { GROWING_BYTES, IDLE_MS, LEAST_PART_BYTES, MEMORY_BYTES } from './keys.ts';
import type { fetchPart } from './part.ts';
import type { Places } from './places.ts';
import type { FetchPart, FetchPlan, FetchRun } from './rpc-types.ts';
import { type FetchHead, readHead } from './rules.ts';
import { PlaceGivenUp, streamPart } from './stream-part.ts';
import { type Place, takePlace } from './take-place.ts';
import { makeTurn } from './turn.ts';

export interface FetchJobDeps extends HashDeps {
  readonly blobs: BlobStore;
  readonly outgoing: OutgoingDeps;
  readonly clock: Clock;
  /** @throws AppError storage_full */
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
  /** Of all runs of this process. */
  readonly places: Places;
  /** Largest part that is read into memory; tests make it smaller. */
  readonly memoryBytes?: number;
}

function failureOf(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof OutgoingError) return new FetchFailed(error.reason);
  if (error instanceof AppError && isFetchReason(error.errorName)) return new FetchFailed(error.errorName);
  logError('fetch-job.run', error);
  return new FetchFailed('internal');
}

async function openAnswer(
  deps: FetchJobDeps,
  plan: FetchPlan,
  signal: AbortSignal,
): Promise<{ answer: OutgoingAnswer; head: FetchHead }> {
  const { url, offset } = plan;
  const validator = offset > 0 ? plan.validator : '';
  const answer = await askFile(deps.outgoing, url, { offset, lastByte: null, validator, signal });
  const decision = readHead(answer, plan.offset);
  if (decision.ok) {
    const { head } = decision;
    const isOther = head.offset > 0 && (head.validator !== plan.validator || head.sizeBytes !== plan.sizeBytes);
    if ((head.offset === 0 || head.offset === plan.offset) && !isOther) return { answer, head };
  }
  answer.close();
  await answer.body?.cancel().catch(() => undefined);
  if (decision.ok) throw new FetchFailed('changed');
  throw new FetchFailed(decision.reason, decision.waitMs);
}

/** Stores a part that is in memory, or the next of the body. */
async function storePart(
  deps: FetchJobDeps,
  drive: CallsOf<typeof fetchPart>,
  run: FetchRun,
  part: FetchPart,
  bytes: Uint8Array<ArrayBuffer> | { readonly reader: BodyReader; readonly arrived: (bytes: number) => boolean },
): Promise<void> {
  await deps.requireDiskSpace(part.sizeBytes);
  const objectKey = unwrap(await drive.fetchOpenPart(run, part));
  const isStored =
    bytes instanceof Uint8Array
      ? (await deps.blobs.put(objectKey, bytes, part.sizeBytes)).stored
      : await streamPart(deps.blobs, objectKey, part.sizeBytes, bytes);
  if (!isStored) throw new FetchFailed('internal');
  unwrap(await drive.fetchConfirmPart(run, part, objectKey));
}

interface Transfer {
  readonly deps: FetchJobDeps;
  readonly drive: CallsOf<typeof fetchPart>;
  readonly run: FetchRun;
  readonly plan: FetchPlan;
  readonly beat: Heartbeat;
  readonly place: Place;
}

/** @returns whether the body is whole; false: this run has had its share and the next one continues */
async function transfer({ deps, drive, run, plan, beat, place }: Transfer): Promise<boolean> {
  const { answer, head } = await openAnswer(deps, plan, beat.ended);
  const isGrowing = head.sizeBytes === null;
  const reader = makeBodyReader(answer, plan.stallMs);
  const { name, validator, hasRanges } = head;
  const startTurn = () => makeTurn({ clock: deps.clock, canResume: hasRanges, isAwaited: place.isAwaited });
  let turn = startTurn();
  let goesOn = true;
  const arrived = (bytes: number): boolean => {
    beat.count(bytes);
    goesOn = turn.arrived(bytes);
    return goesOn;
  };
  try {
    beat.begin(head.offset);
    // The length of a file that fits into one part is known when that is read.
    let first = isGrowing ? await reader.fill(GROWING_BYTES, arrived) : null;
    const sizeBytes = head.sizeBytes ?? first?.length ?? 0;
    const opening = { name, validator, hasRanges, isResumed: head.offset > 0, isGrowing, sizeBytes };
    const session = unwrap(await drive.fetchOpen(run, opening));
    const { partBytes, nextPart } = session;
    let { doneBytes } = session;
    let storing: Promise<void> = Promise.resolve();
    for (let part = nextPart; ; part += 1) {
      const wantedBytes = isGrowing ? partBytes : Math.min(partBytes, sizeBytes - doneBytes);
      const isLarge = wantedBytes > (deps.memoryBytes ?? MEMORY_BYTES) && first === null && !isGrowing;
      const bytes = isLarge ? null : (first ?? (await reader.fill(wantedBytes, arrived)));
      first = null;
      await storing;
      const readBytes = bytes?.length ?? wantedBytes;
      if (!isGrowing && readBytes < wantedBytes) {
        if (goesOn) throw new FetchFailed('incomplete');
        // Short parts leave enough numbers for the rest of the file.
        const lastPart = part + Math.ceil((sizeBytes - doneBytes - readBytes) / partBytes);
        if (readBytes < LEAST_PART_BYTES || lastPart > MAX_MANIFEST_PARTS) return false;
      }
      if (readBytes === 0) break;
      doneBytes += readBytes;
      const order = { part, sizeBytes: readBytes, totalBytes: isGrowing ? doneBytes : sizeBytes };
      storing = storePart(deps, drive, run, order, bytes ?? { reader, arrived }).then(() => {
        if (bytes) reader.reuse(bytes);
      });
      // Its failure is met after the next part is read.
      storing.catch(() => undefined);
      // The next part is read when this one has left the body.
      if (isLarge) await storing;
      if (isGrowing ? readBytes < wantedBytes : doneBytes === sizeBytes) break;
      await letOthersRun();
      if (!goesOn || turn.hasShare(part - nextPart + 1)) {
        await storing;
        return false;
      }
      if (!turn.hasToRest()) continue;
      await storing;
      reader.pause();
      await place.rest(() => beat.count(0));
      turn = startTurn();
    }
    await storing;
    if (!isGrowing && (await reader.hasMore())) throw new FetchFailed('too_long');
    return true;
  } catch (error) {
    if (error instanceof PlaceGivenUp) return false;
    throw error;
  } finally {
    await reader.close();
  }
}

/** One run of a fetch, until its file is stored, its share is used up, or it failed. */
export async function runFetch(deps: FetchJobDeps, driveName: string, run: FetchRun): Promise<void> {
  const drive = driveOf<typeof fetchPart>(deps, driveName);
  let beat: Heartbeat | null = null;
  let place: Place | null = null;
  try {
    place = await takePlace(deps.places, { drive, driveName, run });
    const plan = unwrap(await drive.fetchPlan(run));
    const { offset, stallMs } = plan;
    beat = startHeartbeat({
      clock: deps.clock,
      offset,
      idleMs: stallMs + IDLE_MS,
      send: (progress) => drive.fetchBeat(run, progress),
    });
    if (await transfer({ deps, drive, run, plan, beat, place })) {
      const hashing = unwrap(await drive.fetchSeal(run));
      await drive.fetchNext();
      if (hashing.sizeBytes <= INLINE_HASH_BYTES) await hashInline(deps, driveName, hashing);
    } else unwrap(await drive.fetchMore(run));
  } catch (error) {
    // A newer run has taken over, or the person gave the task up.
    if (beat?.ended.aborted || (error instanceof AppError && error.errorName === 'aborted')) return;
    const { reason, waitMs } = failureOf(error);
    await drive.fetchFail(run, { reason, waitMs });
  } finally {
    beat?.stop();
    place?.leave();
  }
}
