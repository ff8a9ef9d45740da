/**
 * Pages of links in this isolate: the text as the link's object gave it, and the renderings for visitors. The same for all
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
  /** Compressed documents around a part. */
  readonly documents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
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
  /**
   * The compressed document around a part. The first visit makes none, because most links are opened by few.
   * @param name  names all that it depends on besides the part, the coding too
   * @returns undefined while the part itself is not cached
   */
  document(
    key: string,
    page: PageText & Signed,
    part: string,
    name: string,
    make: () => Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer> | undefined;
}

/** Parts of one page: languages and displays. */
const MOST_PARTS = 32;
/** Documents of one page: languages, themes and codings. */
const MOST_DOCUMENTS = 16;

const UNSIGNED: Signed = { epoch: 0, expiresAtMs: 0 };

function sizeOf({ text, parts, documents }: StoredPage | CompressedPage): number {
  let bytes = text.length;
  for (const made of [parts, documents]) for (const [name, one] of made) bytes += name.length + one.length;
  return bytes;
}

/** @returns `known` when it is of this text, epoch and end */
function currentOf<T extends StoredPage | CompressedPage>(
  known: T | undefined,
  { tag, signed }: Pick<StoredPage, 'tag' | 'signed'>,
): T | undefined {
  const isCurrent =
    known?.tag === tag && known.signed.epoch === signed.epoch && known.signed.expiresAtMs === signed.expiresAtMs;
  return isCurrent ? known : undefined;
}

function latest<T>(before: ReadonlyMap<string, T> | undefined, more: ReadonlyMap<string, T>, most: number) {
  return new Map([...(before ?? []), ...more].slice(-most));
}

const hasAll = (known: ReadonlyMap<string, unknown>, names: Iterable<string>): boolean =>
  [...names].every((name) => known.has(name));

export function makePageMemory(maxBytes = MAX_BYTES): PageMemory {
  const compressed = makeByteCache<CompressedPage>(maxBytes.compressed);
  const plain = makeByteCache<StoredPage>(maxBytes.plain, compress);

  /** Parts that are compressed already are not compressed again. */
  function compress(key: string, page: StoredPage): void {
    const known = compressed.get(key);
    if (known?.tag === page.tag && page.parts.size === 0 && page.documents.size === 0) return;
    const had = currentOf(known, page);
    if (had && hasAll(had.parts, page.parts.keys()) && hasAll(had.documents, page.documents.keys())) return;
    const more = [...page.parts].filter(([name]) => !had?.parts.has(name));
    const parts = latest(had?.parts, new Map(more.map(([name, made]) => [name, zstdCompressSync(made)])), MOST_PARTS);
    const documents = latest(had?.documents, page.documents, MOST_DOCUMENTS);
    const text = known?.tag === page.tag ? known.text : zstdCompressSync(page.text);
    const next: CompressedPage = { tag: page.tag, text, signed: page.signed, parts, documents };
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
      if (tag !== '') keep(key, { tag, text, signed: UNSIGNED, parts: new Map(), documents: new Map() });
    },
    part(key, { tag, text, epoch, expiresAtMs }, part, make) {
      const page = { tag, text, signed: { epoch, expiresAtMs } };
      const cached = currentOf(plain.get(key), page);
      const found = cached?.parts.get(part);
      if (found) return found;
      const packed = currentOf(compressed.get(key), page)?.parts.get(part);
      const made = packed ? zstdDecompressSync(packed) : make();
      if (tag !== '') {
        const parts = latest(cached?.parts, new Map([[part, made]]), MOST_PARTS);
        keep(key, { ...page, parts, documents: cached?.documents ?? new Map() });
      }
      return made;
    },
    document(key, { tag, text, epoch, expiresAtMs }, part, name, make) {
      const page = { tag, text, signed: { epoch, expiresAtMs } };
      const full = `${part} ${name}`;
      const cached = currentOf(plain.get(key), page);
      const packed = currentOf(compressed.get(key), page);
      const found = cached?.documents.get(full) ?? packed?.documents.get(full);
      if (found) return found;
      if (!cached?.parts.has(part) && !packed?.parts.has(part)) return undefined;
      const made = make();
      const documents = latest(cached?.documents, new Map([[full, made]]), MOST_DOCUMENTS);
      keep(key, { ...page, parts: cached?.parts ?? new Map(), documents });
      return made;
    },
  };
}
