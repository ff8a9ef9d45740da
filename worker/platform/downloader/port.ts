/**
 * The port of the downloader: another program that fetches what a Worker cannot, such as torrents. It names a download by an id
 * of ours; every call may be repeated. Adapters: service.ts over a binding, and none.
 */
import { MIB } from '#shared/units.ts';

export type DownloadPhase =
  /** The downloader does not know it. */
  | 'unknown'
  /** Begun; its files are not known yet. */
  | 'metadata'
  | 'active'
  | 'complete'
  | 'failed';

/** `busy`: another download of the same content, or no space; passes. `too_large`: more than the downloader's folder takes. */
export type DownloadFailure = 'busy' | 'too_large' | 'refused' | 'unreachable' | 'not_found' | 'internal';

export interface DownloadStatus {
  readonly phase: DownloadPhase;
  readonly failure: DownloadFailure | null;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  readonly connections: number;
}

export interface DownloadChoice {
  readonly id: string;
  /** The .torrent file. */
  readonly torrent: Uint8Array<ArrayBuffer>;
  /** Numbers of the files, from 1. */
  readonly files: readonly number[];
  readonly sizeBytes: number;
}

export type DownloadScheme = 'magnet' | 'torrent' | 'ftp';

export interface Downloader {
  /** Kinds of addresses that it takes; empty: there is none. */
  readonly schemes: readonly DownloadScheme[];
  /** Begins with an address: a magnet link, whose files are looked up, or ftp, which is fetched as file 1. */
  add(id: string, address: string): Promise<DownloadStatus>;
  /** The .torrent file of a magnet link. @returns null while it is not known */
  files(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Begins to download the chosen files. */
  choose(choice: DownloadChoice): Promise<DownloadStatus>;
  status(id: string): Promise<DownloadStatus>;
  pause(id: string): Promise<void>;
  /** Ends a download and removes its files; an unknown one is no error. */
  remove(id: string): Promise<void>;
  /** Ends the download and retains its files. */
  finish(id: string): Promise<void>;
  /** Exactly these bytes of a complete file. @returns null when there are no such bytes */
  read(id: string, file: number, start: number, length: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The downloader does not answer, or with nonsense. Passes. */
export class DownloaderError extends Error {
  override readonly name = 'DownloaderError';
}

/** Largest .torrent file. */
export const MAX_ANSWER_BYTES = 8 * MIB;

/** Form of an id. */
export const DOWNLOAD_ID = /^[0-9a-f]{32}$/;
