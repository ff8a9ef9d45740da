/**
 * Messages between the viewer and its sandboxed frame, checked on both sides: the frame has an opaque origin, so its messages come from
 * `null` and ours are for its window alone. Shapes and checks; no DOM of either side.
 */
import { isTextEncoding, type TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { FrameFormat, PageFormat } from '../kinds.rules.ts';
import { type Omissions, omissionsOf } from '../less.rules.ts';

/** Texts that the frame shows; it has none of its own. */
export interface FrameLabels {
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** With `{index}` and `{count}`. */
  readonly page: string;
  readonly password: string;
  readonly passwordWrong: string;
  readonly open: string;
  readonly empty: string;
}

export interface ShowMessage {
  readonly magpie: 'show';
  readonly format: FrameFormat | PageFormat;
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly labels: FrameLabels;
  readonly isDark: boolean;
  readonly language: string;
  /** Of a text, as the reader chose it; null for a guess. */
  readonly encoding: TextEncoding | null;
}

/** Longest address of a link that is opened. */
const MAX_ADDRESS_CHARS = 2_000;

/**
 * `shown` with the encoding that a text was read in. `picture`: the content as a picture that every browser shows. `open`: the reader
 * pressed a link of the document; its address is whatever the document says. `less`: all that is not shown by now.
 * `picture-beside`: the document shows a picture that is beside it, and waits for it.
 */
export type FrameMessage =
  | { readonly magpie: 'ready' }
  | { readonly magpie: 'shown'; readonly encoding: TextEncoding | null }
  | { readonly magpie: 'failed'; readonly reason: 'unreadable' | 'large' }
  | {
      readonly magpie: 'picture';
      readonly bytes: ArrayBuffer;
      readonly mime: 'image/png' | 'image/jpeg';
      /** Pages of the file; the picture is the first. */
      readonly pages: number;
    }
  | { readonly magpie: 'picture-beside'; readonly address: string }
  | { readonly magpie: 'less'; readonly omissions: Omissions }
  | { readonly magpie: 'open'; readonly address: string }
  | { readonly magpie: 'key'; readonly key: string };

/** The picture that a document waits for; null where there is none. */
export interface BesideMessage {
  readonly magpie: 'beside';
  readonly address: string;
  readonly bytes: ArrayBuffer | null;
}

/** Keys of the viewer that a focused frame passes on. */
export const PASSED_KEYS: readonly string[] = ['Escape', 'ArrowLeft', 'ArrowRight', 'f', 'i'];

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? (data as Fields) : {};
}

/** @param data  of a message whose source and origin are the frame's. @returns null for anything else */
export function frameMessageOf(data: unknown): FrameMessage | null {
  const { magpie, reason, key, bytes, mime, encoding, pages, address, omissions } = fieldsOf(data);
  if (magpie === 'less') return { magpie, omissions: omissionsOf(omissions) };
  if (magpie === 'ready') return { magpie };
  if (magpie === 'shown') return { magpie, encoding: isTextEncoding(encoding) ? encoding : null };
  if (magpie === 'failed') return { magpie, reason: reason === 'large' ? 'large' : 'unreadable' };
  if (magpie === 'key' && typeof key === 'string' && PASSED_KEYS.includes(key)) return { magpie, key };
  if (magpie === 'picture' && bytes instanceof ArrayBuffer && (mime === 'image/png' || mime === 'image/jpeg'))
    return { magpie, bytes, mime, pages: Number.isSafeInteger(pages) ? Number(pages) : 1 };
  if (magpie === 'picture-beside' && typeof address === 'string' && address.length <= MAX_ADDRESS_CHARS)
    return { magpie, address };
  if (magpie === 'open' && typeof address === 'string' && address.length <= MAX_ADDRESS_CHARS)
    return { magpie, address };
  return null;
}

/** @param data  of a message whose source and origin are the page's. @returns null for anything else */
export function showMessageOf(data: unknown): ShowMessage | null {
  const { magpie, format, name, bytes, labels } = fieldsOf(data);
  const isWhole =
    magpie === 'show' && typeof format === 'string' && typeof name === 'string' && typeof labels === 'object';
  return isWhole && bytes instanceof ArrayBuffer ? (data as ShowMessage) : null;
}

/** @param data  as of showMessageOf */
export function besideMessageOf(data: unknown): BesideMessage | null {
  const { magpie, address, bytes } = fieldsOf(data);
  const isWhole =
    magpie === 'beside' && typeof address === 'string' && (bytes === null || bytes instanceof ArrayBuffer);
  return isWhole ? (data as BesideMessage) : null;
}
