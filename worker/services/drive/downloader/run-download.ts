/**
 * One run of a download: finds the files, waits for the downloader, stores them one after the other. Every step may be repeated:
 * a run that died anywhere is replaced by the next, which goes on in the same stage.
 */

import { linkName } from '#shared/drive/fetch/fetch-name.ts';
import { isFetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import { readMagnet } from '#shared/drive/torrent/magnet.ts';
import { writeTorrent } from '#shared/drive/torrent/torrent.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { type Clock, sleep } from '#worker/platform/clock.ts';
import { DownloaderError, type DownloadStatus } from '#worker/platform/downloader/port.ts';
import { logError } from '#worker/platform/log.ts';
import { OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { driveOf } from '../deps.ts';
import { FetchFailed } from '../fetch/fetch-failed.ts';
import { MEMORY_BYTES, PIECE_BYTES, RUN_MS } from '../fetch/keys.ts';
import type { fetchPart } from '../fetch/part.ts';
import type { Places } from '../fetch/places.ts';
import type { FetchRun } from '../fetch/rpc-types.ts';
import { isRetried } from '../fetch/rules.ts';
import { storePieces } from '../fetch/stream-part.ts';
import { takePlace } from '../fetch/take-place.ts';
import { type HashDeps, hashInline } from '../upload/hash/run.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { downloadId, failureOf, findTorrent, type TorrentDeps } from './find-torrent.ts';
import { BUSY_WAIT_MS, LOOK_MS } from './keys.ts';
import type { downloaderPart } from './part.ts';
import type { DownloadFile, DownloadPlan } from './rpc-types.ts';

export interface DownloadJobDeps extends HashDeps, TorrentDeps {
  readonly clock: Clock;
  /** @throws AppError storage_full */
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
  /** Of all runs of this process. */
  readonly places: Places;
}

interface DownloadWork {
  readonly deps: DownloadJobDeps;
  readonly driveName: string;
  readonly drive: CallsOf<typeof fetchPart & typeof downloaderPart>;
  readonly run: FetchRun;
  readonly plan: DownloadPlan;
  /** Id at the downloader. */
  readonly id: string;
  readonly hasShare: () => boolean;
}

interface PartPlace {
  readonly part: number;
  /** In its file. */
  readonly offset: number;
  readonly sizeBytes: number;
}

/** `next`: the stage is done. `more`: the next run goes on. `choosing`: the person is asked. */
type Outcome = 'next' | 'more' | 'choosing';

const NO_BYTES = { doneBytes: 0, totalBytes: 0, bytesPerSecond: 0, connections: 0 };

async function findFiles(work: DownloadWork): Promise<Outcome> {
  const { deps, driveName, drive, run, plan, id } = work;
  for (;;) {
    const found = await findTorrent(deps, driveName, plan);
    if (found) {
      const { torrent, infoHash } = found;
      const { name, files, isSingle } = torrent;
      const stage = unwrap(await drive.downloadFound(run, { name, infoHash, files, isSingle }));
      if (stage === 'choosing') return 'choosing';
      const { chosen, chosenBytes } = unwrap(await drive.downloadPlan(run));
      const order = { id, torrent: writeTorrent(torrent), files: chosen, sizeBytes: chosenBytes };
      const status = await deps.downloader.choose(order);
      if (status.phase === 'failed') throw failureOf(status.failure);
      const magnet = readMagnet(plan.url);
      if (magnet) await deps.downloader.remove(await downloadId(driveName, magnet.infoHash));
      return 'next';
    }
    if (unwrap(await drive.downloadBeat(run, NO_BYTES)).isStalled) throw new FetchFailed('no_peers');
    if (work.hasShare()) return 'more';
    await sleep(LOOK_MS);
  }
}

async function lookAt({ deps, id, plan }: DownloadWork): Promise<DownloadStatus> {
  const status = await deps.downloader.status(id);
  return status.phase === 'unknown' && plan.kind === 'ftp' ? deps.downloader.add(id, plan.url) : status;
}

async function waitForFiles(work: DownloadWork): Promise<Outcome> {
  const { deps, drive, run, plan, id } = work;
  for (;;) {
    const status = await lookAt(work);
    if (status.phase === 'failed') throw failureOf(status.failure);
    // The downloader has lost it: its files are found and ordered once more.
    if (status.phase === 'unknown') return findFiles(work);
    if (status.phase === 'complete') {
      if (plan.kind === 'ftp') {
        const name = linkName(new URL(plan.url));
        const files = [{ index: 1, path: [name], sizeBytes: status.totalBytes }];
        unwrap(await drive.downloadFound(run, { name, infoHash: 'ftp', files, isSingle: true }));
      } else unwrap(await drive.downloadSaving(run));
      await deps.downloader.finish(id);
      return 'next';
    }
    const { isStalled } = unwrap(await drive.downloadBeat(run, status));
    if (isStalled) throw new FetchFailed(status.connections === 0 && status.doneBytes === 0 ? 'no_peers' : 'stalled');
    if (work.hasShare()) return 'more';
    await sleep(LOOK_MS);
  }
}

/** Stores one part. @throws FetchFailed changed: the file is gone from the folder of the downloader; another try finds it again */
async function savePart({ deps, drive, run, id }: DownloadWork, file: DownloadFile, place: PartPlace): Promise<void> {
  const { part, offset, sizeBytes } = place;
  const pieceBytes = sizeBytes > MEMORY_BYTES ? PIECE_BYTES : sizeBytes;
  const read = async (start: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await deps.downloader.read(id, file.index, offset + start, length);
    if (!bytes) throw new FetchFailed('changed');
    return bytes;
  };
  await deps.requireDiskSpace(sizeBytes);
  const first = await read(0, pieceBytes);
  const objectKey = unwrap(await drive.downloadOpenPart(run, { part, sizeBytes }));
  const isStored =
    pieceBytes === sizeBytes
      ? (await deps.blobs.put(objectKey, first, sizeBytes)).stored
      : await storePieces(deps.blobs, objectKey, sizeBytes, (start) =>
          start === 0 ? Promise.resolve(first) : read(start, Math.min(PIECE_BYTES, sizeBytes - start)),
        );
  if (!isStored) throw new FetchFailed('internal');
  unwrap(await drive.downloadConfirmPart(run, { part, sizeBytes }, objectKey));
}

/** @param isOver  whether the next run goes on */
async function saveAll(work: DownloadWork, isOver: () => boolean): Promise<Outcome> {
  const { deps, driveName, drive, run } = work;
  for (;;) {
    const file = unwrap(await drive.downloadNextFile(run));
    if (!file) return 'next';
    let { doneBytes } = file;
    for (let part = file.nextPart; doneBytes < file.sizeBytes; part += 1) {
      if (isOver()) return 'more';
      const sizeBytes = Math.min(file.partBytes, file.sizeBytes - doneBytes);
      await savePart(work, file, { part, offset: doneBytes, sizeBytes });
      doneBytes += sizeBytes;
    }
    const hashing = unwrap(await drive.downloadSeal(run));
    if (hashing.sizeBytes <= INLINE_HASH_BYTES) await hashInline(deps, driveName, hashing);
  }
}

/** Its bytes pass through the memory of this process, so it needs a place; its share of time begins with that. */
async function saveFiles(work: DownloadWork): Promise<Outcome> {
  const { clock, places } = work.deps;
  const place = await takePlace(places, work);
  const untilMs = clock.nowMs() + RUN_MS;
  try {
    return await saveAll(work, () => clock.nowMs() > untilMs);
  } finally {
    place.leave();
  }
}

/** Goes from stage to stage. @returns whether the download has ended */
async function goOn(work: DownloadWork): Promise<Outcome> {
  const { plan } = work;
  const stages = [
    ...(plan.stage === 'metadata' && plan.kind !== 'ftp' ? [findFiles] : []),
    ...(plan.stage === 'saving' ? [] : [waitForFiles]),
    saveFiles,
  ];
  for (const stage of stages) {
    const outcome = await stage(work);
    if (outcome !== 'next') return outcome;
  }
  return 'next';
}

function reasonOf(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof OutgoingError) return new FetchFailed(error.reason);
  if (error instanceof DownloaderError) return new FetchFailed('unreachable', null, error);
  if (error instanceof AppError && isFetchReason(error.errorName)) return new FetchFailed(error.errorName);
  if (error instanceof AppError && error.errorName === 'failed_precondition') return new FetchFailed('torrent_damaged');
  logError('download-job.run', error);
  return new FetchFailed('internal');
}

/** One run of a download, until its files are stored, its share of time is used up, or it failed. */
export async function runDownload(deps: DownloadJobDeps, driveName: string, run: FetchRun): Promise<void> {
  const drive = driveOf<typeof fetchPart & typeof downloaderPart>(deps, driveName);
  const untilMs = deps.clock.nowMs() + RUN_MS;
  try {
    const plan = unwrap(await drive.downloadPlan(run));
    if (deps.downloader.schemes.length === 0) throw new FetchFailed('no_downloader');
    const id = await downloadId(driveName, run.taskId);
    const hasShare = (): boolean => deps.clock.nowMs() > untilMs;
    const outcome = await goOn({ deps, driveName, drive, run, plan, id, hasShare });
    if (outcome === 'more') unwrap(await drive.fetchMore(run));
    if (outcome !== 'next') return;
    unwrap(await drive.downloadEnd(run));
    await deps.downloader.remove(id).catch((error: unknown) => logError('download-job.remove', error));
  } catch (error) {
    // A newer run has taken over, or the person gave the task up.
    if (error instanceof AppError && error.errorName === 'aborted') return;
    const { reason, waitMs } = reasonOf(error);
    if (reason === 'downloader_busy') await drive.downloadWait(run, BUSY_WAIT_MS);
    else {
      await drive.fetchFail(run, { reason, waitMs });
      // It would go on for an hour.
      if (!isRetried(reason))
        await deps.downloader
          .remove(await downloadId(driveName, run.taskId))
          .catch((failure: unknown) => logError('download-job.remove', failure));
    }
  }
}
