/** Presentations: texts, tables and pictures of each slide at their places. Animations, charts and drawn shapes are left out; the last two are counted. */
import type { Unzipped } from 'fflate';
import type { Omissions } from '../less.rules.ts';
import type { Render } from './render.ts';
import { relationsOf, unzip, xmlOfEntry } from './unzip.ts';

const DECK = 'ppt/presentation.xml';
const MAX_SLIDES = 500;
/** English metric units of a point. */
const EMU_PER_POINT = 12_700;
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

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

function drawText(shape: Element, deckWidth: number): HTMLElement | null {
  const block = document.createElement('div');
  for (const paragraph of shape.getElementsByTagName('a:p')) {
    const line = document.createElement('p');
    for (const run of paragraph.getElementsByTagName('a:r')) {
      const properties = only(run, 'a:rPr');
      const piece = document.createElement('span');
      piece.textContent = only(run, 'a:t')?.textContent ?? '';
      const size = Number(properties?.getAttribute('sz') ?? 0) / 100;
      // Sizes follow the width of the slide.
      if (size > 0 && size < 400) piece.style.fontSize = `${(size * EMU_PER_POINT * 100) / deckWidth}cqw`;
      if (properties?.getAttribute('b') === '1') piece.style.fontWeight = '700';
      if (properties?.getAttribute('i') === '1') piece.style.fontStyle = 'italic';
      line.append(piece);
    }
    const align = only(paragraph, 'a:pPr')?.getAttribute('algn');
    if (align === 'ctr') line.style.textAlign = 'center';
    if (align === 'r') line.style.textAlign = 'right';
    block.append(line);
  }
  return block.textContent === '' ? null : block;
}

function drawPicture(shape: Element, entries: Unzipped, targets: ReadonlyMap<string, string>): HTMLElement | null {
  const path = targets.get(only(shape, 'a:blip')?.getAttribute('r:embed') ?? '') ?? '';
  const bytes = entries[path];
  const mime = PICTURES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (!bytes || !mime) return null;
  const image = new Image();
  image.alt = only(shape, 'p:cNvPr')?.getAttribute('descr') ?? '';
  image.src = URL.createObjectURL(new Blob([bytes.slice()], { type: mime }));
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

function drawSlide(entries: Unzipped, path: string, deck: { width: number; height: number }): Slide {
  const slide = document.createElement('section');
  slide.className = 'slide';
  slide.style.aspectRatio = `${deck.width} / ${deck.height}`;
  const targets = relationsOf(entries, path);
  const content = xmlOfEntry(entries, path);
  let [free, pictures] = [4, 0];
  for (const shape of ['p:sp', 'p:graphicFrame', 'p:pic'].flatMap((name) => [...content.getElementsByTagName(name)])) {
    const isPicture = shape.localName === 'pic';
    const drawn = isPicture
      ? drawPicture(shape, entries, targets)
      : shape.localName === 'graphicFrame'
        ? drawCells(shape)
        : drawText(shape, deck.width);
    if (!drawn && isPicture) pictures += 1;
    if (!drawn) continue;
    const box = boxOf(shape);
    drawn.classList.add('shape');
    // A placeholder without a place of its own has that of its layout: it is put below the one before.
    drawn.style.left = box ? `${(box.x / deck.width) * 100}%` : '5%';
    drawn.style.top = box ? `${(box.y / deck.height) * 100}%` : `${free}%`;
    drawn.style.width = box ? `${(box.width / deck.width) * 100}%` : '90%';
    if (box && isPicture) drawn.style.height = `${(box.height / deck.height) * 100}%`;
    if (!box) free += 22;
    slide.append(drawn);
  }
  return { element: slide, omissions: { pictures, objects: objectsOf(content) } };
}

/** Null for a slide that is damaged. */
function drawWhole(entries: Unzipped, path: string, deck: { width: number; height: number }): Slide | null {
  try {
    return drawSlide(entries, path, deck);
  } catch {
    return null;
  }
}

export const renderPptx: Render = async ({ bytes, labels }, root, reportOmissions) => {
  const entries = unzip(bytes);
  const deck = xmlOfEntry(entries, DECK);
  const targets = relationsOf(entries, DECK);
  const size = only(deck, 'p:sldSz');
  const width = Number(size?.getAttribute('cx')) || 9_144_000;
  const height = Number(size?.getAttribute('cy')) || 6_858_000;
  const all = [...deck.getElementsByTagName('p:sldId')];
  const slides = all.slice(0, MAX_SLIDES);
  if (slides.length === 0) throw new Error('no slides');
  const list = document.createElement('div');
  list.className = 'slides';
  const omitted = { slides: all.length - slides.length, pictures: 0, objects: 0 };
  for (const [index, one] of slides.entries()) {
    const path = targets.get(one.getAttribute('r:id') ?? '');
    const drawn = path ? drawWhole(entries, path, { width, height }) : null;
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
