/**
 * Sends a span of a zip file into a stream of known length. The tree is read page by page, each compared with the plan, and again
 * while the bytes of a page are sent: a tree that has changed, or a right that has ended, ends the stream short of its length,
 * never with wrong bytes.
 */

import { centralHeader, entrySizes, localHeader, zipEnd } from '#shared/content/zip-layout.ts';
import { makeZoneOffset, type ZoneOffset } from '#shared/content/zone-offset.ts';
import { isAppError } from '#shared/errors.ts';
import { KIB, MIB, SECOND_MS } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan, relaySpan } from '#worker/platform/blobs/read.ts';
import { sleep } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import type { Outgoing } from '../content/stream.ts';
import { manifestOf } from '../tree/source.store.ts';
import type { PlannedPage, ZipDrive, ZipPlan } from './plan.ts';
import type { ZipNode } from './walk.store.ts';

/** One read of the store, as for single files. */
const READ_BYTES = 16 * MIB;
/** After so many bytes traffic is counted and the page is compared again. */
const FLUSH_BYTES = 64 * MIB;
/** Headers and small files are sent together up to this size. */
const GATHERED_BYTES = 256 * KIB;
/** Files up to this size are read ahead, so many at a time. */
const SMALL_BYTES = 64 * KIB;
const READ_AHEAD = 8;

