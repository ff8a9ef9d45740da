/** Pictures in the drive and on share pages: loaded near the window, with a placeholder, in fixed boxes, without script too. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { makeWireClient, type Person, type WireClient } from '#test/flow/wire-client.ts';
import { docxOf, pdfOf, xlsxOf } from '#test/seed/documents.ts';
import { BAD_PICTURE_TITLE, badPictures, joined, pngOf } from '#test/seed/pictures.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { readAnswer } from '#worker/platform/pictures/codec.ts';
import { expectSound, openAs, untilAlive, visit, type Watched } from './browser.ts';

const PICTURES = 160;

let server: TestServer;
let client: WireClient;
let alice: Person;
let folderId = '';

beforeAll(async () => {
  server = await startServer();
  client = makeWireClient(server.origin);
  alice = await client.signIn('alice@example.com');
  folderId = await alice.makeFolder('Holidays');
  for (let at = 0; at < PICTURES; at += 1)
    await alice.put(`picture ${String(at).padStart(3, '0')}.png`, pngOf(64, 48, `${at}`), folderId);
});

afterAll(async () => {
  await server?.stop();
});

async function enter(address: string): Promise<Watched> {
  const watched = await visit();
  await openAs(watched.page, 'alice@example.com', `${server.origin}${address}`);
  await watched.page.waitForURL((url) => url.pathname === address);
  return watched;
}

/** Images of rows that are drawn, and how many of them show a picture. */
function shown(page: Page): Promise<{ drawn: number; loaded: number }> {
  return page.evaluate(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-row] img')];
    return { drawn: images.length, loaded: images.filter((one) => one.naturalWidth > 0).length };
  });
}

