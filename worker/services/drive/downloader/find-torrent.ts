/** The .torrent file behind an address: of a magnet link by the downloader, else read from the link or the drive. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { FetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import { readMagnet } from '#shared/drive/torrent/magnet.ts';
import { MAX_TORRENT_BYTES, readTorrent, type Torrent, TorrentError } from '#shared/drive/torrent/torrent.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import { readAtMost } from '#worker/platform/body/read.ts';
import type { Downloader, DownloadFailure } from '#worker/platform/downloader/port.ts';
import { callOutside, type OutgoingDeps } from '#worker/platform/outgoing/outgoing.ts';
import { FetchFailed } from '../fetch/fetch-failed.ts';
import type { DownloadKind } from '../fetch/rpc-types.ts';
import { readHead } from '../fetch/rules.ts';
import { TORRENT_MS } from './keys.ts';

export interface TorrentDeps {
  readonly downloader: Downloader;
  readonly outgoing: OutgoingDeps;
  readonly blobs: BlobStore;
}

export interface TorrentSource {
  readonly kind: DownloadKind;
  readonly url: string;
  readonly manifest: BlobManifest | null;
}

export interface FoundTorrent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly torrent: Torrent;
  readonly infoHash: string;
}

async function digestHex(name: 'SHA-1' | 'SHA-256', bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(name, new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Id of a download at the downloader; the look for the files of a magnet link is a download of its own. */
export async function downloadId(driveName: string, what: string): Promise<string> {
  return (await digestHex('SHA-256', new TextEncoder().encode(`${driveName}/${what}`))).slice(0, 32);
}

const REASONS: Readonly<Record<DownloadFailure, FetchReason>> = {
  busy: 'downloader_busy',
  too_large: 'file_too_large',
  refused: 'refused',
  unreachable: 'unreachable',
  not_found: 'not_found',
  internal: 'internal',
};

export function failureOf(failure: DownloadFailure | null): FetchFailed {
  return new FetchFailed(REASONS[failure ?? 'internal']);
}

async function readLinked({ outgoing }: TorrentDeps, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const signal = AbortSignal.timeout(TORRENT_MS);
  const answer = await callOutside(outgoing, url, { signal, hasCookies: true });
  const decision = readHead(answer, 0);
  try {
    if (!decision.ok) throw new FetchFailed(decision.reason, decision.waitMs);
    const bytes = answer.body ? await readAtMost(answer.body, MAX_TORRENT_BYTES) : new Uint8Array();
    if (!bytes) throw new FetchFailed('torrent_too_large');
    return bytes;
  } catch (error) {
    if (error instanceof FetchFailed) throw error;
    throw new FetchFailed(signal.aborted ? 'slow' : 'incomplete', null, error);
  } finally {
    answer.close();
    await answer.body?.cancel().catch(() => undefined);
  }
}

async function readStored({ blobs }: TorrentDeps, manifest: BlobManifest | null): Promise<Uint8Array<ArrayBuffer>> {
  if (!manifest) throw new FetchFailed('file_not_found');
  if (manifest.size > MAX_TORRENT_BYTES) throw new FetchFailed('torrent_too_large');
  const bytes = new Uint8Array(manifest.size);
  let at = 0;
  await readSpan(blobs, manifest, 0, manifest.size, (bite) => {
    bytes.set(bite, at);
    at += bite.length;
  });
  return bytes;
}

async function readNamed(deps: TorrentDeps, url: string, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const known = await deps.downloader.files(id);
  if (known) return known;
  const status = await deps.downloader.add(id, url);
  if (status.phase === 'failed') throw failureOf(status.failure);
  return null;
}

/** @throws FetchFailed torrent_damaged, torrent_too_large */
export async function openTorrent(bytes: Uint8Array<ArrayBuffer>): Promise<FoundTorrent> {
  try {
    const torrent = readTorrent(bytes);
    return { bytes, torrent, infoHash: await digestHex('SHA-1', torrent.info) };
  } catch (error) {
    if (!(error instanceof TorrentError)) throw error;
    throw new FetchFailed(error.reason === 'too_many' ? 'torrent_too_large' : 'torrent_damaged', null, error);
  }
}

/**
 * @returns null while the files of a magnet link are not known
 * @throws FetchFailed, DownloaderError, OutgoingError
 */
export async function findTorrent(
  deps: TorrentDeps,
  driveName: string,
  source: TorrentSource,
): Promise<FoundTorrent | null> {
  const { kind, url, manifest } = source;
  const magnet = kind === 'magnet' ? readMagnet(url) : null;
  const bytes = magnet
    ? await readNamed(deps, url, await downloadId(driveName, magnet.infoHash))
    : await (kind === 'torrent' ? readLinked(deps, url) : readStored(deps, manifest));
  if (!bytes) return null;
  const found = await openTorrent(bytes);
  if (magnet && found.infoHash !== magnet.infoHash) throw new FetchFailed('torrent_damaged');
  // The file of a magnet link names the trackers as the downloader was given them.
  return magnet ? { ...found, torrent: { ...found.torrent, trackers: magnet.trackers } } : found;
}
