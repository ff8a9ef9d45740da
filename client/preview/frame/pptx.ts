/**
 * Presentations: texts, tables and pictures of each slide at their places, in the colours of its theme. Animations, charts and drawn
 * shapes are left out; the last two are counted.
 */
import type { Unzipped } from 'fflate';
import type { Omissions } from '../less.rules.ts';
import { isTitleShape, type LookOf, makeLooks, type SlideLook } from './pptx-look.ts';
import type { Render } from './render.ts';
import { relationsOf, unzip, xmlOfEntry } from './unzip.ts';

const DECK = 'ppt/presentation.xml';
const MAX_SLIDES = 500;
/** Slides that the picture of a deck shows. */
const PICTURED_SLIDES = 2;
/** Shapes of a slide that are drawn; the others are counted as left out. */
const MAX_SHAPES = 1_000;
/** English metric units of a point. */
const EMU_PER_POINT = 12_700;
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

interface Deck {
  readonly entries: Unzipped;
  readonly width: number;
  readonly height: number;
  readonly lookOf: LookOf;
  /** Addresses of pictures, by their paths: slides share them. */
  readonly pictures: Map<string, string>;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function only(parent: Element | Document, name: string): Element | undefined {
  return parent.getElementsByTagName(name)[0];
}

function boxOf(shape: Element): Box | null {
  const frame = only(shape, 'a:xfrm') ?? only(shape, 'p:xfrm');
  const [at, size] = [frame && only(frame, 'a:off'), frame && only(frame, 'a:ext')];
  const number = (element: Element | undefined, name: string) => Number(element?.getAttribute(name) ?? Number.NaN);
  const box = { x: number(at, 'x'), y: number(at, 'y'), width: number(size, 'cx'), height: number(size, 'cy') };
  return Object.values(box).every(Number.isFinite) ? box : null;
}

/** Size of a text of so many points: it follows the width of the slide. */
function scaled(points: number, deckWidth: number): string {
  return `${(points * EMU_PER_POINT * 100) / deckWidth}cqw`;
}

function drawRun(run: Element, look: SlideLook, deckWidth: number): HTMLElement {
  const properties = only(run, 'a:rPr');
  const piece = document.createElement('span');
  piece.textContent = run.localName === 'br' ? '\n' : (only(run, 'a:t')?.textContent ?? '');
  const size = Number(properties?.getAttribute('sz') ?? 0) / 100;
  if (size > 0 && size < 400) piece.style.fontSize = scaled(size, deckWidth);
  if (properties?.getAttribute('b') === '1') piece.style.fontWeight = '700';
  if (properties?.getAttribute('i') === '1') piece.style.fontStyle = 'italic';
  const colour = look.colour(properties);
  if (colour !== '') piece.style.color = colour;
  return piece;
}

function drawParagraph(paragraph: Element, shape: Element, look: SlideLook, deckWidth: number): HTMLElement {
  const properties = only(paragraph, 'a:pPr');
  const level = Number(properties?.getAttribute('lvl') ?? 0);
  const isTitle = isTitleShape(shape);
  const line = document.createElement('p');
  const pieces = [...paragraph.children].filter(({ localName }) => ['r', 'fld', 'br'].includes(localName));
  const placeholder = only(shape, 'p:ph');
  if (placeholder) line.style.fontSize = scaled(look.size(isTitle, level), deckWidth);
  const isListed = placeholder && !isTitle && ['', 'body', 'obj'].includes(placeholder.getAttribute('type') ?? '');
  const bullet = only(paragraph, 'a:buChar') ? '•' : isListed && !only(paragraph, 'a:buNone') ? look.bullet(level) : '';
  if (bullet !== '' && pieces.length > 0) line.dataset['bullet'] = bullet;
  if (level > 0) line.style.marginInlineStart = `${Math.min(level, 8) * 1.2}em`;
  line.append(...pieces.map((run) => drawRun(run, look, deckWidth)));
  const align = properties?.getAttribute('algn') ?? look.align(shape, level);
  if (align === 'ctr') line.style.textAlign = 'center';
  if (align === 'r') line.style.textAlign = 'right';
  return line;
}

const ANCHORS: Readonly<Record<string, string>> = { ctr: 'center', b: 'end' };

function drawText(shape: Element, look: SlideLook, deckWidth: number): HTMLElement | null {
  const block = document.createElement('div');
  for (const paragraph of shape.getElementsByTagName('a:p'))
    block.append(drawParagraph(paragraph, shape, look, deckWidth));
  if (block.textContent?.trim() === '') return null;
  const fill = look.colour(only(shape, 'p:spPr'));
  if (fill !== '') block.style.background = fill;
  if (only(shape, 'p:ph')) block.style.color = look.textColour(isTitleShape(shape));
  const anchor = [shape, ...look.above(shape)]
    .map((one) => only(one, 'a:bodyPr')?.getAttribute('anchor') ?? null)
    .find((found) => found !== null);
  block.style.alignContent = ANCHORS[anchor ?? ''] ?? 'start';
  return block;
}

function drawPicture(shape: Element, deck: Deck, targets: ReadonlyMap<string, string>): HTMLElement | null {
  const path = targets.get(only(shape, 'a:blip')?.getAttribute('r:embed') ?? '') ?? '';
  const bytes = deck.entries[path];
  const mime = PICTURES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (!bytes || !mime) return null;
  const address = deck.pictures.get(path) ?? URL.createObjectURL(new Blob([bytes.slice()], { type: mime }));
  deck.pictures.set(path, address);
  const image = new Image();
  image.alt = only(shape, 'p:cNvPr')?.getAttribute('descr') ?? '';
  image.src = address;
  return image;
}

/** Tables, charts and drawn shapes without a text. Pictures inside of groups are shown. */
function objectsOf(content: Document): number {
  const drawn = [...content.getElementsByTagName('p:sp')].filter((shape) => {
    const isPlaceholder = only(shape, 'p:ph') !== undefined;
    const isVisible = ['a:solidFill', 'a:gradFill', 'a:blipFill', 'a:ln'].some((fill) => {
      const look = only(shape, 'p:spPr');
      return look !== undefined && only(look, fill) !== undefined;
    });
    return (
      !isPlaceholder && isVisible && [...shape.getElementsByTagName('a:t')].every((text) => text.textContent === '')
    );
  });
  const frames = [...content.getElementsByTagName('p:graphicFrame')].filter((frame) => !only(frame, 'a:tbl'));
  return drawn.length + frames.length;
}

/** A table as lines of cells. */
function drawCells(frame: Element): HTMLElement | null {
  const rows = [...frame.getElementsByTagName('a:tr')];
  if (rows.length === 0) return null;
  const table = document.createElement('table');
  for (const row of rows) {
    const line = table.insertRow();
    for (const cell of row.getElementsByTagName('a:tc'))
      line.insertCell().textContent = [...cell.getElementsByTagName('a:p')]
        .map((paragraph) => [...paragraph.getElementsByTagName('a:t')].map(({ textContent }) => textContent).join(''))
        .join('\n');
  }
  return table;
}

interface Slide {
  readonly element: HTMLElement;
  readonly omissions: Omissions;
}

function drawSlide(deck: Deck, path: string): Slide {
  const { entries } = deck;
  const targets = relationsOf(entries, path);
  const content = xmlOfEntry(entries, path);
  const look = deck.lookOf(path, content);
  const slide = document.createElement('section');
  slide.className = 'slide';
  slide.style.aspectRatio = `${deck.width} / ${deck.height}`;
  slide.style.background = look.background;
  let [free, pictures] = [4, 0];
  const shapes = ['p:sp', 'p:graphicFrame', 'p:pic'].flatMap((name) => [...content.getElementsByTagName(name)]);
  for (const shape of shapes.slice(0, MAX_SHAPES)) {
    const isPicture = shape.localName === 'pic';
    const drawn = isPicture
      ? drawPicture(shape, deck, targets)
      : shape.localName === 'graphicFrame'
        ? drawCells(shape)
        : drawText(shape, look, deck.width);
    if (!drawn && isPicture) pictures += 1;
    if (!drawn) continue;
    const box = [shape, ...look.above(shape)].map(boxOf).find((found) => found !== null) ?? null;
    drawn.classList.add('shape');
    // Without a place anywhere it is put below the one before.
    drawn.style.left = box ? `${(box.x / deck.width) * 100}%` : '5%';
    drawn.style.top = box ? `${(box.y / deck.height) * 100}%` : `${free}%`;
    drawn.style.width = box ? `${(box.width / deck.width) * 100}%` : '90%';
    if (box && shape.localName !== 'graphicFrame')
      drawn.style[isPicture ? 'height' : 'minHeight'] = `${(box.height / deck.height) * 100}%`;
    if (!box) free += 22;
    slide.append(drawn);
  }
  const objects = objectsOf(content) + Math.max(0, shapes.length - MAX_SHAPES);
  return { element: slide, omissions: { pictures, objects } };
}

/** Null for a slide that is damaged. */
function drawWhole(deck: Deck, path: string): Slide | null {
  try {
    return drawSlide(deck, path);
  } catch {
    return null;
  }
}

export const renderPptx: Render = async ({ bytes, labels, format }, root, reportOmissions) => {
  const entries = unzip(bytes);
  const contents = xmlOfEntry(entries, DECK);
  const targets = relationsOf(entries, DECK);
  const size = only(contents, 'p:sldSz');
  const width = Number(size?.getAttribute('cx')) || 9_144_000;
  const height = Number(size?.getAttribute('cy')) || 6_858_000;
  const deck = { entries, width, height, lookOf: makeLooks(entries), pictures: new Map<string, string>() };
  const all = [...contents.getElementsByTagName('p:sldId')];
  const slides = all.slice(0, format === 'pptx-page' ? PICTURED_SLIDES : MAX_SLIDES);
  if (slides.length === 0) throw new Error('no slides');
  const list = document.createElement('div');
  list.className = 'slides';
  const omitted = { slides: all.length - slides.length, pictures: 0, objects: 0 };
  for (const [index, one] of slides.entries()) {
    const path = targets.get(one.getAttribute('r:id') ?? '');
    const drawn = path ? drawWhole(deck, path) : null;
    if (!drawn) {
      omitted.slides += 1;
      continue;
    }
    const { element: slide, omissions } = drawn;
    omitted.pictures += omissions.pictures ?? 0;
    omitted.objects += omissions.objects ?? 0;
    slide.setAttribute(
      'aria-label',
      labels.page.replace('{index}', String(index + 1)).replace('{count}', String(slides.length)),
    );
    list.append(slide);
  }
  if (!list.hasChildNodes()) throw new Error('no slide can be read');
  root.append(list);
  reportOmissions(omitted);
  return null;
};
