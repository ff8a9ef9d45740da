/**
 * From a view to a Response, through `c.render`. `renderPage` renders whole; `streamPage` sends head and shell at once and the
 * slot when its data is there: one renderToString chunk, because the streaming renderer costs four times the CPU for a list.
 */
import { createHash } from 'node:crypto';
import { reactRenderer } from '@hono/react-renderer';
import type { Context } from 'hono';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { PublishedProvider } from '#client/ui/published.tsx';
import { frameParentOf } from '#shared/bridge/frame.ts';
import { readTextCookie, SIDEBAR_COOKIE, THEME_COOKIE, TIME_ZONE_COOKIE } from '#shared/cookies.ts';
import type { PageFacts } from '#shared/islands.ts';
import { loadMessages, pickMessages } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { DEFAULT_TIME_ZONE, readTimeZone } from '#shared/locale/time-zone.ts';
import { type Messages, makeTranslator, type Translator } from '#shared/locale/translator.ts';
import type { PublishedSettings, ShownLook } from '#shared/published.ts';
import { matchRoute } from '#shared/route-table.ts';
import { logFailure } from '#worker/edge/errors.ts';
import type { PageKind } from '#worker/edge/security.ts';
import { CODINGS_HEADER, codingFor, encode, markEncoded } from '#worker/platform/coding.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { entryBlock } from '../auth/entry-block.ts';
import { isHeaderHidden } from '../drive/bare-layout.ts';
import { Document, type DocumentHead, type DocumentProps } from './document.tsx';
import { pageQuery } from './page-query.ts';
import { makeTemplate, markOf, slimIcons, type Template } from './template.ts';

/** Head, status, scripts and headers of a page. */
export interface PageShape {
  readonly head: DocumentHead;
  readonly status?: 200 | 400 | 403 | 404 | 410 | 421 | 429 | 451 | 500 | 503;
  readonly scripts?: DocumentProps['scripts'];
  readonly styles?: DocumentProps['styles'];
  readonly kind?: PageKind;
  readonly headers?: Readonly<Record<string, string>>;
  readonly facts?: PageFacts;
  /** Starts of the text keys that this page's scripts show. */
  readonly texts?: readonly string[];
}

const translators = new WeakMap<Messages, Translator>();

/** One per language and isolate, until the installation has another name: a translator holds no data of a visitor. */
export function translatorOf(locale: Locale): Translator {
  const messages = loadMessages(locale);
  let translator = translators.get(messages);
  if (!translator) {
    translator = makeTranslator(locale, messages, loadMessages(DEFAULT_LOCALE));
    translators.set(messages, translator);
  }
  return translator;
}

export function themeOf(c: Context<AppEnv>): string {
  const theme = readTextCookie(c.get('cookies'), THEME_COOKIE);
  return theme === 'light' || theme === 'dark' ? theme : '';
}

/** The visitor's time zone; UTC on pages that are the same for every visitor: public ones and shares. */
export function timeZoneOf(c: Context<AppEnv>): string {
  const match = matchRoute(c.get('path'));
  const isSameForAll = match?.row.isPublic === true || match?.id === 'share.open' || match?.id === 'share.folder';
  return isSameForAll ? DEFAULT_TIME_ZONE : readTimeZone(readTextCookie(c.get('cookies'), TIME_ZONE_COOKIE));
}

/** Whether this browser shows the sidebar as icons only. */
export function isSidebarNarrow(c: Context<AppEnv>): boolean {
  return readTextCookie(c.get('cookies'), SIDEBAR_COOKIE) === 'narrow';
}

/**
 * This page in each language, for the language menu; following a link stores the choice. Bare pages use the prefix, others
 * a query parameter that edge/locale.ts removes from the address.
 * @param query  the parameters that belong to this page
 */
export function languageHrefs(c: Context<AppEnv>, query = pageQuery(c)): Readonly<Record<Locale, string>> {
  c.set('ownQuery', query);
  const here = `${c.get('path')}${query === '' ? '' : `?${query}`}`;
  const languages = matchRoute(c.get('path'))?.row.languages ?? 'bare';
  const isBare = languages === 'bare' || languages === 'file';
  const hrefIn = (tag: Locale) =>
    isBare ? joinLocale(tag, here) : `${joinLocale(tag, here)}${here.includes('?') ? '&' : '?'}locale=${tag}`;
  return Object.fromEntries(LOCALES.map((tag) => [tag, hrefIn(tag)])) as Record<Locale, string>;
}

export function homeHref(c: Context<AppEnv>): string {
  return joinLocale(c.get('locale'), '/');
}

