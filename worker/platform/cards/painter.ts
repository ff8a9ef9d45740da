/**
 * Cards of links as images: drawn by the codec when one is asked for, once for everything that is on it, a few at a time. Fonts and
 * icon are files of the client's build.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { productName } from '#shared/locale/messages.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { DAY_MS, MIB, SECOND_MS } from '#shared/units.ts';
import { makeByteCache } from '../cache/byte-cache.ts';
import type { DataCentreCache } from '../cache/data-centre-cache.ts';
import type { Clock } from '../clock.ts';
import { equalBytes, fromBase64Url, type Keyring, toBase64Url } from '../crypto.ts';
import { logError } from '../log.ts';
import { makeTurns } from '../pictures/turns.ts';
import {
  CARD_PATH,
  type CardFont,
  type CardOrder,
  type DrawnCard,
  MAX_CARD_BYTES,
  readDrawn,
  writeOrder,
} from './order.ts';
import { choosePieces, type PieceIndex, plainLine, UNKNOWN_LETTER } from './pieces.ts';
import { makeSharedDrawings } from './shared-drawings.ts';

export interface CardDesign {
  readonly locale: Locale;
  readonly title: string;
  /** The title where most letters of the first one are in no font. */
  readonly otherTitle: string;
  readonly lines: readonly string[];
  /** Name of the service. */
  readonly product: string;
  /** PNG beside it; null: that of the build. */
  readonly icon: Uint8Array<ArrayBuffer> | null;
  /** A WebP; `none` when there is none to show; null when it cannot be had now. */
  readonly picture: () => Promise<Uint8Array<ArrayBuffer> | 'none' | null>;
}

export interface CardPainter {
  /**
   * @param key  names everything that is on the card
   * @param person  whose turn it takes
   * @returns null when too many are drawn now, or drawing failed
   */
  paint(key: string, design: CardDesign, person: string): Promise<DrawnCard | null>;
  /** Begins what the first drawing needs, after the answer, when this card is drawn nowhere and none was drawn lately. */
  warm(key: string, locale: Locale): void;
}

export interface CardPainterDeps {
  readonly codec: Pick<Fetcher, 'fetch'>;
  readonly assets: Pick<Fetcher, 'fetch'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly dataCentre: DataCentreCache | null;
  readonly afterAnswer: (work: Promise<unknown>) => void;
}

const PURPOSE = 'card-cache';
/** Cards in this isolate: about a hundred. */
const MEMORY_BYTES = 8 * MIB;
const STORED_MS = 7 * DAY_MS;
const NO_BYTES = new Uint8Array(0);
/** 50 s: the process that draws ends after a minute without an order. */
const WARM_MS = 50 * SECOND_MS;
/** More of a name than two lines can show. */
const MAX_TITLE_CHARS = 300;
const MAX_LINE_CHARS = 150;

/** Two drawings at a time, 16 that wait: crawlers give up after some seconds. */
const TURNS = { atOnce: 2, waiting: 16, turnMs: 12 * SECOND_MS, waitMs: 8 * SECOND_MS, pollMs: 25 } as const;
/** Requests for cards that others draw. */
const SHARED = { waitMs: 8 * SECOND_MS, pollMs: 50, waiting: 500 } as const;