/** Writes bytes in order, short ones gathered. Bytes count when they are handed over: a client that leaves at the end has had them. */
class Sender {
  readonly #writable: WritableStream<Uint8Array>;
  readonly #blobs: BlobStore;
  readonly #afterFlush: (sizeBytes: number) => Promise<void>;
  readonly #bytesPerSecond: number | null;
  #memory = new Uint8Array(GATHERED_BYTES);
  #held = 0;
  #uncounted = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(
    writable: WritableStream<Uint8Array>,
    blobs: BlobStore,
    afterFlush: (sizeBytes: number) => Promise<void>,
    bytesPerSecond: number | null,
  ) {
    this.#writable = writable;
    this.#blobs = blobs;
    this.#afterFlush = afterFlush;
    this.#bytesPerSecond = bytesPerSecond;
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length > GATHERED_BYTES - this.#held) await this.flush();
    if (bytes.length > GATHERED_BYTES) {
      await this.#write(bytes);
      return;
    }
    this.#memory.set(bytes, this.#held);
    this.#held += bytes.length;
  }

  /** Bytes `start` to `end` of a content. */
  async content(manifest: string, start: number, end: number): Promise<void> {
    await this.flush();
    const parts = manifestOf(manifest);
    for (let at = start; at < end; at += READ_BYTES)
      await relaySpan(this.#blobs, parts, at, Math.min(at + READ_BYTES, end), (bite) => this.#write(bite));
  }

  /** No more bytes are written. */
  stop(error: unknown): void {
    this.#failure ??= { error };
  }

  async flush(): Promise<void> {
    if (this.#held === 0) return;
    const bytes = this.#memory.subarray(0, this.#held);
    // The stream may hold on to what it was given.
    this.#memory = new Uint8Array(GATHERED_BYTES);
    this.#held = 0;
    await this.#write(bytes);
  }

  /** Bytes that were sent and not yet counted. */
  takeUncounted(): number {
    const sizeBytes = this.#uncounted;
    this.#uncounted = 0;
    return sizeBytes;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#uncounted += bytes.length;
    const writer = this.#writable.getWriter();
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
    if (this.#bytesPerSecond !== null) await sleep((bytes.length * SECOND_MS) / this.#bytesPerSecond);
    if (this.#uncounted >= FLUSH_BYTES) await this.#afterFlush(this.takeUncounted());
  }
}

/** The part of a piece at `offset` that is in the span. */
function cut(sizeBytes: number, offset: number, start: number, end: number): { from: number; to: number } | null {
  const from = Math.max(0, start - offset);
  const to = Math.min(sizeBytes, end - offset);
  return from < to ? { from, to } : null;
}

async function readSmall(blobs: BlobStore, node: ZipNode): Promise<Uint8Array> {
  const bytes = new Uint8Array(node.sizeBytes);
  let at = 0;
  await readSpan(blobs, manifestOf(node.manifest), 0, node.sizeBytes, (bite) => {
    bytes.set(bite, at);
    at += bite.length;
  });
  return bytes;
}

/** Contents of small files in their order, some read ahead. */
function makeReadAhead(blobs: BlobStore, nodes: readonly ZipNode[]): (index: number) => Promise<Uint8Array> {
  const reading = new Map<number, Promise<Uint8Array>>();
  const isSmall = (node: ZipNode): boolean => node.sizeBytes > 0 && node.sizeBytes <= SMALL_BYTES;
  return (index) => {
    for (let at = index; at < Math.min(index + READ_AHEAD, nodes.length); at += 1) {
      const node = nodes[at];
      if (!node || !isSmall(node) || reading.has(at)) continue;
      const read = readSmall(blobs, node);
      read.catch(() => undefined);
      reading.set(at, read);
    }
    const wanted = reading.get(index);
    reading.delete(index);
    return wanted ?? Promise.reject(new RangeError('not a small file'));
  };
}

async function sendLocal(
  sender: Sender,
  blobs: BlobStore,
  page: PlannedPage,
  nodes: readonly ZipNode[],
  start: number,
  end: number,
  aheadAt: ZoneOffset,
): Promise<void> {
  let offset = page.start;
  // Files outside the span are not read.
  const wanted: { node: ZipNode; offset: number }[] = [];
  for (const node of nodes) {
    const { localBytes } = entrySizes(node, offset);
    if (offset + localBytes > start && offset < end) wanted.push({ node, offset });
    offset += localBytes;
  }
  const small = makeReadAhead(
    blobs,
    wanted.map(({ node }) => node),
  );
  for (const [index, { node, offset: at }] of wanted.entries()) {
    const header = localHeader(node, aheadAt(node.modifiedMs));
    const head = cut(header.length, at, start, end);
    if (head) await sender.bytes(header.subarray(head.from, head.to));
    const body = cut(node.sizeBytes, at + header.length, start, end);
    if (!body) continue;
    if (node.sizeBytes <= SMALL_BYTES) await sender.bytes((await small(index)).subarray(body.from, body.to));
    else await sender.content(node.manifest, body.from, body.to);
  }
}

async function sendCentral(
  sender: Sender,
  page: PlannedPage,
  nodes: readonly ZipNode[],
  start: number,
  end: number,
  aheadAt: ZoneOffset,
): Promise<void> {
  let [offset, at] = [page.start, page.centralStart];
  for (const node of nodes) {
    const record = centralHeader(node, offset, aheadAt(node.modifiedMs));
    const part = cut(record.length, at, start, end);
    if (part) await sender.bytes(record.subarray(part.from, part.to));
    at += record.length;
    offset += entrySizes(node, offset).localBytes;
  }
}

export interface ZipSending {
  readonly blobs: BlobStore;
  readonly drive: ZipDrive;
  readonly plan: ZipPlan;
  /** Of the reader, for times in entries. */
  readonly timeZone: string;
  /** Adds bytes to what the payer was sent. */
  readonly count: (sizeBytes: number) => Promise<void>;
  /** Time between two looks whether the tree and the right still stand, however slow the client is. */
  readonly recheckMs: number;
  /** Null: as fast as the client takes them. */
  readonly bytesPerSecond?: number | null;
}

/** Bytes `start` to `end` of the zip file, written into `writable`, which stays open. @throws when the tree has changed */
export async function writeZipSpan(
  { blobs, drive, plan, timeZone, count, recheckMs, bytesPerSecond = null }: ZipSending,
  start: number,
  end: number,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const aheadAt = makeZoneOffset(timeZone);
  let current: PlannedPage | null = null;
  const counted = async (sizeBytes: number): Promise<void> => {
    if (sizeBytes > 0) await count(sizeBytes).catch((error: unknown) => logError('zip.count', error));
  };
  let checking: Promise<unknown> = Promise.resolve();
  const check = async (): Promise<void> => {
    const page = current;
    await drive(page ? { do: 'read', page, light: true } : { do: 'look' });
  };
  const afterFlush = async (sizeBytes: number): Promise<void> => {
    // The bytes go on; the result is awaited before the next check and before the end.
    await checking;
    checking = Promise.all([counted(sizeBytes), check()]);
    checking.catch((error: unknown) => sender.stop(error));
  };
  const sender = new Sender(writable, blobs, afterFlush, bytesPerSecond);
  let isChecking = false;
  const recheck = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    await Promise.all([counted(sender.takeUncounted()), check()]).catch((error: unknown) => sender.stop(error));
    isChecking = false;
  };
  const timer = setInterval(() => void recheck(), recheckMs);
  const nodesOf = async (page: PlannedPage): Promise<readonly ZipNode[]> => {
    current = page;
    return (await drive({ do: 'read', page })).nodes;
  };
  try {
    for (const page of plan.pages)
      if (cut(page.localBytes, page.start, start, end))
        await sendLocal(sender, blobs, page, await nodesOf(page), start, end, aheadAt);
    for (const page of plan.pages)
      if (cut(page.centralBytes, page.centralStart, start, end))
        await sendCentral(sender, page, await nodesOf(page), start, end, aheadAt);
    const last = zipEnd(plan.directory);
    const part = cut(last.length, plan.sizeBytes - last.length, start, end);
    if (part) await sender.bytes(last.subarray(part.from, part.to));
    await sender.flush();
    await checking;
  } finally {
    clearInterval(timer);
    await counted(sender.takeUncounted());
  }
}

/** The span as a body; a stream that breaks off ends short of its length. @param onChanged  the plan no longer holds */
export function streamZip(sending: ZipSending, start: number, end: number, onChanged: () => void): Outgoing {
  const fixed = new FixedLengthStream(end - start);
  async function pump(): Promise<void> {
    try {
      await writeZipSpan(sending, start, end, fixed.writable);
      await fixed.writable.close();
    } catch (error) {
      // A client that leaves says nothing about the tree.
      if (isAppError(error) && error.errorName === 'failed_precondition') onChanged();
      await fixed.writable.abort(error).catch(() => undefined);
    }
  }
  return { body: fixed.readable, done: pump() };
}
