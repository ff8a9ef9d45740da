/** PDF. Pages are drawn when they come near the window. Scripts, forms and links of the file do nothing. The one place that uses its package. */
import * as pdf from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { FrameLabels } from '../document/messages.ts';
import { PdfData } from './pdf-data.ts';
import type { Render, TellLess } from './render.ts';

/** Pages this far outside of the window are drawn too. */
const NEAR = '800px 0px';
/** 16 megapixels: the canvas of one page. */
const MAX_CANVAS_PIXELS = 16_777_216;
/** Pages that are tried until one opens. */
const MAX_TRIED_PAGES = 20;
/** As the server's large image. */
const FIRST_PAGE_SIDE = 1_024;
const FIRST_PAGE_QUALITY = 0.85;
const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;

/**
 * An opaque origin cannot start a module worker of an address. A worker of a blob can import it. It is ready with its first message.
 */
async function startWorker(): Promise<Worker> {
  const address = new URL(workerAddress, import.meta.url).href;
  const source = `import(${JSON.stringify(address)}).then(() => postMessage('magpie-ready'), () => postMessage('magpie-failed'));`;
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(blob);
  await new Promise<void>((resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker did not start'));
    worker.addEventListener('message', function wait({ data }) {
      if (data !== 'magpie-ready' && data !== 'magpie-failed') return;
      worker.removeEventListener('message', wait);
      if (data === 'magpie-ready') resolve();
      else reject(new Error('the worker did not load'));
    });
  });
  URL.revokeObjectURL(blob);
  return worker;
}

function askPassword(labels: FrameLabels, isWrong: boolean, root: HTMLElement): Promise<string> {
  return new Promise((resolve) => {
    const form = document.createElement('form');
    form.className = 'password';
    const label = document.createElement('label');
    label.textContent = isWrong ? labels.passwordWrong : labels.password;
    const field = document.createElement('input');
    field.type = 'password';
    field.autocomplete = 'off';
    const button = document.createElement('button');
    button.textContent = labels.open;
    button.type = 'button';
    label.append(field);
    form.append(label, button);
    root.replaceChildren(form);
    field.focus();
    const answer = () => {
      form.remove();
      resolve(field.value);
    };
    button.addEventListener('click', answer);
    // A sandboxed form is not submitted.
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      answer();
    });
  });
}

interface PageView {
  readonly element: HTMLElement;
  draw(zoom: number): Promise<void>;
  clear(): void;
}

function makePage(page: pdf.PDFPageProxy, label: string): PageView {
  const element = document.createElement('section');
  element.className = 'pdf-page';
  element.setAttribute('aria-label', label);
  let task: pdf.RenderTask | null = null;
  let drawnZoom = 0;
  return {
    element,
    clear() {
      task?.cancel();
      task = null;
      drawnZoom = 0;
      element.replaceChildren();
    },
    async draw(zoom) {
      if (drawnZoom === zoom) return;
      drawnZoom = zoom;
      task?.cancel();
      const viewport = page.getViewport({ scale: zoom });
      const ratio = Math.min(
        devicePixelRatio,
        Math.sqrt(MAX_CANVAS_PIXELS / Math.max(1, viewport.width * viewport.height)),
      );
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
      canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
      task = page.render({ canvas, viewport: page.getViewport({ scale: zoom * ratio }) });
      await task.promise;
      const text = document.createElement('div');
      text.className = 'textLayer';
      text.style.setProperty('--total-scale-factor', String(zoom));
      element.replaceChildren(canvas, text);
      await new pdf.TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
    },
  };
}

