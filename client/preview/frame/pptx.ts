/** Presentations: texts and pictures of each slide at their places. Animations, charts and drawn shapes are left out. */
import type { Unzipped } from 'fflate';
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

function drawSlide(entries: Unzipped, path: string, deck: { width: number; height: number }): HTMLElement {
  const slide = document.createElement('section');
  slide.className = 'slide';
  slide.style.aspectRatio = `${deck.width} / ${deck.height}`;
  const targets = relationsOf(entries, path);
  const content = xmlOfEntry(entries, path);
  let free = 4;
  for (const shape of [...content.getElementsByTagName('p:sp'), ...content.getElementsByTagName('p:pic')]) {
    const drawn = shape.localName === 'pic' ? drawPicture(shape, entries, targets) : drawText(shape, deck.width);
    if (!drawn) continue;
    const box = boxOf(shape);
    drawn.classList.add('shape');
    // A placeholder without a place of its own has that of its layout: it is put below the one before.
    drawn.style.left = box ? `${(box.x / deck.width) * 100}%` : '5%';
    drawn.style.top = box ? `${(box.y / deck.height) * 100}%` : `${free}%`;
    drawn.style.width = box ? `${(box.width / deck.width) * 100}%` : '90%';
    if (box && shape.localName === 'pic') drawn.style.height = `${(box.height / deck.height) * 100}%`;
    if (!box) free += 22;
    slide.append(drawn);
  }
  return slide;
}

export const renderPptx: Render = async ({ bytes, labels }, root) => {
  const entries = unzip(bytes);
  const deck = xmlOfEntry(entries, DECK);
  const targets = relationsOf(entries, DECK);
  const size = only(deck, 'p:sldSz');
  const width = Number(size?.getAttribute('cx')) || 9_144_000;
  const height = Number(size?.getAttribute('cy')) || 6_858_000;
  const slides = [...deck.getElementsByTagName('p:sldId')].slice(0, MAX_SLIDES);
  if (slides.length === 0) throw new Error('no slides');
  const list = document.createElement('div');
  list.className = 'slides';
  for (const [index, one] of slides.entries()) {
    const path = targets.get(one.getAttribute('r:id') ?? '');
    if (!path) continue;
    const slide = drawSlide(entries, path, { width, height });
    slide.setAttribute(
      'aria-label',
      labels.page.replace('{index}', String(index + 1)).replace('{count}', String(slides.length)),
    );
    list.append(slide);
  }
  root.append(list);
  return null;
};
