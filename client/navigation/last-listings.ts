/**
 * The lists that a person saw last, for the offline page: names, sizes and dates of one account, no content. Written by the drive, read
 * and dropped by offline-worker.ts; imports no module, because the worker is one file.
 */

const CACHE_NAME = 'magpie-lists';
const OWNER_KEY = '/offline/list-owner';
const MAX_LISTS = 20;
export const MAX_ROWS = 200;
/** 30 days: an older list helps no one. */
const CACHED_MS = 30 * 86_400_000;
/** Shown for an address without a list of its own. */
const ROOT_PATH = '/drive/all';
const TEMPLATE_START = '<template data-last-listing';
const TEMPLATE_END = '</template>';
const PROTOTYPE_START = '<li data-kind="';
const PROTOTYPE_END = '</li>';
const LANGUAGE = /^<!doctype html>\s{0,8}<html lang="([\w-]{2,12})"/i;
/** Pages that a signed-in person does not stay on: after one of them no list is left. */
const SIGNED_OUT_PATHS = ['/auth', '/auth/sign-out', '/auth/ended', '/drive/login'];

type Stored = Pick<CacheStorage, 'open' | 'delete'>;

export interface ListingRecord {
  readonly userId: string;
  readonly title: string;
  readonly rows: readonly ListingRow[];
  /** Rows that the folder has beside those. */
  readonly hasMore: boolean;
}

export interface ListingRow {
  readonly name: string;
  /** Path of a folder; '' for a file. */
  readonly href: string;
  /** Size and date, as the list shows them. */
  readonly note: string;
}

interface StoredListing extends ListingRecord {
  readonly atMs: number;
}

function keyOf(pathname: string): string {
  return `/offline/list?${new URLSearchParams({ path: pathname })}`;
}

/** Stores the list of an address in place of an older one; the list of another account is dropped first. */
export async function keepListing(caches: Stored, pathname: string, list: ListingRecord, nowMs: number): Promise<void> {
  let cache = await caches.open(CACHE_NAME);
  const owner = await (await cache.match(OWNER_KEY))?.text();
  if (owner !== list.userId) {
    await dropListings(caches);
    cache = await caches.open(CACHE_NAME);
    await cache.put(OWNER_KEY, new Response(list.userId));
  }
  const { userId, title, rows, hasMore } = list;
  const stored: StoredListing = {
    userId,
    title,
    rows: rows.slice(0, MAX_ROWS),
    hasMore: hasMore || rows.length > MAX_ROWS,
    atMs: nowMs,
  };
  const key = keyOf(pathname);
  // Deleted first, so that the keys are in order of time.
  await cache.delete(key);
  await cache.put(key, Response.json(stored));
  const lists = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/offline/list');
  for (const old of lists.slice(0, Math.max(0, lists.length - MAX_LISTS))) await cache.delete(old);
}

export function dropListings(caches: Stored): Promise<boolean> {
  return caches.delete(CACHE_NAME);
}

/** Whether a request ends the time in which this account's lists may be shown. */
export function endsListings(method: string, pathname: string, isPage: boolean): boolean {
  if (method === 'POST' && pathname === '/auth/sign-out') return true;
  return isPage && SIGNED_OUT_PATHS.includes(pathname);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Replaces in one pass, so that a name with a placeholder in it stays a name. */
function fill(markup: string, values: Readonly<Record<string, string>>): string {
  return markup.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escaped(values[name] ?? '') : whole,
  );
}

/** The first piece of markup from a start to an end, and the text on both sides of it. */
function cut(markup: string, start: string, end: string): { before: string; piece: string; after: string } | null {
  const from = markup.indexOf(start);
  const to = from < 0 ? -1 : markup.indexOf(end, from);
  if (to < 0) return null;
  const last = to + end.length;
  return { before: markup.slice(0, from), piece: markup.slice(from, last), after: markup.slice(last) };
}

/** The section without its prototypes of a row, the row of each kind, and where the rows stand. */
function takeApart(section: string): { head: string; foot: string; prototypes: Map<string, string> } {
  const prototypes = new Map<string, string>();
  let [head, foot] = [section, ''];
  for (let found = cut(section, PROTOTYPE_START, PROTOTYPE_END); found; ) {
    const { before, piece, after } = found;
    if (prototypes.size === 0) head = before;
    else foot += before;
    const kind = piece.slice(PROTOTYPE_START.length, piece.indexOf('"', PROTOTYPE_START.length));
    prototypes.set(kind, piece);
    found = cut(after, PROTOTYPE_START, PROTOTYPE_END);
    if (!found) foot += after;
  }
  return { head, foot, prototypes };
}

function sectionOf(section: string, list: StoredListing, language: string): string {
  const { head, foot, prototypes } = takeApart(section);
  const rows = list.rows.map(({ name, href, note }) =>
    fill(prototypes.get(href === '' ? 'file' : 'folder') ?? '', { name, href, note }),
  );
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(list.atMs);
  const facts = { title: list.title, date };
  const shown = fill(head, facts) + rows.join('') + fill(foot, facts);
  return list.hasMore ? shown.replace('data-more="" hidden=""', 'data-more=""') : shown;
}

async function listFor(cache: Cache, pathname: string, nowMs: number): Promise<StoredListing | null> {
  for (const path of [pathname, ROOT_PATH]) {
    const found = await cache.match(keyOf(path));
    const list = found && ((await found.json()) as StoredListing);
    if (list && nowMs - list.atMs < CACHED_MS) return list;
  }
  return null;
}

/** The offline page with the list that the person saw last at this address of the drive; the page itself where there is none. */
export async function withListing(caches: Stored, page: Response, pathname: string, nowMs: number): Promise<Response> {
  if (!pathname.startsWith('/drive/')) return page;
  const list = await listFor(await caches.open(CACHE_NAME), pathname, nowMs);
  if (!list) return page;
  const html = await page.text();
  const place = cut(html, TEMPLATE_START, TEMPLATE_END);
  if (!place) return new Response(html, { status: page.status, headers: page.headers });
  const language = LANGUAGE.exec(html)?.[1] ?? 'en-US';
  const section = place.piece.slice(place.piece.indexOf('>') + 1, -TEMPLATE_END.length);
  const filled = place.before + sectionOf(section, list, language) + place.after;
  return new Response(filled, { status: page.status, headers: page.headers });
}
