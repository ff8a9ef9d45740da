/**
 * The floors of the bench: what the same runtime does with nothing of the product in the way. Pages: a constant, and the
 * share page's own view rendered from memory in three ways. Bytes: drained, generated, and the store bare behind a Worker.
 */
import { Hono } from 'hono';
import type { ReactNode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { ShareView, type ShareViewProps } from '#client/share/share.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { Document, type DocumentHead } from '#worker/pages/render/document.tsx';
import { Slot, streamPage, translatorOf } from '#worker/pages/render/render.tsx';
import type { AppEnv } from '#worker/platform/http.ts';

/** What the bench hands in. */
export interface FloorData {
  /** The product's own page, byte for byte. */
  page: string;
  /** Address of that page. */
  path: string;
  head: DocumentHead;
  view: ShareViewProps;
  /** Other pages by name, as they came from the product. */
  texts?: Readonly<Record<string, string>>;
}

interface FloorEnv {
  Bindings: { DATA: FloorData; BLOBS_DISK: Fetcher };
  Variables: AppEnv['Variables'];
}

const PIECE_BYTES = 256 * 1024;

function shell(data: FloorData, child: ReactNode): ReactNode {
  const hrefs = Object.fromEntries(LOCALES.map((tag) => [tag, joinLocale(tag, data.path)])) as Record<Locale, string>;
  return (
    <PublicShell homeHref={joinLocale(DEFAULT_LOCALE, '/')} languageHrefs={hrefs} entrance="drive">
      {child}
    </PublicShell>
  );
}

function wholePage(data: FloorData): ReactNode {
  return (
    <I18nProvider translator={translatorOf(DEFAULT_LOCALE)}>
      <Document locale={DEFAULT_LOCALE} theme="" head={data.head} scripts="share">
        {shell(data, <ShareView {...data.view} />)}
      </Document>
    </I18nProvider>
  );
}

/** Reads a body to its end in large pieces, the cheapest way a script can. @returns its length */
async function drain(body: ReadableStream<Uint8Array>): Promise<number> {
  const reader = body.getReader({ mode: 'byob' });
  let memory = new ArrayBuffer(PIECE_BYTES);
  for (let sizeBytes = 0; ; ) {
    const { done, value } = await reader.readAtLeast(PIECE_BYTES, new Uint8Array(memory));
    sizeBytes += value?.byteLength ?? 0;
    if (done || !value) return sizeBytes;
    memory = value.buffer as ArrayBuffer;
  }
}

/** So many zeros, written as fast as they are read. */
function generate(sizeBytes: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  const piece = new Uint8Array(PIECE_BYTES);
  void (async () => {
    for (let left = sizeBytes; left > 0; left -= PIECE_BYTES) await writer.write(piece.subarray(0, left));
    await writer.close();
  })().catch(() => undefined);
  return readable;
}

/** The routes of the floor, as a Worker's default export. */
export function makeFloor(): Hono<FloorEnv> {
  const app = new Hono<FloorEnv>();
  app.get('/constant', (c) => c.html(c.env.DATA.page));
  app.get('/text/:name', (c) => c.html(c.env.DATA.texts?.[c.req.param('name')] ?? ''));
  app.get('/whole', (c) => c.html(`<!DOCTYPE html>${renderToString(wholePage(c.env.DATA))}`));
  app.get('/stream', async (c) => {
    c.header('content-type', 'text/html; charset=utf-8');
    return c.body(await renderToReadableStream(wholePage(c.env.DATA)));
  });
  app.get('/head-first', (c) => {
    const data = c.env.DATA;
    c.set('locale', DEFAULT_LOCALE);
    c.set('cookies', new Map());
    return streamPage(
      c as unknown as Parameters<typeof streamPage>[0],
      { head: data.head, scripts: 'share' },
      shell(data, <Slot />),
      () => Promise.resolve(<ShareView {...data.view} />),
      () => null,
    );
  });
  app.put('/drain/:part', async (c) => c.text(String(c.req.raw.body ? await drain(c.req.raw.body) : 0)));
  app.put('/store/:key', async (c) => {
    const key = c.req.param('key');
    const answer = await c.env.BLOBS_DISK.fetch(`http://disk/${key}`, { method: 'PUT', body: c.req.raw.body });
    await answer.body?.cancel();
    return c.text('', answer.ok ? 200 : 500);
  });
  app.get('/store/:key', async (c) => {
    const answer = await c.env.BLOBS_DISK.fetch(`http://disk/${c.req.param('key')}`);
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-length': answer.headers.get('content-length') ?? '' },
    });
  });
  app.get('/generate/:size', (c) => new Response(generate(Number(c.req.param('size')))));
  return app;
}
