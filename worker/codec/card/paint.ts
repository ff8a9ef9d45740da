/**
 * Draws a card by ImageMagick: a band with the picture where there is one, and below it title, small lines, icon and name in the
 * square in the middle. Each character is drawn with the piece of a font that has it.
 */
import {
  CompositeOperator,
  Drawables,
  FilterType,
  Gravity,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  Magick,
  MagickColor,
  MagickFormat,
  MagickGeometry,
  Point,
} from '@imagemagick/magick-wasm';
import { CARD_SIZE, type CardFont, type CardOrder, type DrawnCard } from '#worker/platform/cards/order.ts';
import { balancedLinesOf, isCut } from './lines.ts';
import { pngOf } from './png.ts';

const INK = '#12181b';
const QUIET = '#55626a';
const PAPER = '#f4f6f7';
const JPEG_QUALITY = 86;

/** Of the texts: the middle square less its margins. */
const TEXT_WIDTH = 580;
const BAND_HEIGHT = 300;
const ICON_SIDE = 44;
const ICON_GAP = 14;

interface TitleShape {
  readonly size: number;
  readonly maxLines: number;
}

interface Places {
  /** The first in which nothing of the title is cut off, else the last. */
  readonly titles: readonly TitleShape[];
  readonly lineSize: number;
  /** Of each small line. */
  readonly smallLinesAtMost: number;
  /** Middle of title and small lines together, px from the top. */
  readonly middle: number;
  /** Middle of icon and name. */
  readonly brand: number;
}

const WITH_PICTURE: Places = {
  titles: [{ size: 46, maxLines: 2 }],
  lineSize: 27,
  smallLinesAtMost: 1,
  middle: 428,
  brand: 578,
};
const WITHOUT: Places = {
  titles: [
    { size: 60, maxLines: 2 },
    { size: 46, maxLines: 3 },
  ],
  lineSize: 28,
  smallLinesAtMost: 3,
  middle: 268,
  brand: 534,
};

/** Heights in the size of the font. */
const LINE_HEIGHT = 1.28;
const BASELINE = 0.95;
const SMALL_LINE_HEIGHT = 1.5;

/** A font in the memory of the decoder; its place is written over by the next card. */
const slotOf = (at: number): string => `card-${at}`;

interface Run {
  readonly slot: string;
  readonly text: string;
}

interface Pen {
  readonly width: (text: string, size: number) => number;
  readonly draw: (text: string, x: number, baseline: number, size: number, ink: string) => void;
}

