/**
 * The downloader made of aria2. A download is what its folder says; aria2 is given it whenever it does not know it, so that the
 * end of either process loses nothing but the pieces under way. Integrity is checked at each beginning.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readMagnet, writeMagnet } from '#shared/drive/torrent/magnet.ts';
import { fetchedBytes, readTorrent, writeTorrent } from '#shared/drive/torrent/torrent.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import type { Downloader, DownloadScheme } from '#worker/platform/downloader/port.ts';
import { type Aria2CallDeps, failed, gidOf, makeAria2Calls, UNKNOWN } from './aria2-downloads.ts';
import { type DownloadOrder, diskName } from './folder.ts';

export interface Aria2Deps extends Aria2CallDeps {
  readonly schemes: readonly DownloadScheme[];
  /** The address under which aria2 asks a tracker, or calls a server; null: it is left out. */
  readonly trackerAddress: (tracker: string) => string | null;
  readonly serverAddress: (server: string) => string | null;
  readonly nowMs: () => number;
}

export interface Aria2Downloader extends Downloader {
  /** Removes downloads that no call named for long: their task is gone. */
  sweep(): Promise<void>;
}

/** A download that no call named for so long belongs to no task. */
const FORGOTTEN_MS = HOUR_MS;
/** A magnet link whose files are not known has a place of aria2, and others of the same content wait for it. */
const UNKNOWN_FORGOTTEN_MS = 2 * MINUTE_MS;
export const SWEEP_MS = MINUTE_MS;

export function makeAria2Downloader(deps: Aria2Deps): Aria2Downloader {
  const { folder, schemes } = deps;
  const { give, forget, statusOf } = makeAria2Calls(deps);
  const named = new Map<string, number>();
  const note = (id: string): void => void named.set(id, deps.nowMs());

  /** The .torrent file that aria2 writes for a magnet link. */
  function metadataOf(id: string, order: DownloadOrder): Uint8Array<ArrayBuffer> | null {
    const magnet = order.kind === 'magnet' ? readMagnet(order.address) : null;
    if (!magnet) return null;
    try {
      return new Uint8Array(readFileSync(path.join(folder.filesOf(id), `${magnet.infoHash}.torrent`)));
    } catch {
      return null;
    }
  }

  function isForgotten(id: string, idleMs: number): boolean {
    if (idleMs <= UNKNOWN_FORGOTTEN_MS) return false;
    const order = folder.order(id);
    return idleMs > FORGOTTEN_MS || (order?.kind === 'magnet' && metadataOf(id, order) === null);
  }

  async function remove(id: string): Promise<void> {
    named.delete(id);
    for (const kind of ['magnet', 'torrent', 'ftp'] as const) await forget(gidOf(id, kind));
    await folder.remove(id);
  }

  return {
    schemes,
    async add(id, address) {
      note(id);
      const magnet = readMagnet(address);
      const trackers = magnet?.trackers.flatMap((one) => deps.trackerAddress(one) ?? []) ?? [];
      const order: DownloadOrder = magnet
        ? { kind: 'magnet', address: writeMagnet({ ...magnet, trackers }) }
        : { kind: 'ftp', address };
      if (!schemes.includes(order.kind as DownloadScheme)) return failed('refused');
      const known = folder.order(id);
      if (known?.kind !== order.kind || known.address !== order.address) {
        if (known) await forget(gidOf(id, known.kind));
        folder.write(id, order);
      }
      return statusOf(id, order);
    },
    async files(id) {
      note(id);
      const order = folder.order(id);
      return order && metadataOf(id, order);
    },
    async choose({ id, torrent, files, sizeBytes }) {
      note(id);
      const known = folder.order(id);
      const others = folder.promisedBytes(id);
      const read = readTorrent(torrent);
      const { info, trackers, webSeeds } = read;
      const diskBytes = Math.max(sizeBytes, fetchedBytes(read, files));
      if (diskBytes > deps.folderBytes) return failed('too_large');
      if (others + diskBytes > deps.folderBytes || deps.freeBytes() < diskBytes) return failed('busy');
      const clean = writeTorrent({
        info,
        trackers: trackers.flatMap((one) => deps.trackerAddress(one) ?? []),
        webSeeds: webSeeds.flatMap((one) => deps.serverAddress(one) ?? []),
      });
      if (known) await forget(gidOf(id, known.kind));
      const order: DownloadOrder = { kind: 'torrent', files, sizeBytes: diskBytes };
      folder.write(id, order, clean);
      return statusOf(id, order);
    },
    async status(id) {
      note(id);
      const order = folder.order(id);
      return order ? statusOf(id, order) : UNKNOWN;
    },
    async pause(id) {
      const order = folder.order(id);
      if (order) await give('forcePause', [gidOf(id, order.kind)]);
    },
    remove,
    async finish(id) {
      note(id);
      const order = folder.order(id);
      if (!order || order.kind === 'finished') return;
      await forget(gidOf(id, order.kind));
      const file = path.join(folder.filesOf(id), diskName(1));
      const sizeBytes = 'sizeBytes' in order ? order.sizeBytes : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      folder.write(id, { kind: 'finished', sizeBytes });
      rmSync(`${file}.aria2`, { force: true });
    },
    async read(id, file, start, length) {
      note(id);
      const bytes = await folder.read(id, file, start, length);
      return bytes && new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    },
    async sweep() {
      const nowMs = deps.nowMs();
      for (const id of folder.ids()) {
        const atMs = named.get(id);
        if (atMs === undefined) named.set(id, nowMs);
        else if (isForgotten(id, nowMs - atMs)) await remove(id);
      }
    },
  };
}
