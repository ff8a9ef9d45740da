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
const PATTERN = /<template data-last-listing[^>]*>([\s\S]*?)<\/template>/;
const PROTOTYPES = /<li data-kind="(folder|file)"[^>]*>[\s\S]*?<\/li>/g;
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

function sectionOf(section: string, list: StoredListing, language: string): string {
  const prototypes = Object.fromEntries(Array.from(section.matchAll(PROTOTYPES), ([markup, kind]) => [kind, markup]));
  const rows = list.rows.map(({ name, href, note }) =>
    fill(prototypes[href === '' ? 'file' : 'folder'] ?? '', { name, href, note }),
  );
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(list.atMs);
  const head = fill(section.replace(PROTOTYPES, '\0'), { title: list.title, date });
  const [before = '', ...after] = head.split('\0');
  const shown = before + rows.join('') + after.join('');
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
  const language = /<html[^>]* lang="([\w-]+)"/.exec(html)?.[1] ?? 'en-US';
  const filled = html.replace(PATTERN, (_, section: string) => sectionOf(section, list, language));
  return new Response(filled, { status: page.status, headers: page.headers });
}