function documentProps(c: Context<AppEnv>, shape: PageShape, look?: ShownLook): DocumentProps {
  const locale = c.get('locale');
  const entry = entryBlock(c);
  const frameParent = frameParentOf(c.req.query('origin'), c.get('frameParents') ?? []);
  if (entry?.loopbackOrigin) c.set('loopbackOrigin', entry.loopbackOrigin);
  return {
    locale,
    theme: themeOf(c),
    head: shape.head,
    scripts: shape.scripts ?? 'plain',
    ...(shape.styles ? { styles: shape.styles } : {}),
    ...(shape.facts ? { facts: shape.facts } : {}),
    ...(shape.texts ? { texts: pickMessages(locale, shape.texts) } : {}),
    ...(entry ? { bridge: entry.facts } : {}),
    ...(c.get('wearsShell') ? { wearsShell: true } : {}),
    ...(frameParent ? { frameParent } : {}),
    ...(isHeaderHidden(c) ? { isBare: true } : {}),
    ...(shape.kind === 'site' ? { isSite: true } : {}),
    ...(look ? { look } : {}),
  };
}

function applyHeaders(c: Context<AppEnv>, shape: PageShape): void {
  c.set('pageKind', shape.kind ?? 'public');
  c.header('cache-control', 'private, no-store');
  c.header('content-language', c.get('locale'));
  // A code in the address must not leak: this document sends no referrer.
  if (c.req.query('code') !== undefined) c.header('referrer-policy', 'no-referrer');
  for (const [name, value] of Object.entries(shape.headers ?? {})) c.header(name, value);
}

declare module '@hono/react-renderer' {
  interface Props {
    /** Left out by a page that is a document of its own. */
    readonly document?: DocumentProps;
    /** Operators' notice and support address; undefined when the request was refused before they were read. */
    readonly published?: PublishedSettings | undefined;
  }
}

interface ProvidersProps {
  readonly c: Context<AppEnv>;
  readonly published: PublishedSettings | undefined;
  readonly children: ReactNode;
}

/** Gives a page the language and time zone of its request, and what operators have published. */
function Providers({ c, published, children }: ProvidersProps): ReactNode {
  return (
    <I18nProvider translator={translatorOf(c.get('locale'))} timeZone={timeZoneOf(c)}>
      {published ? <PublishedProvider published={published}>{children}</PublishedProvider> : children}
    </I18nProvider>
  );
}

/** Makes the document of every page: middleware that sets `c.render`. */
export const pageRenderer = reactRenderer(({ c, document, published, children }) =>
  document ? (
    <Providers c={c} published={published}>
      <Document {...document}>{children}</Document>
    </Providers>
  ) : (
    children
  ),
);

function renderDocument(
  c: Context<AppEnv>,
  shape: PageShape,
  view: ReactElement,
  published: PublishedSettings | undefined,
): Response | Promise<Response> {
  applyHeaders(c, shape);
  c.status(shape.status ?? 200);
  return c.render(view, { document: documentProps(c, shape, published?.look), published });
}

/** Renders a whole page. */
export async function renderPage(c: Context<AppEnv>, shape: PageShape, view: ReactElement): Promise<Response> {
  return renderDocument(c, shape, view, await c.get('published')?.());
}

const SLOT = '<template data-slot="page"></template>';

/** The place of a streamed page's slot in its shell. */
export function Slot(): ReactNode {
  return <template data-slot="page" />;
}

/** Renders a view in the language and time zone of the request. */
export type RenderView = (view: ReactNode) => string;

