/**
 * Pages of links in this isolate: the text as the link's object gave it, and what was made of it for visitors. The same for all
 * visitors; whether one may see a page is decided at every visit, by the object or by a lease of it.
 */
import { MIB } from '#shared/units.ts';
import { type ByteCache, makeByteCache } from '#worker/platform/cache/byte-cache.ts';

/** 24 MiB of an isolate of 128: about 250 pages of a hundred rows, with their HTML. */
const MAX_BYTES = 24 * MIB;

/** Epoch and end of the links in a made part. */
export interface Signed {
  readonly epoch: number;
  /** When its content links end, epoch ms. */
  readonly expiresAtMs: number;
}

interface StoredPage {
  readonly tag: string;
  readonly text: string;
  readonly signed: Signed;
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

export interface PageMemory {
  /** The text of a page, and its tag. */
  textOf(key: string): { readonly tag: string; readonly text: string } | undefined;
  /** Caches the text of a page; parts of another text are dropped. */
  hold(key: string, page: { readonly tag: string; readonly text: string }): void;
  /**
   * A made part of a page: made when it is not cached, or was cached for another text, epoch or end.
   * @param page  with an empty tag nothing is cached
   * @param part  names what is made; everything that it depends on besides the page
   */
  part(
    key: string,
    page: { readonly tag: string; readonly text: string } & Signed,
    part: string,
    make: () => Uint8Array,
  ): Uint8Array;
}

function sizeOf({ text, parts }: StoredPage): number {
  let bytes = text.length;
  for (const [name, made] of parts) bytes += name.length + made.length;
  return bytes;
}

export function makePageMemory(maxBytes = MAX_BYTES): PageMemory {
  const pages: ByteCache<StoredPage> = makeByteCache(maxBytes);
  return {
    textOf: (key) => pages.get(key),
    hold(key, { tag, text }) {
      const page: StoredPage = { tag, text, signed: { epoch: 0, expiresAtMs: 0 }, parts: new Map() };
      if (tag !== '') pages.set(key, page, sizeOf(page));
    },
    part(key, { tag, text, epoch, expiresAtMs }, part, make) {
      const known = pages.get(key);
      const isCurrent =
        known !== undefined &&
        known.tag === tag &&
        known.signed.epoch === epoch &&
        known.signed.expiresAtMs === expiresAtMs;
      const cached = isCurrent ? known.parts.get(part) : undefined;
      if (cached) return cached;
      const made = make();
      if (tag === '') return made;
      const parts = new Map(isCurrent ? known.parts : []).set(part, made);
      const page: StoredPage = { tag, text, signed: { epoch, expiresAtMs }, parts };
      pages.set(key, page, sizeOf(page));
      return made;
    },
  };
}