export function makeCardPainter({
  codec,
  assets,
  keyring,
  clock,
  dataCentre,
  afterAnswer,
}: CardPainterDeps): CardPainter {
  const memory = makeByteCache<DrawnCard>(MEMORY_BYTES);
  const turns = makeTurns({ clock, sleep: delay, ...TURNS });
  const drawings = makeSharedDrawings<DrawnCard>({ clock, sleep: delay, afterAnswer, ...SHARED });
  let index: PieceIndex | undefined;
  let icon: Uint8Array<ArrayBuffer> | undefined;
  let lastOrderMs = Number.NEGATIVE_INFINITY;

  /** @throws Error for a file that the build does not have */
  async function fileOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await assets.fetch(`https://assets.invalid${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  async function stored(key: string): Promise<DrawnCard | null> {
    const text = await dataCentre?.get(`card ${key}`);
    const [mark = '', type = '', body = ''] = text?.split('.') ?? [];
    const [given, bytes] = [fromBase64Url(mark), fromBase64Url(body)];
    if (!given || !bytes || (type !== 'png' && type !== 'jpeg')) return null;
    if (!equalBytes(given, await keyring.mac(PURPOSE, `${key}.${type}.${body}`))) return null;
    return { type: `image/${type}`, bytes: new Uint8Array(bytes) };
  }

  async function store(key: string, card: DrawnCard): Promise<void> {
    const text = `${card.type.slice('image/'.length)}.${toBase64Url(card.bytes)}`;
    const mark = toBase64Url(await keyring.mac(PURPOSE, `${key}.${text}`));
    await dataCentre?.put(`card ${key}`, `${mark}.${text}`, STORED_MS);
  }

  async function orderOf(design: CardDesign, picture: Uint8Array<ArrayBuffer>): Promise<CardOrder> {
    index ??= JSON.parse(new TextDecoder().decode(await fileOf('/card-fonts/index.json'))) as PieceIndex;
    if (!design.icon) icon ??= await fileOf('/icon-192.png');
    const product = plainLine(design.product);
    const lines = design.lines.map((line) => plainLine(line.slice(0, MAX_LINE_CHARS)));
    const title = plainLine(design.title.slice(0, MAX_TITLE_CHARS));
    const choose = (first: string) => choosePieces(index as PieceIndex, [first, ...lines, product], design.locale);
    let chosen = choose(title);
    if (!chosen.isReadable[0]) chosen = choose(plainLine(design.otherTitle));
    const { pieces, texts, isReadable } = chosen;
    const fonts: CardFont[] = [];
    for (const { file, characters } of pieces) {
      // Without zlib the reader of fonts in the codec takes no compressed one.
      const bytes = new Uint8Array(gunzipSync(await fileOf(`/card-fonts/${file}`)));
      fonts.push({ characters, bytes });
    }
    return {
      locale: design.locale,
      title: texts[0] ?? '',
      // A name of boxes says nothing beside one that can be read.
      lines: texts.slice(1, -1).filter((line, at) => isReadable[at + 1] && !line.includes(UNKNOWN_LETTER)),
      product: texts.at(-1) ?? '',
      fonts,
      icon: design.icon ?? icon ?? NO_BYTES,
      picture,
    };
  }

  async function draw(design: CardDesign, picture: Uint8Array<ArrayBuffer>): Promise<DrawnCard | null> {
    const order = writeOrder(await orderOf(design, picture));
    if (order.length > MAX_CARD_BYTES) return null;
    lastOrderMs = clock.nowMs();
    const answer = await codec.fetch(`http://codec${CARD_PATH}`, {
      method: 'POST',
      body: order,
      headers: { 'content-length': String(order.length), 'content-type': 'application/octet-stream' },
    });
    return answer.ok ? readDrawn(new Uint8Array(await answer.arrayBuffer())) : null;
  }

  async function make(key: string, design: CardDesign): Promise<DrawnCard | null> {
    const known = memory.get(key) ?? (await stored(key));
    if (known) return known;
    const picture = await design.picture();
    const card = await draw(design, picture instanceof Uint8Array ? picture : NO_BYTES);
    if (!card || picture === null) return card;
    memory.set(key, card, card.bytes.length);
    if (dataCentre) afterAnswer(store(key, card));
    return card;
  }

  async function makeInTurn(key: string, design: CardDesign, person: string): Promise<DrawnCard | null> {
    try {
      return await turns.take(person, () => make(key, design));
    } catch (error) {
      logError('card.draw', error, {});
      return null;
    }
  }

  /** A card with the name of the product alone; its image is not used. */
  async function drawFirst(key: string, locale: Locale): Promise<void> {
    try {
      if (await stored(key)) return;
      const product = productName(locale);
      const texts = { title: product, otherTitle: product, lines: [], product, icon: null };
      await draw({ locale, ...texts, picture: async () => 'none' as const }, NO_BYTES);
    } catch (error) {
      logError('card.warm', error, {});
    }
  }

  return {
    warm(key, locale) {
      const nowMs = clock.nowMs();
      if (memory.get(key) || nowMs - lastOrderMs < WARM_MS) return;
      lastOrderMs = nowMs;
      afterAnswer(drawFirst(key, locale));
    },
    async paint(key, design, person) {
      return memory.get(key) ?? drawings.drawing(key, () => makeInTurn(key, design, person));
    },
  };
}