/** HTML that is cached, also within its document. */
export interface CachedSlot {
  bytes(): Uint8Array;
  /** The compressed document. @param name  all that it depends on besides the HTML @returns undefined when none is worth its memory */
  document(name: string, compress: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined;
}

/** Content of a slot: a view, or HTML that was made before. */
export type SlotContent = ReactNode | Uint8Array | CachedSlot;

/** A shell that is rendered once and filled in for every page (template.ts). */
export interface ShellTemplate {
  /** All that the markup depends on besides the document's own facts and the texts. */
  readonly key: string;
  /** Names of marks -> what this page has there. */
  readonly texts: Readonly<Record<string, string>>;
  /** @param marked  marks in place of the texts */
  make(marked: Readonly<Record<string, string>>): { readonly shape: PageShape; readonly view: ReactElement };
}

interface FilledShell {
  readonly before: string;
  readonly after: string;
}

interface CachedShell {
  readonly before: Template;
  readonly after: Template;
}

/** Shells of all languages in some themes and notices; then all are rendered again. */
const CACHED_SHELLS = 100;
const shells = new Map<string, CachedShell>();

function splitAtSlot(html: string): FilledShell {
  const [before = '', after = ''] = html.split(SLOT);
  return { before, after };
}

/** The shell around the slot; sets status and headers of the page. */
async function shellHtml(
  c: Context<AppEnv>,
  shape: PageShape,
  shell: ReactElement | ShellTemplate,
  published: PublishedSettings | undefined,
): Promise<FilledShell> {
  if (!('make' in shell)) return splitAtSlot(await (await renderDocument(c, shape, shell, published)).text());
  const texts = { ...shell.texts, here: published?.here ?? '' };
  const marked = Object.fromEntries(Object.keys(texts).map((name) => [name, markOf(name)]));
  const { head: _, ...facts } = documentProps(c, shape);
  const key = JSON.stringify([shell.key, facts, published && { ...published, here: '' }]);
  // A document for login on page entry holds facts of this visitor.
  let cached = facts.bridge ? undefined : shells.get(key);
  if (!cached) {
    const { shape: markedShape, view } = shell.make(marked);
    const page = await renderDocument(c, markedShape, view, published && { ...published, here: markOf('here') });
    const { before, after } = splitAtSlot(slimIcons(await page.text()));
    cached = { before: makeTemplate(before), after: makeTemplate(after) };
    if (shells.size >= CACHED_SHELLS) shells.clear();
    if (!facts.bridge) shells.set(key, cached);
  }
  applyHeaders(c, shape);
  c.status(shape.status ?? 200);
  return { before: cached.before.fill(texts), after: cached.after.fill(texts) };
}

/** @returns one piece: fewer, larger pieces cost less */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Sends head and shell before the data; a page whose data is there is sent whole.
 * @param shell  holds exactly one `<Slot />`
 * @param loadSlot  waits for the data and gives the slot's content; `onError` makes the content of a failure
 */
export async function streamPage(
  c: Context<AppEnv>,
  shape: PageShape,
  shell: ReactElement | ShellTemplate,
  loadSlot: (render: RenderView) => SlotContent | Promise<SlotContent>,
  onError: (error: unknown) => ReactNode,
): Promise<Response> {
  let published: PublishedSettings | undefined;
  const htmlOf: RenderView = (node) =>
    renderToString(
      <Providers c={c} published={published}>
        {node}
      </Providers>,
      { identifierPrefix: 'p' },
    );
  const encoder = new TextEncoder();
  const bytesOf = (content: SlotContent): Uint8Array => {
    if (content instanceof Uint8Array) return content;
    return isCached(content) ? content.bytes() : encoder.encode(htmlOf(content));
  };
  const failed = (error: unknown): Uint8Array => {
    logFailure(error, c, 'page.slot');
    return bytesOf(onError(error));
  };
  published = await c.get('published')?.();
  const loading = startSlot(() => loadSlot(htmlOf));
  const { before, after } = await shellHtml(c, shape, shell, published);
  c.header('content-type', 'text/html; charset=UTF-8');
  const loaded = loading instanceof Promise ? await withinTurn(loading) : loading;
  if (loaded) {
    const whole = (slot: Uint8Array) => joined([encoder.encode(before), slot, encoder.encode(after)]);
    try {
      const content = loaded.content();
      const encoded = isCached(content) ? encodedPage(c, content, { before, after }, whole) : null;
      return encoded ?? c.body(whole(bytesOf(content)));
    } catch (error) {
      return c.body(whole(failed(error)));
    }
  }
  let isHeadSent = false;
  const body = new ReadableStream<Uint8Array>(
    {
      // One pull a piece: the head is on its way to the browser before the rows are rendered.
      async pull(controller) {
        if (!isHeadSent) {
          isHeadSent = true;
          controller.enqueue(encoder.encode(before));
          return;
        }
        let slot: Uint8Array;
        try {
          slot = bytesOf(loading instanceof Promise ? await loading : loading.content());
        } catch (error) {
          slot = failed(error);
        }
        controller.enqueue(joined([slot, encoder.encode(after)]));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body);
}

const isCached = (content: SlotContent): content is CachedSlot =>
  typeof content === 'object' && content !== null && 'document' in content;

/** A cached page in a coding that its client accepts; null to send it as it is. */
function encodedPage(
  c: Context<AppEnv>,
  slot: CachedSlot,
  { before, after }: FilledShell,
  whole: (slot: Uint8Array) => Uint8Array<ArrayBuffer>,
): Response | null {
  const coding = codingFor(c.req.header(CODINGS_HEADER), before.length);
  if (!coding) return null;
  const shell = createHash('sha256').update(before).update(SLOT).update(after).digest('base64url');
  const body = slot.document(`${coding} ${shell}`, () => encode(coding, whole(slot.bytes())));
  if (!body) return null;
  const { status, headers } = c.body(null);
  return new Response(body, { status, headers: markEncoded(headers, coding), encodeBody: 'manual' });
}

/** Content that is there. An error is thrown where the content is used. */
interface ReadySlot {
  readonly content: () => SlotContent;
}

/** Content from memory comes within a turn of the event loop, and its page is sent whole; undefined for content that takes longer. */
function withinTurn(loading: Promise<SlotContent>): Promise<ReadySlot | undefined> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const ready = loading.then(
    (content): ReadySlot => ({ content: () => content }),
    (error: unknown): ReadySlot => ({ content: () => fail(error) }),
  );
  return Promise.race([ready, new Promise<undefined>((resolve) => setTimeout(resolve, 0))]);
}

/** Content that is there, or its promise. */
function startSlot(load: () => SlotContent | Promise<SlotContent>): Promise<SlotContent> | ReadySlot {
  try {
    const content = load();
    if (content instanceof Promise) {
      content.catch(() => undefined);
      return content as Promise<SlotContent>;
    }
    return { content: () => content as SlotContent };
  } catch (error) {
    return {
      content: () => {
        throw error;
      },
    };
  }
}
