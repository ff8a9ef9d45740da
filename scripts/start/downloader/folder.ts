/**
 * The folder of downloads: one folder for each id with its order (`order.json`), the .torrent file, and the files as
 * `files/f<number>`: no name of a torrent becomes a path of this machine.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { DOWNLOAD_ID } from '#worker/platform/downloader/port.ts';

export type DownloadOrder =
  | { readonly kind: 'magnet' | 'ftp'; readonly address: string }
  | { readonly kind: 'torrent'; readonly files: readonly number[]; readonly sizeBytes: number }
  | { readonly kind: 'finished'; readonly sizeBytes: number };

export interface DownloadFolder {
  order(id: string): DownloadOrder | null;
  write(id: string, order: DownloadOrder, torrent?: Uint8Array): void;
  torrent(id: string): Buffer | null;
  /** Folder of the files of a download. */
  filesOf(id: string): string;
  /** Notes what a download of unknown size may bring. */
  promise(id: string, bytes: number): void;
  /** Bytes that all downloads may bring, those on the disk too. @param but  this one left out */
  promisedBytes(but?: string): number;
  ids(): string[];
  remove(id: string): Promise<void>;
  /** @returns null when the file has no such bytes */
  read(id: string, file: number, start: number, length: number): Promise<Buffer | null>;
}

/** Name of a file on the disk; the name from the torrent never gets there. */
export function diskName(index: number): string {
  return `f${index}`;
}

export function makeDownloadFolder(folder: string): DownloadFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = new Map<string, DownloadOrder>();
  const ids = (): string[] => readdirSync(folder).filter((name) => DOWNLOAD_ID.test(name));
  const at = (id: string, ...rest: string[]): string => {
    if (!DOWNLOAD_ID.test(id)) throw new RangeError('not an id of a download');
    return path.join(folder, id, ...rest);
  };

  function readOrder(id: string): DownloadOrder | null {
    try {
      return JSON.parse(readFileSync(at(id, 'order.json'), 'utf8')) as DownloadOrder;
    } catch {
      return null;
    }
  }

  /** Of downloads whose order says no size. */
  const promised = new Map<string, number>();
  const bytesOf = (id: string, order: DownloadOrder): number =>
    'sizeBytes' in order ? order.sizeBytes : (promised.get(id) ?? 0);

  for (const id of ids()) {
    const order = readOrder(id);
    if (order) known.set(id, order);
    if (order?.kind === 'ftp')
      promised.set(id, statSync(at(id, 'files', diskName(1)), { throwIfNoEntry: false })?.size ?? 0);
  }

  return {
    order: (id) => known.get(id) ?? null,
    write(id, order, torrent) {
      mkdirSync(at(id, 'files'), { recursive: true, mode: 0o700 });
      if (torrent) writeFileSync(at(id, 'torrent'), torrent, { flush: true });
      const draft = at(id, 'order.draft');
      writeFileSync(draft, JSON.stringify(order), { flush: true });
      renameSync(draft, at(id, 'order.json'));
      known.set(id, order);
    },
    torrent(id) {
      try {
        return readFileSync(at(id, 'torrent'));
      } catch {
        return null;
      }
    },
    filesOf: (id) => at(id, 'files'),
    promise: (id, bytes) => void promised.set(id, bytes),
    promisedBytes: (but = '') => [...known].reduce((sum, [id, one]) => sum + (id === but ? 0 : bytesOf(id, one)), 0),
    ids,
    async remove(id) {
      known.delete(id);
      promised.delete(id);
      // Its order first: the rest of a removal that broke off belongs to nothing.
      rmSync(at(id, 'order.json'), { force: true });
      await rm(at(id), { recursive: true, force: true });
    },
    async read(id, file, start, length) {
      const handle = await open(at(id, 'files', diskName(file))).catch(() => null);
      if (!handle) return null;
      try {
        const stat = await handle.stat();
        if (!stat.isFile() || stat.size < start + length) return null;
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(bytes, 0, length, start);
        return bytesRead === length ? bytes : null;
      } finally {
        await handle.close();
      }
    },
  };
}