function makePen(image: IMagickImage, fonts: readonly CardFont[]): Pen {
  const slots = new Map<string, string>();
  for (const [at, { characters, bytes }] of fonts.entries()) {
    Magick.addFont(slotOf(at), bytes);
    for (const character of characters) slots.set(character, slotOf(at));
  }
  const widths = new Map<string, number>();
  const first = slotOf(0);

  /** Neighbours of one piece are drawn together. */
  function runsOf(text: string): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const slot = slots.get(character) ?? first;
      if (last?.slot === slot) runs[runs.length - 1] = { slot, text: last.text + character };
      else runs.push({ slot, text: character });
    }
    return runs;
  }

  function widthOf({ slot, text }: Run, size: number): number {
    const key = `${slot} ${size} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      const metrics = new Drawables().font(slot).fontPointSize(size).fontTypeMetrics(text);
      width = metrics?.textWidth ?? 0;
      widths.set(key, width);
    }
    return width;
  }

  return {
    width: (text, size) => runsOf(text).reduce((sum, run) => sum + widthOf(run, size), 0),
    draw(text, x, baseline, size, ink) {
      const drawing = new Drawables().fillColor(new MagickColor(ink)).fontPointSize(size);
      let at = x;
      for (const run of runsOf(text)) {
        drawing.font(run.slot).text(at, baseline, run.text);
        at += widthOf(run, size);
      }
      drawing.draw(image);
    },
  };
}

function drawBand(image: IMagickImage, picture: Uint8Array): void {
  ImageMagick.read(picture, MagickFormat.WebP, (band) => {
    // Cut out first: hidden pixels are not resized.
    const scale = Math.min(band.width / CARD_SIZE.width, band.height / BAND_HEIGHT);
    const sideOf = (shown: number) => Math.max(1, Math.round(shown * scale));
    band.crop(sideOf(CARD_SIZE.width), sideOf(BAND_HEIGHT), Gravity.Center);
    band.resetPage();
    const box = new MagickGeometry(CARD_SIZE.width, BAND_HEIGHT);
    box.ignoreAspectRatio = true;
    band.resize(box, FilterType.Triangle);
    image.composite(band, CompositeOperator.Over, new Point(0, 0));
  });
}

function drawBrand(image: IMagickImage, pen: Pen, { product, icon }: CardOrder, middle: number): void {
  const size = 30;
  const width = ICON_SIDE + ICON_GAP + pen.width(product, size);
  const x = Math.round((CARD_SIZE.width - width) / 2);
  ImageMagick.read(icon, MagickFormat.Png, (mark) => {
    mark.resize(ICON_SIDE, ICON_SIDE, FilterType.Triangle);
    image.composite(mark, CompositeOperator.Over, new Point(x, middle - ICON_SIDE / 2));
  });
  pen.draw(product, x + ICON_SIDE + ICON_GAP, middle + size * 0.35, size, INK);
}

interface Shaped {
  readonly size: number;
  readonly lines: readonly string[];
}

/** Breaks the title in each shape until nothing is cut off. */
function firstWhole(shapes: readonly { readonly size: number; readonly lines: () => string[] }[]): Shaped {
  let shaped: Shaped = { size: 0, lines: [] };
  for (const { size, lines } of shapes) {
    shaped = { size, lines: lines() };
    if (!isCut(shaped.lines)) break;
  }
  return shaped;
}

function drawTexts(pen: Pen, { title, lines, locale }: CardOrder, places: Places): void {
  const { titles, lineSize, smallLinesAtMost, middle } = places;
  const sized = (size: number, maxLines: number) => ({
    measure: (text: string) => pen.width(text, size),
    width: TEXT_WIDTH,
    maxLines,
    locale,
  });
  const shapes = titles.map(({ size, maxLines }) => ({
    size,
    lines: () => balancedLinesOf(title, sized(size, maxLines)),
  }));
  const { size: titleSize, lines: titleLines } = firstWhole(shapes);
  const smallLines = lines.flatMap((line) => balancedLinesOf(line, sized(lineSize, smallLinesAtMost)));
  const height = titleLines.length * titleSize * LINE_HEIGHT + smallLines.length * lineSize * SMALL_LINE_HEIGHT;
  let top = middle - height / 2;
  const centred = (text: string, size: number, ink: string): void =>
    pen.draw(text, (CARD_SIZE.width - pen.width(text, size)) / 2, top + size * BASELINE, size, ink);
  for (const line of titleLines) {
    centred(line, titleSize, INK);
    top += titleSize * LINE_HEIGHT;
  }
  top += lineSize * (SMALL_LINE_HEIGHT - 1);
  for (const line of smallLines) {
    centred(line, lineSize, QUIET);
    top += lineSize * SMALL_LINE_HEIGHT;
  }
}

/** @throws Error when the decoder gives none */
function pixelsOf(image: IMagickImage): Uint8Array {
  const pixels = image.getPixels((all) => all.toByteArray(0, 0, image.width, image.height, 'RGB'));
  if (!pixels) throw new Error('the card has no pixels');
  return pixels;
}

/** @param module  magick.wasm of the package, compiled @throws for fonts or pictures that cannot be read */
export async function paintCard(module: WebAssembly.Module, order: CardOrder): Promise<DrawnCard> {
  await initializeImageMagick(module);
  const hasPicture = order.picture.length > 0;
  return ImageMagick.read(new MagickColor(PAPER), CARD_SIZE.width, CARD_SIZE.height, (image): DrawnCard => {
    const places = hasPicture ? WITH_PICTURE : WITHOUT;
    const pen = makePen(image, order.fonts);
    if (hasPicture) drawBand(image, order.picture);
    drawTexts(pen, order, places);
    drawBrand(image, pen, order, places.brand);
    // A picture is smaller as JPEG, and letters on plain paper as PNG.
    if (!hasPicture) return { type: 'image/png', bytes: pngOf(pixelsOf(image), CARD_SIZE) };
    image.quality = JPEG_QUALITY;
    return { type: 'image/jpeg', bytes: image.write(MagickFormat.Jpeg, (data) => new Uint8Array(data)) };
  });
}