test('a grid shows the pictures near the window, those further on when they come near, and nothing moves', async () => {
  const watched = await enter(`/drive/all/${folderId}`);
  const { page } = watched;
  await page.evaluate(() => {
    const moved = window as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await expect.poll(async () => (await shown(page)).loaded).toBeGreaterThan(10);
  expect((await shown(page)).loaded).toBeLessThan(PICTURES);
  // The first start with the page itself.
  const sent = await (await watched.context.request.get(page.url())).text();
  expect(sent.match(/<img [^>]*src="[^"]*\/t\/[^>]*loading="lazy"/g)).toHaveLength(24);
  const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
  expect(moved).toBeLessThan(0.01);
  const widthAtEnd = () =>
    page.evaluate(() => {
      if (scrollY + innerHeight < document.body.scrollHeight - 200) scrollTo(0, document.body.scrollHeight);
      const row = [...document.querySelectorAll('[data-row]')].find((one) => one.textContent?.includes('picture 000'));
      return row?.querySelector('img')?.naturalWidth ?? 0;
    });
  // A server that makes many images asks to come again.
  await expect.poll(widthAtEnd, { timeout: 30_000 }).toBe(64);
  await expectSound(watched);
  await page.context().close();
});

test('sixty bad files keep the icons of their kinds or show a picture; none runs, and the page stays quiet', async () => {
  const badId = await alice.makeFolder('Bad');
  for (const { name, bytes } of badPictures()) await alice.put(`${name}.png`, joined(bytes), badId);
  const watched = await enter(`/drive/all/${badId}`);
  const { page, complaints } = watched;
  const asked = new Set<string>();
  page.on('response', (response) => {
    if (response.url().includes('/t/')) asked.add(response.url());
  });
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => (await shown(page)).drawn).toBeGreaterThan(0);
  }
  await expect.poll(() => asked.size).toBeGreaterThan(20);
  expect(await page.title()).not.toContain(BAD_PICTURE_TITLE);
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** A film of two seconds, recorded by the browser. */
function recordFilm(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start(200);
    for (let step = 0; step < 20; step += 1) {
      if (pen) pen.fillStyle = `rgb(200 ${step * 10} 40)`;
      pen?.fillRect(0, 0, 320, 180);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
}

test("a film, a sound and documents get their images from their owner's browser, and a share of them shows these", async () => {
  const mediaId = await alice.makeFolder('Media');
  const watched = await enter('/drive/all');
  const { page } = watched;
  await alice.put('film.webm', Uint8Array.from(await recordFilm(page)), mediaId);
  const picture = pngOf(90, 90, 'cover');
  const size = picture.length + 13;
  const be32 = [(size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255];
  const tag = joined('APIC', be32, [0, 0, 0], 'image/png\0', [3, 0], picture);
  const whole = tag.length;
  await alice.put(
    'song.mp3',
    joined('ID3', [3, 0, 0, 0, whole >>> 14, (whole >>> 7) & 127, whole & 127], tag, 'x'),
    mediaId,
  );
  await alice.put('paper.pdf', pdfOf('First page'), mediaId);
  await alice.put('letter.docx', docxOf('Dear Anna'), mediaId);
  await alice.put('budget.xlsx', xlsxOf([['Total', '12']]), mediaId);
  await alice.put('walk.py', new TextEncoder().encode('def walk():\n    return 1\n'), mediaId);
  await page.goto(`${server.origin}/drive/all/${mediaId}`);
  await untilAlive(page);
  await page.mouse.move(600, 600);
  await expect.poll(async () => (await shown(page)).loaded, { timeout: 60_000 }).toBe(6);
  expect(watched.complaints).toEqual([]);
  const made = await alice.share([mediaId]);
  await page.goto(`${server.origin}/s/${made.share_id}/${mediaId}`);
  await expect.poll(() => page.locator('[data-shared-list] img').count()).toBe(6);
  const { data } = (await client.call('GET', '/drive/v1/share/list', { token: alice.token })).body;
  expect(data[0]).toMatchObject({ share_id: made.share_id, thumbnail_link: '' });
  const listed = await client.call('GET', '/drive/v1/files', { token: alice.token, query: { parent_id: mediaId } });
  const pdf = listed.body.files.find((file: { name: string }) => file.name === 'paper.pdf');
  await alice.share([pdf.id]);
  const covered = (await client.call('GET', '/drive/v1/share/list', { token: alice.token })).body.data[0];
  expect(covered.thumbnail_link).toBe(pdf.thumbnail_link);
  expect((await fetch(covered.thumbnail_link)).headers.get('content-type')).toBe('image/webp');
  await page.context().close();
});

test('a share shows its pictures without script, and their links close with it', async () => {
  const made = await alice.share([folderId]);
  const { page, complaints } = await visit({ script: false });
  await page.goto(`${server.origin}/s/${made.share_id}/${folderId}`);
  const images = page.locator('[data-shared-list] img[loading=lazy]');
  await expect.poll(() => images.count()).toBe(100);
  await images.first().scrollIntoViewIfNeeded();
  await expect.poll(() => images.first().evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64);
  expect(complaints).toEqual([]);
  const link = (await images.first().getAttribute('src')) ?? '';
  expect((await fetch(link)).status).toBe(200);
  const deletion = { token: alice.token, body: { ids: [made.share_id] } };
  expect((await client.call('POST', '/drive/v1/share:batchDelete', deletion)).status).toBe(200);
  // The content origin keeps no opened link of a share longer than a second.
  await expect.poll(async () => (await fetch(link)).status).toBe(403);
  await page.context().close();
});

test('a server that was killed while it made images has none of them half, and goes on with the others', async () => {
  const dataDir = server.dataDir;
  const freshId = await alice.makeFolder('Fresh');
  for (let at = 0; at < 12; at += 1) await alice.put(`fresh ${at}.png`, pngOf(900, 700, `fresh ${at}`), freshId);
  const listed = await client.call('GET', `/drive/v1/files?parent_id=${freshId}`, { token: alice.token });
  const links: string[] = listed.body.files.map((file: { thumbnail_link: string }) => file.thumbnail_link);
  const looks = links.map((link) =>
    fetch(link).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await Promise.race(looks);
  await server.kill9();
  await Promise.all(looks);
  const { port } = server;
  server = await startServer({ dataDir, port });
  // Those that were being made are made again when the time of their maker has ended.
  const statuses = await Promise.all(links.map(async (link) => (await fetch(link)).status));
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await server.stop();
  expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
  server = await startServer({ dataDir, port });
});

test('the built codec script makes images in the runtime of the platform', async () => {
  const folder = path.join(ROOT, 'dist/magpie_codec');
  const compiled = readdirSync(path.join(folder, 'assets'))
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => path.join(folder, 'assets', name));
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'magpie-codec',
          modulesRoot: folder,
          compatibilityDate: '2026-11-01',
          modules: [
            { type: 'ESModule', path: path.join(folder, 'index.js') },
            ...compiled.map((file) => ({ type: 'CompiledWasm' as const, path: file, contents: readFileSync(file) })),
          ],
        },
      ],
    }),
  );
  try {
    const render = async (bytes: Uint8Array) => {
      const answer = await runtime.dispatchFetch('http://codec/', { method: 'POST', body: bytes });
      return readAnswer(new Uint8Array(await answer.arrayBuffer()));
    };
    expect(await render(pngOf(800, 600))).toMatchObject({ ok: true, picture: { width: 800, height: 600 } });
    for (const { bytes } of badPictures().slice(0, 20)) await render(bytes);
    expect(await render(pngOf(20, 10))).toMatchObject({ ok: true, picture: { width: 20, height: 10 } });
  } finally {
    await runtime.dispose();
  }
});
