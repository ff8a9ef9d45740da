/**
 * Pages of links in this isolate: the text as the link's object gave it, and what was made of it for visitors. The same for all
 * visitors; whether one may see a page is decided at every visit, by the object or by a lease of it. Pages that no longer fit as they
 * are stay compressed: to make one again costs forty times what it costs to decompress it.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MIB } from '#shared/units.ts';
import { makeByteCache } from '#worker/platform/cache/byte-cache.ts';

/** 32 MiB of an isolate of 128: about 160 pages of a hundred rows with their HTML as they are, and 1,300 compressed. */
const MAX_BYTES = { plain: 16 * MIB, compressed: 16 * MIB };

/** Epoch and end of the links in a made part. */
export interface Signed {
  readonly epoch: number;
  /** When its content links end, epoch ms. */
  readonly expiresAtMs: number;
}

export interface PageText {
  readonly tag: string;
  readonly text: string;
}

interface StoredPage {
  readonly tag: string;
  readonly text: string;
  readonly signed: Signed;
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/** A page with text and parts as zstd. */
interface CompressedPage extends Omit<StoredPage, 'text'> {
  readonly text: Uint8Array;
}

export interface PageMemory {
  /** The text of a page, and its tag. */
  textOf(key: string): PageText | undefined;
  /** Caches the text of a page; parts of another text are dropped. */
  hold(key: string, page: PageText): void;
  /**
   * A made part of a page: made when it is not cached, or was cached for another text, epoch or end.
   * @param page  with an empty tag nothing is cached
   * @param part  names what is made; everything that it depends on besides the page
   */
  part(key: string, page: PageText & Signed, part: string, make: () => Uint8Array): Uint8Array;
}

const UNSIGNED: Signed = { epoch: 0, expiresAtMs: 0 };

function sizeOf({ text, parts }: StoredPage | CompressedPage): number {
  let bytes = text.length;
  for (const [name, made] of parts) bytes += name.length + made.length;
  return bytes;
}

function partsFor(
  known: StoredPage | CompressedPage | undefined,
  { tag, signed }: Pick<StoredPage, 'tag' | 'signed'>,
): ReadonlyMap<string, Uint8Array> | undefined {
  const isCurrent =
    known?.tag === tag && known.signed.epoch === signed.epoch && known.signed.expiresAtMs === signed.expiresAtMs;
  return isCurrent ? known.parts : undefined;
}

export function makePageMemory(maxBytes = MAX_BYTES): PageMemory {
  const compressed = makeByteCache<CompressedPage>(maxBytes.compressed);
  const plain = makeByteCache<StoredPage>(maxBytes.plain, compress);

  /** Parts that are compressed already are not compressed again. */
  function compress(key: string, page: StoredPage): void {
    const known = compressed.get(key);
    if (known?.tag === page.tag && page.parts.size === 0) return;
    const had = partsFor(known, page);
    const parts = new Map(had);
    for (const [name, made] of page.parts) if (!parts.has(name)) parts.set(name, zstdCompressSync(made));
    if (had && parts.size === had.size) return;
    const text = known?.tag === page.tag ? known.text : zstdCompressSync(page.text);
    const next: CompressedPage = { tag: page.tag, text, signed: page.signed, parts };
    compressed.set(key, next, sizeOf(next));
  }

  function keep(key: string, page: StoredPage): void {
    if (!plain.set(key, page, sizeOf(page))) compress(key, page);
  }

  return {
    textOf(key) {
      const known = plain.get(key);
      if (known) return known;
      const packed = compressed.get(key);
      return packed && { tag: packed.tag, text: zstdDecompressSync(packed.text).toString() };
    },
    hold(key, { tag, text }) {
      if (tag !== '') keep(key, { tag, text, signed: UNSIGNED, parts: new Map() });
    },
    part(key, { tag, text, epoch, expiresAtMs }, part, make) {
      const page = { tag, text, signed: { epoch, expiresAtMs } };
      const cached = partsFor(plain.get(key), page);
      const found = cached?.get(part);
      if (found) return found;
      const packed = partsFor(compressed.get(key), page)?.get(part);
      const made = packed ? zstdDecompressSync(packed) : make();
      if (tag !== '') keep(key, { ...page, parts: new Map(cached).set(part, made) });
      return made;
    },
  };
}
