/**
 * Pictures of links in this isolate, and until when their links open without a question. Pictures are of one epoch of a link and one
 * version of its tree; whether these are current is what the link's object is asked.
 */
import { MIB } from '#shared/units.ts';
import type { SharedPicture } from '#worker/services/drive/service.ts';

/** Ten thousand pictures. */
const MAX_CHARS = 4 * MIB;

/** A file of a link; null for one without a picture. */
export type Picture = SharedPicture | null;

interface Link {
  readonly version: number;
  readonly pictures: Map<string, Picture>;
  untilMs: number;
  chars: number;
}

/** An answer of a link's object. */
export interface LinkPictures {
  readonly version: number;
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Of the pictures as JSON. */
  readonly chars: number;
  /** End of the lease. */
  readonly untilMs: number;
}

export interface PictureMemory {
  /** The picture, while the lease lasts; undefined: ask. */
  leased(link: string, fileId: string, nowMs: number): Picture | undefined;
  /** All that is known of the link, whether it is current or not. */
  known(link: string): { readonly version: number; readonly pictures: ReadonlyMap<string, Picture> } | undefined;
  hold(link: string, answer: LinkPictures): void;
  forget(link: string): void;
}

export function makePictureMemory(maxChars = MAX_CHARS): PictureMemory {
  /** Ordered by last use. */
  const links = new Map<string, Link>();
  let chars = 0;

  function forget(link: string): void {
    chars -= links.get(link)?.chars ?? 0;
    links.delete(link);
  }

  return {
    leased(link, fileId, nowMs) {
      const known = links.get(link);
      return known && nowMs < known.untilMs ? known.pictures.get(fileId) : undefined;
    },
    known: (link) => links.get(link),
    hold(link, { version, pictures, chars: size, untilMs }) {
      const known = links.get(link);
      forget(link);
      const isCurrent = known?.version === version && known.chars + size <= maxChars;
      const held = isCurrent
        ? known
        : { version, pictures: new Map<string, Picture>(), untilMs: 0, chars: link.length };
      for (const [id, picture] of pictures) {
        if (!held.pictures.has(id)) held.chars += id.length;
        held.pictures.set(id, picture);
      }
      held.chars += size;
      held.untilMs = untilMs;
      links.set(link, held);
      chars += held.chars;
      for (const oldest of links.keys()) {
        if (chars <= maxChars) break;
        forget(oldest);
      }
    },
    forget,
  };
}
