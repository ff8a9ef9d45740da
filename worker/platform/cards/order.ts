/**
 * The drawing of cards as other modules see it: texts, the pieces of fonts that they need and a picture in, one image out, over the
 * binding of the codec Worker. Both frames are written and read here. Drawing: worker/codec/card.
 */

import type { Locale } from '#shared/locale/tags.ts';
import { MIB } from '#shared/units.ts';

/** Path of the drawing at the codec Worker. */
export const CARD_PATH = '/card';

/** Pixels: 1.91 to 1, as chats show it. The texts stay in the square in its middle, which is what others cut out. */
export const CARD_SIZE = { width: 1_200, height: 630 } as const;

/** Pieces of fonts, icon and picture of one card. */
export const MAX_CARD_BYTES = 8 * MIB;

/** Characters of this piece of a font that the texts have. */
export interface CardFont {
  readonly characters: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CardTexts {
  readonly locale: Locale;
  /** Two lines, cut with an ellipsis. */
  readonly title: string;
  /** Small lines below the title, each cut. */
  readonly lines: readonly string[];
  /** Name of the product, beside its icon. */
  readonly product: string;
}

export interface CardOrder extends CardTexts {
  readonly fonts: readonly CardFont[];
  /** PNG or WebP, square. */
  readonly icon: Uint8Array<ArrayBuffer>;
  /** WebP; empty for none. */
  readonly picture: Uint8Array<ArrayBuffer>;
}

export interface DrawnCard {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface OrderHead extends CardTexts {
  readonly fonts: readonly { readonly characters: string; readonly sizeBytes: number }[];
  readonly iconBytes: number;
  readonly pictureBytes: number;
}

const HEAD_BYTES = 4;

/** Length of a value as JSON, the value, then bytes. */
function frameOf(head: object, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const frame = new Uint8Array(HEAD_BYTES + text.length + parts.reduce((sum, { length }) => sum + length, 0));
  new DataView(frame.buffer).setUint32(0, text.length);
  let at = HEAD_BYTES;
  for (const part of [text, ...parts]) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

function readFrame(frame: Uint8Array): { readonly head: unknown; readonly rest: Uint8Array } {
  const end = HEAD_BYTES + new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(frame.subarray(HEAD_BYTES, end));
  return { head: JSON.parse(text) as unknown, rest: frame.subarray(end) };
}

interface IconHead {
  readonly side: number;
}

/** An order of a square icon. @param picture  WebP, shown whole in its middle */
export function writeIconOrder(picture: Uint8Array, side: number): Uint8Array<ArrayBuffer> {
  return frameOf({ side } satisfies IconHead, [picture]);
}

export interface IconOrder extends IconHead {
  readonly picture: Uint8Array<ArrayBuffer>;
}

/** @returns null for the order of a card */
export function readIconOrder(frame: Uint8Array): IconOrder | null {
  const { head, rest } = readFrame(frame);
  const { side } = head as Partial<IconHead>;
  return typeof side === 'number' ? { side, picture: rest.slice() } : null;
}

/** @returns PNG; null when it cannot be drawn now */
export async function drawIcon(
  codec: Pick<Fetcher, 'fetch'>,
  picture: Uint8Array,
  side: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const body = writeIconOrder(picture, side);
  const answer = await codec.fetch(`http://codec${CARD_PATH}`, { method: 'POST', body });
  return answer.ok ? (readDrawn(new Uint8Array(await answer.arrayBuffer()))?.bytes ?? null) : null;
}

export function writeOrder({ fonts, icon, picture, ...texts }: CardOrder): Uint8Array<ArrayBuffer> {
  const head: OrderHead = {
    ...texts,
    fonts: fonts.map(({ characters, bytes }) => ({ characters, sizeBytes: bytes.length })),
    iconBytes: icon.length,
    pictureBytes: picture.length,
  };
  return frameOf(head, [...fonts.map(({ bytes }) => bytes), icon, picture]);
}

/** @throws Error for a frame that is none */
export function readOrder(frame: Uint8Array): CardOrder {
  const { head, rest } = readFrame(frame);
  const { fonts, iconBytes, pictureBytes, ...texts } = head as OrderHead;
  let at = 0;
  const take = (sizeBytes: number): Uint8Array<ArrayBuffer> => {
    if (at + sizeBytes > rest.length) throw new Error('an order of a card is cut off');
    at += sizeBytes;
    return rest.slice(at - sizeBytes, at);
  };
  const read = fonts.map(({ characters, sizeBytes }) => ({ characters, bytes: take(sizeBytes) }));
  return { ...texts, fonts: read, icon: take(iconBytes), picture: take(pictureBytes) };
}

/** @param card  null: not drawn */
export function writeDrawn(card: DrawnCard | null): Uint8Array<ArrayBuffer> {
  return card ? frameOf({ type: card.type }, [card.bytes]) : frameOf({}, []);
}

/** @throws Error for a frame that is none */
export function readDrawn(frame: Uint8Array): DrawnCard | null {
  const { head, rest } = readFrame(frame);
  const { type } = head as Partial<DrawnCard>;
  return type ? { type, bytes: rest.slice() } : null;
}
