/**
 * Inside the sandboxed frame on the content origin: takes the bytes of one file from the page around it and draws them. The frame's policy
 * allows no request but our own scripts, and its origin is opaque, so whatever is in the file reaches nothing.
 */
import {
  besideMessageOf,
  type FrameMessage,
  PASSED_KEYS,
  type ShowMessage,
  showMessageOf,
} from '../document/messages.ts';
import type { FrameFormat, PageFormat } from '../kinds.rules.ts';
import type { Omissions } from '../less.rules.ts';
import styles from './frame.css?inline';
import type { Render } from './render.ts';
import { TooLarge } from './too-large.ts';

type Load = () => Promise<Render>;

const RENDERERS: Readonly<Record<FrameFormat, Load>> = {
  pdf: async () => (await import('./pdf.ts')).renderPdf,
  code: async () => (await import('./text.ts')).renderCode,
  text: async () => (await import('./text.ts')).renderText,
  markdown: async () => (await import('./markdown.ts')).renderMarkdown,
  csv: async () => (await import('./csv.ts')).renderCsv,
  docx: async () => (await import('./docx.ts')).renderDocx,
  xlsx: async () => (await import('./xlsx.ts')).renderXlsx,
  pptx: async () => (await import('./pptx.ts')).renderPptx,
  epub: async () => (await import('./epub.ts')).renderEpub,
  svg: async () => (await import('./svg.ts')).renderSvg,
  heic: async () => (await import('./picture/heic.ts')).decodeHeic,
  tiff: async () => (await import('./picture/tiff.ts')).decodeTiff,
};

async function pageOf(format: FrameFormat): Promise<Render> {
  const [{ pictureOf }, render] = await Promise.all([import('./page-picture.ts'), RENDERERS[format]()]);
  return pictureOf(render, format);
}

const PAGES: Readonly<Record<PageFormat, Load>> = {
  'pdf-page': async () => (await import('./pdf.ts')).renderFirstPage,
  'docx-page': () => pageOf('docx'),
  'xlsx-page': () => pageOf('xlsx'),
  'pptx-page': () => pageOf('pptx'),
  'markdown-page': () => pageOf('markdown'),
  'code-page': () => pageOf('code'),
  'text-page': () => pageOf('text'),
  'csv-page': () => pageOf('csv'),
};

const LOADS: Readonly<Record<ShowMessage['format'], Load>> = { ...RENDERERS, ...PAGES };

/** The one origin whose messages are taken; the server writes it into the document. */
const appOrigin = document.documentElement.dataset['app'] ?? '';

function post(message: FrameMessage, transfer: Transferable[] = []): void {
  parent.postMessage(message, appOrigin, transfer);
}

/** Documents that wait for a picture, by its address. */
const waiting = new Map<string, (picture: Blob | null) => void>();

function pictureBeside(address: string): Promise<Blob | null> {
  return new Promise((resolve) => {
    waiting.set(address, resolve);
    post({ magpie: 'picture-beside', address });
  });
}

async function show(message: ShowMessage): Promise<void> {
  document.documentElement.lang = message.language;
  document.documentElement.dataset['theme'] = message.isDark ? 'dark' : 'light';
  const root = document.querySelector<HTMLElement>('main');
  if (!root) return;
  try {
    const render = await LOADS[message.format]();
    let omissions: Omissions = {};
    const reportOmissions = (more: Omissions) => {
      omissions = { ...omissions, ...more };
      post({ magpie: 'less', omissions });
    };
    const rendered = await render(message, root, reportOmissions, pictureBeside);
    if (rendered === null || typeof rendered === 'string') {
      post({ magpie: 'shown', encoding: rendered });
      return;
    }
    const { picture, pages } = rendered;
    const bytes = await picture.arrayBuffer();
    post({ magpie: 'picture', bytes, mime: picture.type === 'image/png' ? 'image/png' : 'image/jpeg', pages }, [bytes]);
  } catch (error) {
    root.replaceChildren();
    post({ magpie: 'failed', reason: error instanceof TooLarge ? 'large' : 'unreadable' });
  }
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [sheet];
let isShown = false;
addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== appOrigin) return;
  const beside = besideMessageOf(event.data);
  if (beside) {
    const { address, bytes } = beside;
    waiting.get(address)?.(bytes && new Blob([bytes]));
    waiting.delete(address);
  }
  if (isShown) return;
  const message = showMessageOf(event.data);
  if (!message || !Object.hasOwn(LOADS, message.format)) return;
  isShown = true;
  void show(message);
});
addEventListener('keydown', (event) => {
  const isField = event.target instanceof HTMLInputElement;
  if (isField || event.ctrlKey || event.metaKey || event.altKey || !PASSED_KEYS.includes(event.key)) return;
  post({ magpie: 'key', key: event.key });
});
/** A link inside the document scrolls; the page around the frame opens any other, where it may. */
function follow(link: HTMLAnchorElement): void {
  const address = link.dataset['to'] ?? '';
  if (address === '') return;
  if (!address.startsWith('#')) {
    post({ magpie: 'open', address });
    return;
  }
  document.querySelector(`[data-anchor="${CSS.escape(address.slice(1))}"]`)?.scrollIntoView();
}

// No link leads anywhere by itself.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  follow(link);
});
if (parent !== window && appOrigin !== '') post({ magpie: 'ready' });
