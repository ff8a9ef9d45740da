/** Downloads as aria2 has them: begun, looked at, forgotten. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readTorrent } from '#shared/drive/torrent/torrent.ts';
import type { DownloadFailure, DownloadStatus } from '#worker/platform/downloader/port.ts';
import { Aria2Refusal, type Aria2Rpc, type Aria2Status } from './aria2-rpc.ts';
import { type DownloadFolder, type DownloadOrder, diskName } from './folder.ts';

export interface Aria2CallDeps {
  readonly rpc: Aria2Rpc;
  readonly folder: DownloadFolder;
  /** Bytes that all downloads may have on the disk together. */
  readonly folderBytes: number;
  /** Free bytes above the reserve of the disk. */
  readonly freeBytes: () => number;
}

const NOTHING = { failure: null, doneBytes: 0, totalBytes: 0, bytesPerSecond: 0, connections: 0 } as const;
export const UNKNOWN: DownloadStatus = { ...NOTHING, phase: 'unknown' };

export function failed(failure: DownloadFailure): DownloadStatus {
  return { ...NOTHING, phase: 'failed', failure };
}

/** Exit codes of aria2(1). */
function failureOf(code: number): DownloadFailure {
  if (code === 3 || code === 4) return 'not_found';
  // 9: no space; 11 and 12: the same download is there already.
  if (code === 9 || code === 11 || code === 12) return 'busy';
  if (code === 2 || code === 5 || code === 6 || code === 19) return 'unreachable';
  return [8, 22, 23, 24, 25, 26, 27, 29].includes(code) ? 'refused' : 'internal';
}

/** Sent with each download: an aria2 that the operator started may have other defaults. */
export const DOWNLOAD_OPTIONS = {
  'follow-torrent': 'false',
  'follow-metalink': 'false',
  'seed-time': '0',
  'file-allocation': 'none',
  'check-integrity': 'true',
  'allow-overwrite': 'true',
  'auto-file-renaming': 'false',
  continue: 'true',
} as const;

/** Two downloads of one id: the look for its files, and the files. */
export function gidOf(id: string, kind: DownloadOrder['kind']): string {
  return createHash('sha256').update(`${kind}/${id}`).digest('hex').slice(0, 16);
}

export function makeAria2Calls(deps: Aria2CallDeps) {
  const { rpc, folder } = deps;

  /** A call that may have been made before. */
  async function give(method: string, params: readonly unknown[]): Promise<void> {
    try {
      await rpc.call(method, params);
    } catch (error) {
      if (!(error instanceof Aria2Refusal && /already used/i.test(error.message))) throw error;
    }
  }

  /** Gives aria2 a download that it does not know. */
  async function begin(id: string, order: DownloadOrder): Promise<DownloadStatus> {
    const gid = gidOf(id, order.kind);
    const dir = folder.filesOf(id);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    try {
      if (order.kind === 'magnet') {
        const options = { ...DOWNLOAD_OPTIONS, gid, dir, 'bt-metadata-only': 'true', 'bt-save-metadata': 'true' };
        await give('addUri', [[order.address], options]);
      } else if (order.kind === 'ftp')
        await give('addUri', [
          [order.address],
          { ...DOWNLOAD_OPTIONS, gid, dir, out: diskName(1), 'proxy-method': 'tunnel' },
        ]);
      else if (order.kind === 'torrent') {
        const torrent = folder.torrent(id);
        if (!torrent) return UNKNOWN;
        const options = {
          ...DOWNLOAD_OPTIONS,
          gid,
          dir,
          'select-file': order.files.join(','),
          'index-out': readTorrent(torrent).files.map(({ index }) => `${index}=${diskName(index)}`),
          'bt-remove-unselected-file': 'true',
        };
        await give('addTorrent', [torrent.toString('base64'), [], options]);
      }
    } catch (error) {
      if (error instanceof Aria2Refusal) return failed(/registered/i.test(error.message) ? 'busy' : 'refused');
      throw error;
    }
    return { ...NOTHING, phase: order.kind === 'magnet' ? 'metadata' : 'active' };
  }

  async function forget(gid: string): Promise<void> {
    for (const method of ['forceRemove', 'removeDownloadResult'])
      await rpc.call(method, [gid]).catch((error: unknown) => {
        if (!(error instanceof Aria2Refusal)) throw error;
      });
  }

  /** While the disk has no space a download pauses. */
  async function mindDisk(gid: string, at: Aria2Status): Promise<void> {
    const isLow = deps.freeBytes() <= 0;
    const method = isLow && at.status === 'active' ? 'forcePause' : !isLow && at.status === 'paused' ? 'unpause' : '';
    if (method !== '')
      await give(method, [gid]).catch((error: unknown) => {
        if (!(error instanceof Aria2Refusal)) throw error;
      });
  }

  async function statusOf(id: string, order: DownloadOrder): Promise<DownloadStatus> {
    if (order.kind === 'finished') return { ...NOTHING, phase: 'complete', totalBytes: order.sizeBytes };
    const gid = gidOf(id, order.kind);
    const at = await rpc.status(gid);
    if (!at) return begin(id, order);
    if (at.status === 'error' || at.status === 'removed') {
      // The next order begins anew.
      await forget(gid);
      return failed(at.status === 'removed' ? 'internal' : failureOf(at.errorCode));
    }
    await mindDisk(gid, at);
    if (order.kind === 'ftp') {
      // A server that does not say how much there is sends on without an end.
      const bytes = Math.max(at.totalLength, at.completedLength);
      folder.promise(id, bytes);
      const isAlone = bytes > deps.folderBytes;
      if (isAlone || bytes > deps.folderBytes - folder.promisedBytes(id)) {
        await forget(gid);
        // Two that wait for each other's bytes would wait for ever: this one begins anew.
        await folder.remove(id);
        return failed(isAlone ? 'too_large' : 'busy');
      }
    }
    const phase = at.status === 'complete' ? 'complete' : order.kind === 'magnet' ? 'metadata' : 'active';
    return {
      phase,
      failure: null,
      doneBytes: at.completedLength,
      totalBytes: at.totalLength,
      bytesPerSecond: at.downloadSpeed,
      connections: at.connections,
    };
  }

  return { give, forget, statusOf };
}
