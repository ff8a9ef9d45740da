/** Contents of a .torrent file, checked and with names that a drive takes. Pure; time and memory are linear in its length. */
import { MIB } from '#shared/units.ts';
import { safeName } from '../fetch/fetch-name.ts';
import { MAX_TORRENT_FILES } from '../fetch/limits.ts';
import {
  type Bencoded,
  type BencodedDict,
  BencodeError,
  latin1,
  parseBencode,
  RawBencode,
  writeBencode,
} from './bencode.ts';

export interface TorrentFile {
  /** From 1, in the order of the torrent. */
  readonly index: number;
  /** Names below the torrent's own folder; one for a single file. */
  readonly path: readonly string[];
  readonly sizeBytes: number;
}

export interface Torrent {
  readonly name: string;
  /** Without the filling between files. */
  readonly files: readonly TorrentFile[];
  /** The torrent is one file without a folder. */
  readonly isSingle: boolean;
  readonly trackers: readonly string[];
  /** Addresses of servers that have the files too. */
  readonly webSeeds: readonly string[];
  /** The part that the info hash is of, as the file has it. */
  readonly info: Uint8Array;
  readonly pieceBytes: number;
  /** First byte of each file by its number, from 1; the filling between files counts. */
  readonly starts: readonly number[];
  readonly totalBytes: number;
}

/** `unsafe`: a path leads out of the folder. `too_many`: more files than are taken. `damaged`: anything else. */
export type TorrentReason = 'damaged' | 'unsafe' | 'too_many';

export class TorrentError extends Error {
  override readonly name = 'TorrentError';
  readonly reason: TorrentReason;

  constructor(reason: TorrentReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Largest .torrent file. */
export const MAX_TORRENT_BYTES = 8 * MIB;
const MAX_TRACKERS = 50;
const MAX_PATH_PARTS = 64;
/** Of a digest of a piece. */
const DIGEST_BYTES = 20;

function isDict(value: Bencoded | undefined): value is BencodedDict {
  return value instanceof Map;
}

function damaged(cause?: unknown): never {
  throw new TorrentError('damaged', cause);
}

function textOf(value: Bencoded | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : damaged();
}

function countOf(value: Bencoded | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : damaged();
}

/** @throws TorrentError unsafe for a name that leads elsewhere */
function partOf(value: Bencoded): string {
  const text = textOf(value);
  if (text === '' || text === '.' || text === '..' || /[/\0]/.test(text)) throw new TorrentError('unsafe');
  return safeName(text, '_');
}

function filesOf(list: Bencoded | undefined): (TorrentFile & { isFilling: boolean })[] {
  if (!Array.isArray(list) || list.length === 0) damaged();
  if (list.length > MAX_TORRENT_FILES) throw new TorrentError('too_many');
  return (list as readonly Bencoded[]).map((one, at) => {
    if (!isDict(one)) damaged();
    const path = one.get('path.utf-8') ?? one.get('path');
    if (!Array.isArray(path) || path.length === 0 || path.length > MAX_PATH_PARTS) damaged();
    const kind = one.get('attr');
    return {
      index: at + 1,
      path: (path as readonly Bencoded[]).map(partOf),
      sizeBytes: countOf(one.get('length')),
      isFilling: kind instanceof Uint8Array && latin1(kind).includes('p'),
    };
  });
}

/** Addresses of trackers: those of the list, else the single one. */
function trackersOf(torrent: BencodedDict): string[] {
  const tiers = torrent.get('announce-list');
  const listed = Array.isArray(tiers) ? (tiers as readonly Bencoded[]).flat() : [];
  const all = [...listed, torrent.get('announce')].filter((one) => one instanceof Uint8Array);
  return [...new Set(all.map((one) => latin1(one)))].filter((one) => one.length <= 1_024).slice(0, MAX_TRACKERS);
}

function webSeedsOf(torrent: BencodedDict): string[] {
  const listed = torrent.get('url-list');
  const all = Array.isArray(listed) ? (listed as readonly Bencoded[]) : [listed];
  const texts = all.filter((one) => one instanceof Uint8Array).map((one) => latin1(one));
  return [...new Set(texts)].filter((one) => /^https?:/i.test(one) && one.length <= 1_024).slice(0, MAX_TRACKERS);
}

/** @throws TorrentError */
export function readTorrent(bytes: Uint8Array): Torrent {
  if (bytes.length > MAX_TORRENT_BYTES) throw new TorrentError('too_many');
  let parsed: ReturnType<typeof parseBencode>;
  try {
    parsed = parseBencode(bytes);
  } catch (error) {
    throw new TorrentError(
      error instanceof BencodeError && /too many/.test(error.message) ? 'too_many' : 'damaged',
      error,
    );
  }
  const { value, spans } = parsed;
  const info = isDict(value) ? value.get('info') : undefined;
  const raw = spans.get('info');
  if (!isDict(value) || !isDict(info) || !raw) damaged();
  const name = safeName(textOf(info.get('name.utf-8') ?? info.get('name')), 'torrent');
  const isSingle = !info.has('files');
  const listed = isSingle
    ? [{ index: 1, path: [name], sizeBytes: countOf(info.get('length')), isFilling: false }]
    : filesOf(info.get('files'));
  const totalBytes = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const pieceBytes = countOf(info.get('piece length'));
  const pieces = info.get('pieces');
  if (!Number.isSafeInteger(totalBytes) || pieceBytes === 0 || !(pieces instanceof Uint8Array)) damaged();
  if (pieces.length !== Math.ceil(totalBytes / pieceBytes) * DIGEST_BYTES) damaged();
  const files = listed.filter(({ isFilling }) => !isFilling).map(({ isFilling: _, ...file }) => file);
  if (files.length === 0) damaged();
  const starts = [0];
  let at = 0;
  for (const { sizeBytes } of listed) {
    starts.push(at);
    at += sizeBytes;
  }
  const addresses = { trackers: trackersOf(value), webSeeds: webSeedsOf(value) };
  return { name, files, isSingle, ...addresses, info: raw, pieceBytes, starts, totalBytes };
}

/** Bytes of the pieces that hold these files. A piece is fetched whole, and may be far larger than a file in it. */
export function fetchedBytes({ files, starts, pieceBytes, totalBytes }: Torrent, chosen: readonly number[]): number {
  const wanted = new Set(chosen);
  let pieces = 0;
  let counted = 0;
  for (const { index, sizeBytes } of files) {
    if (!wanted.has(index) || sizeBytes === 0) continue;
    const start = starts[index] ?? 0;
    const end = Math.floor((start + sizeBytes - 1) / pieceBytes) + 1;
    pieces += Math.max(0, end - Math.max(counted, Math.floor(start / pieceBytes)));
    counted = end;
  }
  return Math.min(totalBytes, pieces * pieceBytes);
}

/** A .torrent file of this content with these addresses and nothing else: no nodes, no comments. */
export function writeTorrent({
  info,
  trackers,
  webSeeds,
}: Pick<Torrent, 'info' | 'trackers' | 'webSeeds'>): Uint8Array<ArrayBuffer> {
  return writeBencode({
    ...(trackers.length === 0 ? {} : { announce: trackers[0] ?? '', 'announce-list': trackers.map((one) => [one]) }),
    ...(webSeeds.length === 0 ? {} : { 'url-list': webSeeds }),
    info: new RawBencode(info),
  });
}
