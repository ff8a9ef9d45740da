/**
 * The beginning of a document as a picture: what a renderer of the frame draws, in the proportions of a card. The drawn elements become
 * an SVG picture, which a canvas turns into pixels.
 */
import type { FrameFormat } from '../kinds.rules.ts';
import styles from './frame.css?inline';
import { drawnSize, SIDE } from './page-picture.rules.ts';
import type { Render } from './render.ts';
import { requireLight } from './unzip.ts';

/** Width of the window that the document is laid out for, in CSS pixels: of a sheet of paper, and of lines that are read on a card. */
const PAPER_WIDTH = 720;
const LINES_WIDTH = 420;
/** Of a card, height to width. */
const SHAPE = 3 / 4;
/** Pictures of a page that are drawn: each is up to 4 MiB in the text of the page. */
const MAX_PICTURES = 16;
/** Formats that are zipped. */
const ZIPPED: readonly FrameFormat[] = ['docx', 'xlsx', 'pptx'];
const QUALITY = 0.85;
/** Characters that a document may not hold as XML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Leaves out elements below the picture, which would only cost time. Measured before any is removed: each removal lays the page out anew. */
function cut(root: Element, height: number): void {
  for (let level: Element[] = [root]; level.length > 0; ) {
    const placed = level
      .flatMap(({ children }) => [...children])
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const { element, box } of placed) if (box.top > height) element.remove();
    level = placed.flatMap(({ element, box }) => (box.top <= height && box.bottom > height ? [element] : []));
  }
}

/** Draws a picture of the document into its address: no other address works inside of a picture. */
async function embed(image: HTMLImageElement): Promise<void> {
  try {
    await image.decode();
    const size = drawnSize(image.naturalWidth, image.naturalHeight);
    if (!size) throw new Error('no size');
    const canvas = Object.assign(document.createElement('canvas'), size);
    canvas.getContext('2d')?.drawImage(image, 0, 0, size.width, size.height);
    image.src = canvas.toDataURL('image/png');
  } catch {
    image.remove();
  }
}

async function drawn(root: HTMLElement, width: number): Promise<Blob> {
  const height = width * SHAPE;
  cut(root, height);
  for (const [at, image] of [...root.querySelectorAll('img')].entries()) {
    if (at < MAX_PICTURES) await embed(image);
    else image.remove();
  }
  const sheet = document.createElement('style');
  sheet.textContent = styles;
  const page = document.createElement('body');
  page.style.cssText = `width:${width}px;height:${height}px;overflow:hidden`;
  page.append(sheet, root.cloneNode(true));
  const body = new XMLSerializer().serializeToString(page).replaceAll(NOT_XML, '');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${body}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE * SHAPE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('nothing was drawn');
  return blob;
}

/** @param render  of that format */
export function pictureOf(render: Render, format: FrameFormat): Render {
  return async (message, root) => {
    if (ZIPPED.includes(format)) requireLight(message.bytes);
    const width = format === 'docx' || format === 'pptx' ? PAPER_WIDTH : LINES_WIDTH;
    root.dataset['picture'] = '';
    root.style.cssText = `width:${width}px;min-height:${width * SHAPE}px`;
    await render(
      message,
      root,
      () => undefined,
      async () => null,
    );
    return { picture: await drawn(root, width), pages: 1 };
  };
}
