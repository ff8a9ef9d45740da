import { expect, test } from 'vitest';
import { makeOfflinePages } from './offline-pages.ts';

/** As much of the browser's caches as is used; sheets answer by their address. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return Promise.resolve({
      match: (key: string) => Promise.resolve(kept.get(key)?.clone()),
      put: (key: string, answer: Response) => Promise.resolve(void kept.set(key, answer)),
      addAll: (keys: string[]) => Promise.resolve(keys.forEach((key) => void kept.set(key, new Response(key)))),
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

test('the page is fetched once for a language and build, as nobody in particular', async () => {
  const { asked, pages } = make();
  await pages.keep('ja', 'b1');
  await pages.keep('ja', 'b1');
  expect(asked).toEqual([['/offline?locale=ja', { credentials: 'omit', cache: 'no-store' }]]);
});

test('the language of the address is answered, else the one that was asked for last', async () => {
  const { pages } = make();
  expect(await pages.pageFor('/drive/all')).toBeNull();
  await pages.keep('ja', 'b1');
  await pages.keep('ko', 'b1');
  expect(await textOf(pages.pageFor('/ja/faq'))).toContain('locale=ja');
  expect(await textOf(pages.pageFor('/drive/all'))).toContain('locale=ko');
  expect(await textOf(pages.pageFor('/ru/faq'))).toContain('locale=ko');
  expect(await textOf(pages.styleFor('/assets/s.css'))).toBe('/assets/s.css');
  expect(await pages.styleFor('/assets/other.css')).toBeNull();
});

test('a new build takes the place of the one before, but not before it is there', async () => {
  const { all, pages, goDown } = make();
  await pages.keep('ja', 'b1');
  await pages.keep('ja', 'b2');
  expect([...all.keys()]).toEqual(['magpie-offline-b2']);
  goDown();
  await expect(pages.keep('ja', 'b3')).rejects.toThrow('gone');
  expect(await textOf(pages.pageFor('/drive/all'))).toContain('locale=ja');
});

test('when it is told to, it forgets what it kept and nothing of others', async () => {
  const { all, pages } = make();
  all.set('of somebody else', new Map());
  await pages.keep('ja', 'b1');
  await pages.forget();
  expect([...all.keys()]).toEqual(['of somebody else']);
});
