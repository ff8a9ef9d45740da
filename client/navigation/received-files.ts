/**
 * Files that other apps hand to the installed one (Web Share Target): the service worker caches them until the person answers, at
 * most a day. Used by offline-worker.ts and by the dialog; imports no module, because the worker is one file.
 */

/** Action of `share_target` in site.webmanifest. */
export const RECEIVE_PATH = '/drive/receive';
const ASK_HREF = '/drive/all?action=store_received';
const CACHE_NAME = 'magpie-received';
const CACHED_MS = 86_400_000;
/** As many as a phone offers in one go. */
const MAX_FILES = 200;
/** A longer title is a text, not a name. */
const MAX_TITLE = 80;
const SHARE_PATH = /^\/(?:[\w-]{2,5}\/)?s\/[\w-]+$/;
/** Characters that no system accepts in a name. */
const UNNAMED = /[\p{Cc}/\\:*?"<>|]/gu;

type Stored = Pick<CacheStorage, 'open' | 'delete' | 'has'>;

/** An address of a share on this site: it is opened, not stored. */
function shareIn(texts: readonly string[], origin: string): string | null {
  for (const word of texts.flatMap((text) => text.split(/\s+/u))) {
    const url = URL.parse(word);
    if (url?.origin === origin && SHARE_PATH.test(url.pathname)) return url.pathname + url.search;
  }
  return null;
}

/** A file of the shared text. */
function noteOf(title: string, texts: readonly string[], nowMs: number): File {
  const name = title.slice(0, MAX_TITLE).replaceAll(UNNAMED, ' ').trim() || 'Note';
  return new File([`${texts.join('\n')}\n`], `${name}.txt`, { type: 'text/plain', lastModified: nowMs });
}

/**
 * Caches the files and texts of a form in place of those before.
 * @returns where the browser goes next: a share, or the question where to store them
 */
export async function keepReceived(caches: Stored, form: FormData, origin: string, nowMs: number): Promise<string> {
  const valuesOf = (name: string) => form.getAll(name).filter((one): one is string => typeof one === 'string');
  const [title = ''] = valuesOf('title');
  const texts = [...new Set([...valuesOf('text'), ...valuesOf('url')].map((text) => text.trim()))].filter(Boolean);
  // A field without a file is sent as one without a name.
  const files = form.getAll('files').filter((one): one is File => one instanceof File && one.name !== '');
  if (files.length === 0) {
    const share = shareIn([title, ...texts], origin);
    if (share !== null) return share;
    const lines = texts.length > 0 ? texts : [title].filter(Boolean);
    if (lines.length > 0) files.push(noteOf(title, lines, nowMs));
  }
  await caches.delete(CACHE_NAME);
  const cache = await caches.open(CACHE_NAME);
  for (const [at, file] of files.slice(0, MAX_FILES).entries()) {
    const facts = new URLSearchParams({ at: String(nowMs), modified: String(file.lastModified), name: file.name });
    await cache.put(`${RECEIVE_PATH}/${at}?${facts}`, new Response(file, { headers: { 'content-type': file.type } }));
  }
  return ASK_HREF;
}

/** @returns the files of the last day, in the order they came */
export async function readReceived(caches: Stored, nowMs: number): Promise<File[]> {
  if (!(await caches.has(CACHE_NAME))) return [];
  const cache = await caches.open(CACHE_NAME);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const facts = new URL(request.url).searchParams;
    const cached = await cache.match(request);
    if (!cached || Number(facts.get('at')) < nowMs - CACHED_MS) continue;
    const bytes = await cached.blob();
    const lastModified = Number(facts.get('modified'));
    files.push(new File([bytes], facts.get('name') ?? '', { type: bytes.type, lastModified }));
  }
  return files;
}

export async function dropReceived(caches: Stored): Promise<void> {
  await caches.delete(CACHE_NAME);
}

/** Drops files that are older than a day. */
export async function dropOldReceived(caches: Stored, nowMs: number): Promise<void> {
  if (!(await caches.has(CACHE_NAME))) return;
  const [first] = await (await caches.open(CACHE_NAME)).keys();
  const cachedMs = first ? Number(new URL(first.url).searchParams.get('at')) : 0;
  if (cachedMs < nowMs - CACHED_MS) await caches.delete(CACHE_NAME);
}