/** The first page that opens: a damaged one does not hide those behind it. @throws Error of the first page where none opens */
async function firstWhole(opened: pdf.PDFDocumentProxy): Promise<pdf.PDFPageProxy> {
  let failure: unknown;
  for (let number = 1; number <= Math.min(opened.numPages, MAX_TRIED_PAGES); number += 1) {
    try {
      return await opened.getPage(number);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Whether the page stands for one that the file no longer holds: the package shows it empty, and drops those behind it. */
async function isLost(opened: pdf.PDFDocumentProxy, page: pdf.PDFPageProxy): Promise<boolean> {
  if (opened.numPages > 1 || page.ref !== null) return false;
  return (await page.getOperatorList()).fnArray.length === 0;
}

/** Whether it is a form of XFA alone: its pages say no more than that another program is needed. */
async function isForm(opened: pdf.PDFDocumentProxy): Promise<boolean> {
  const { info } = await opened.getMetadata();
  const { IsXFAPresent, IsAcroFormPresent } = info as Readonly<Record<string, unknown>>;
  return IsXFAPresent === true && IsAcroFormPresent !== true;
}

async function drawPages(
  opened: pdf.PDFDocumentProxy,
  labels: FrameLabels,
  root: HTMLElement,
  reportOmissions: TellLess,
): Promise<void> {
  const count = opened.numPages;
  const list = document.createElement('div');
  list.className = 'pdf-pages';
  const first = await firstWhole(opened);
  const base = first.getViewport({ scale: 1 });
  let zoom = Math.min(2, Math.max(0.3, (innerWidth - 32) / base.width));
  zoom = Math.min(zoom, 1.4);
  const pages = new Map<Element, { readonly number: number; view: PageView | null }>();
  const size = (element: HTMLElement, page: pdf.PDFPageProxy | null) => {
    const viewport = (page ?? first).getViewport({ scale: zoom });
    element.style.width = `${viewport.width}px`;
    element.style.height = `${viewport.height}px`;
  };
  const labelOf = (number: number) => labels.page.replace('{index}', String(number)).replace('{count}', String(count));

  const damaged = new Set<number>();
  const reportDamaged = (number: number) => reportOmissions({ parts: damaged.add(number).size });
  if (await isLost(opened, first)) reportDamaged(1);

  async function drawNear(holder: HTMLElement): Promise<void> {
    const entry = pages.get(holder);
    if (!entry) return;
    const page = await opened.getPage(entry.number).catch(() => null);
    if (!page) {
      reportDamaged(entry.number);
      return;
    }
    size(holder, page);
    if (!entry.view) {
      entry.view = makePage(page, labelOf(entry.number));
      holder.replaceChildren(entry.view.element);
    }
    await entry.view.draw(zoom).catch((error: unknown) => {
      if (error instanceof pdf.RenderingCancelledException) return;
      console.warn('page', entry.number, error);
      reportDamaged(entry.number);
    });
  }

  const near = new Set<HTMLElement>();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const holder = target as HTMLElement;
        if (isIntersecting) {
          near.add(holder);
          void drawNear(holder);
        } else {
          near.delete(holder);
          pages.get(holder)?.view?.clear();
        }
      }
    },
    { rootMargin: NEAR },
  );
  for (let number = 1; number <= count; number += 1) {
    const holder = document.createElement('div');
    holder.className = 'pdf-holder';
    size(holder, null);
    pages.set(holder, { number, view: null });
    list.append(holder);
    observer.observe(holder);
  }
  root.append(
    list,
    zoomBar(
      labels,
      () => zoom,
      (next) => {
        zoom = next;
        for (const holder of pages.keys()) size(holder as HTMLElement, null);
        for (const holder of near) void drawNear(holder);
      },
    ),
  );
}

function zoomBar(labels: FrameLabels, zoomNow: () => number, onZoom: (zoom: number) => void): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'zoom';
  const add = (sign: string, label: string, next: () => number | undefined) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', label);
    button.title = label;
    button.addEventListener('click', () => {
      const zoom = next();
      if (zoom !== undefined) onZoom(zoom);
    });
    bar.append(button);
  };
  add('−', labels.zoomOut, () => ZOOMS.findLast((zoom) => zoom < zoomNow() - 0.01));
  add('+', labels.zoomIn, () => ZOOMS.find((zoom) => zoom > zoomNow() + 0.01));
  return bar;
}

async function load(bytes: ArrayBuffer): Promise<pdf.PDFDocumentLoadingTask> {
  const port = await startWorker();
  const worker = pdf.PDFWorker.create({ port });
  return pdf.getDocument({
    data: new Uint8Array(bytes),
    worker,
    enableXfa: false,
    // Names alone: the class below finds the files.
    cMapUrl: '/',
    cMapPacked: true,
    wasmUrl: '/',
    useWorkerFetch: false,
    BinaryDataFactory: PdfData,
    isEvalSupported: false,
  } as never);
}

/** The first page that opens as a small picture. A document with a password has none. */
export const renderFirstPage: Render = async ({ bytes }) => {
  const file = await (await load(bytes)).promise;
  const page = await firstWhole(file);
  if (await isLost(file, page)) throw new Error('the first page is lost');
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: FIRST_PAGE_SIDE / Math.max(width, height, 1) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  // Drawing for a screen waits for frames, and a browser draws none for a frame out of sight.
  await page.render({ canvas, viewport, background: 'white', intent: 'print' }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', FIRST_PAGE_QUALITY));
  if (!picture) throw new Error('no picture of the page');
  return { picture, pages: file.numPages };
};

export const renderPdf: Render = async ({ bytes, labels }, root, reportOmissions) => {
  const loading = await load(bytes);
  loading.onPassword = (answer: (password: string) => void, reason: number) => {
    void askPassword(labels, reason === pdf.PasswordResponses.INCORRECT_PASSWORD, root).then(answer);
  };
  const opened = await loading.promise;
  await drawPages(opened, labels, root, reportOmissions);
  const attached = await opened.getAttachments().catch(() => null);
  const hasForm = await isForm(opened).catch(() => false);
  reportOmissions({ attachments: attached?.size ?? 0, form: hasForm ? 1 : 0 });
  return null;
};
