import { expect, test } from 'vitest';
import { makeOfflinePages } from './offline-pages.ts';

/** As much of the browser's caches as is used; sheets answer by their address. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const stored = all.get(name) ?? new Map<string, Response>();
    all.set(name, stored);
    return Promise.resolve({
      match: (key: string) => Promise.resolve(stored.get(key)?.clone()),
      put: (key: string, answer: Response) => Promise.resolve(void stored.set(key, answer)),
      addAll: (keys: string[]) => Promise.resolve(keys.forEach((key) => void stored.set(key, new Response(key)))),
    } as unknown as Cache);
  };
  const keys = () => Promise.resolve([...all.keys()]);
  return { all, caches: { open, keys, delete: (name: string) => Promise.resolve(all.delete(name)) } };
}

function make() {
  const { all, caches } = makeCaches();
  const asked: [string, RequestInit][] = [];
  let isUp = true;
  const pages = makeOfflinePages({
    caches,
    fetch: (address, init) => {
      asked.push([address, init]);
      if (!isUp) return Promise.reject(new TypeError('gone'));
      return Promise.resolve(
        new Response(`<link rel="stylesheet" href="/assets/s.css"/>${address}`, {
          headers: { 'content-type': 'text/html' },
        }),
      );
    },
  });
  function goDown(): void {
    isUp = false;
  }
  return { all, asked, pages, goDown };
}

const textOf = async (answer: Promise<Response | null>) => (await answer)?.text() ?? null;

test('the offline page is fetched once for a language and build, without cookies', async () => {
  const { asked, pages } = make();
  await pages.store('ja', 'b1');
  await pages.store('ja', 'b1');
  expect(asked).toEqual([['/offline?locale=ja', { credentials: 'omit', cache: 'no-store' }]]);
});

test('the offline page has the language of the address, else the last one stored', async () => {
  const { pages } = make();
  expect(await pages.pageFor('/drive/all')).toBeNull();
  await pages.store('ja', 'b1');
  await pages.store('ko', 'b1');
  expect(await textOf(pages.pageFor('/ja/faq'))).toContain('locale=ja');
  expect(await textOf(pages.pageFor('/drive/all'))).toContain('locale=ko');
  expect(await textOf(pages.pageFor('/ru/faq'))).toContain('locale=ko');
  expect(await textOf(pages.styleFor('/assets/s.css'))).toBe('/assets/s.css');
  expect(await pages.styleFor('/assets/other.css')).toBeNull();
});

test('a new build replaces the cache of the old one once it is stored', async () => {
  const { all, pages, goDown } = make();
  await pages.store('ja', 'b1');
  await pages.store('ja', 'b2');
  expect([...all.keys()]).toEqual(['magpie-offline-b2']);
  goDown();
  await expect(pages.store('ja', 'b3')).rejects.toThrow('gone');
  expect(await textOf(pages.pageFor('/drive/all'))).toContain('locale=ja');
});

test('clear deletes only its own caches', async () => {
  const { all, pages } = make();
  all.set('of somebody else', new Map());
  await pages.store('ja', 'b1');
  await pages.clear();
  expect([...all.keys()]).toEqual(['of somebody else']);
});
