import { expect, test } from 'vitest';
import { dropOldReceived, dropReceived, keepReceived, readReceived } from './received-files.ts';

const ORIGIN = 'https://drive.example';
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

/** As much of the browser's caches as is used. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  return {
    has: (name: string) => Promise.resolve(all.has(name)),
    delete: (name: string) => Promise.resolve(all.delete(name)),
    open: (name: string) => {
      const stored = all.get(name) ?? new Map<string, Response>();
      all.set(name, stored);
      const keyOf = (request: RequestInfo) =>
        typeof request === 'string' ? new URL(request, ORIGIN).href : request.url;
      return Promise.resolve({
        put: (key: string, answer: Response) => Promise.resolve(void stored.set(keyOf(key), answer)),
        keys: () => Promise.resolve([...stored.keys()].map((url) => new Request(url))),
        match: (key: RequestInfo) => Promise.resolve(stored.get(keyOf(key))?.clone()),
      } as unknown as Cache);
    },
  };
}

function formOf(values: Readonly<Record<string, string>>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const file of files) form.append('files', file);
  return form;
}

const told = async (files: readonly File[]) =>
  Promise.all(files.map(async (file) => [file.name, file.type, file.lastModified, await file.text()]));

test('files come back with their names, kinds and times until they are dropped', async () => {
  const caches = makeCaches();
  const lake = new File(['wet'], 'Lake & 湖?.jpg', { type: 'image/jpeg', lastModified: 12_000 });
  const notes = new File(['a'], 'a.txt', { type: 'text/plain', lastModified: 13_000 });
  expect(await keepReceived(caches, formOf({ title: 'Two' }, [lake, notes]), ORIGIN, NOW)).toBe(
    '/drive/all?action=store_received',
  );
  expect(await told(await readReceived(caches, NOW))).toEqual([
    ['Lake & 湖?.jpg', 'image/jpeg', 12_000, 'wet'],
    ['a.txt', 'text/plain', 13_000, 'a'],
  ]);
  await dropReceived(caches);
  expect(await readReceived(caches, NOW)).toEqual([]);
});

test('a second hand-over takes the place of the first', async () => {
  const caches = makeCaches();
  await keepReceived(caches, formOf({}, [new File(['1'], '1'), new File(['2'], '2')]), ORIGIN, NOW);
  await keepReceived(caches, formOf({}, [new File(['3'], '3')]), ORIGIN, NOW);
  expect((await readReceived(caches, NOW)).map(({ name }) => name)).toEqual(['3']);
});

test('text becomes a file named by their title', async () => {
  const caches = makeCaches();
  const shared = { title: 'A/B: "why"?', text: 'Read this', url: 'https://elsewhere.example/x' };
  await keepReceived(caches, formOf(shared), ORIGIN, NOW);
  const [[name, type, , text] = []] = await told(await readReceived(caches, NOW));
  expect([name, type, text]).toEqual(['A B   why.txt', 'text/plain', 'Read this\nhttps://elsewhere.example/x\n']);
});

test.each([
  [{ text: `look: ${ORIGIN}/s/abc_D-1?code=x1` }, '/s/abc_D-1?code=x1'],
  [{ url: `${ORIGIN}/ja/s/abc` }, '/ja/s/abc'],
  [{ text: 'https://evil.example/s/abc' }, '/drive/all?action=store_received'],
  [{ text: `${ORIGIN}/s/abc/../../auth` }, '/drive/all?action=store_received'],
  [{}, '/drive/all?action=store_received'],
])('text with a link of ours open it, and no other address: %j', async (shared, to) => {
  expect(await keepReceived(makeCaches(), formOf(shared, [new File([], '')]), ORIGIN, NOW)).toBe(to);
});

test('files that are older than a day are gone', async () => {
  const caches = makeCaches();
  await keepReceived(caches, formOf({}, [new File(['1'], '1')]), ORIGIN, NOW);
  await dropOldReceived(caches, NOW + DAY);
  expect(await readReceived(caches, NOW + DAY)).toHaveLength(1);
  expect(await readReceived(caches, NOW + DAY + 1)).toEqual([]);
  await dropOldReceived(caches, NOW + DAY + 1);
  expect(await readReceived(caches, NOW)).toEqual([]);
});
