/** Cards of links as programs ask for them, and small images of a share as a visitor sees them. */
import { expect, test } from 'vitest';
import { shareContract } from '#shared/share/contract.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { cookiesOf, get, post } from '#test/contract/share-visits.ts';
import { makeFile, makeLink, makePeople, ok } from '#test/contract/world.ts';
import { pngOf } from '#test/seed/pictures.ts';

const world = await makePeople();

const CRAWLER = { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*' };

async function cardOf(shareId: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const html = await (await get(`/s/${shareId}`, { ...CRAWLER, ...headers })).text();
  const all = [...html.matchAll(/<meta (?:property|name)="(og|twitter):([\w:]+)" content="([^"]*)"/g)];
  return Object.fromEntries(all.map(([, kind = '', name = '', content = '']) => [`${kind}:${name}`, content]));
}

/** Where other files ask for cards too, a place to draw may not be free: then programs get the icon, and may ask again. */
async function imageAt(address: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const image = await get(address, CRAWLER);
    if (image.status === 200 || tries === 50 || !/icon/.test(image.headers.get('location') ?? '')) return image;
    await scheduler.wait(100);
  }
}

const imageOf = (card: Record<string, string>) => imageAt(card['og:image'] ?? '');

/** Width and height of a PNG. */
async function pngSize(answer: Response): Promise<number[]> {
  const view = new DataView(await answer.arrayBuffer());
  return [view.getUint32(16), view.getUint32(20)];
}

test('the card of an open share has its counts, size and an image of them; that of a locked or closed one has nothing of it', async () => {
  const { alice } = world;
  const fileIds = [await makeFile(alice, 'x', 'Lake.txt'), await makeFile(alice, 'abc', 'Notes.txt')];
  const { shareId } = await makeLink(alice, { fileIds });
  const locked = await makeLink(alice, { locked: true, fileIds });
  const card = await cardOf(shareId);
  expect(card['og:description']).toBe('2 files · 4 B');
  expect(card['og:title']).toMatch(/^2 files from /);
  expect(card).toMatchObject({ 'twitter:card': 'summary_large_image', 'og:image:width': '1200' });
  const image = await imageOf(card);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const etag = image.headers.get('etag') ?? '';
  expect(await pngSize(image)).toEqual([1_200, 630]);
  expect((await get(card['og:image'] ?? '', { ...CRAWLER, 'if-none-match': etag })).status).toBe(304);
  const closed = await cardOf(locked.shareId);
  expect(closed).toMatchObject({ 'og:title': 'Shared files' });
  expect(Object.values(closed).join(' ')).not.toMatch(/Lake|Notes|files ·/);
  await ok(shareContract.removeOne, { token: alice.token, params: { id: shareId } });
  const ended = await cardOf(shareId);
  expect(ended).toMatchObject({ 'og:title': 'Shared files' });
  // The address of the state before shows the present one, at once.
  const before = await imageOf(card);
  expect([before.status, before.headers.get('cache-control')]).toEqual([302, 'no-store']);
  expect(new URL(before.headers.get('location') ?? '', ORIGIN).href).toBe(ended['og:image']);
  expect((await imageOf(ended)).status).toBe(200);
}, 240_000);

test('a card is drawn in the language of its address, and an address that was made up leads to the real one', async () => {
  const { alice } = world;
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice, 'x', '旅行 Отчёт 여행 מסמך 🎉.txt')] });
  const images = await Promise.all(
    ['en-US', 'ja', 'ru'].map(
      async (language) => (await cardOf(shareId, { 'accept-language': language }))['og:image'] ?? '',
    ),
  );
  expect(new Set(images).size).toBe(3);
  for (const image of images) expect(await pngSize(await imageAt(image))).toEqual([1_200, 630]);
  const made = await get(`/card/${shareId}/en-US/AAAAAAAAAAAAAAAAAAAAAA`, CRAWLER);
  expect([made.status, new URL(made.headers.get('location') ?? '', ORIGIN).href]).toEqual([302, images[0]]);
  for (const address of [`/card/${shareId}/xx/AAAA`, '/card/a', '/card/%/en-US/a']) {
    const { status } = await get(address, CRAWLER);
    expect([address, [302, 404].includes(status)]).toEqual([address, true]);
  }
});

test('a share with a picture shows it on its card', async () => {
  const { alice } = world;
  const picture = await makeFile(alice, pngOf(64, 48), 'Lake.png');
  const { shareId } = await makeLink(alice, { fileIds: [picture] });
  const image = await imageOf(await cardOf(shareId));
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(new Uint8Array(await image.arrayBuffer()).slice(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
});

test('a link whose owner hides previews shows no image on its page, on its card and to programs, until they are shown again', async () => {
  const { alice } = world;
  const fileIds = [await makeFile(alice, pngOf(64, 48), 'Lake.png'), await makeFile(alice, 'x', 'Notes.txt')];
  const { shareId } = await makeLink(alice, { fileIds });
  const html = async () => (await get(`/s/${shareId}`)).text();
  const programs = () => ok(shareContract.open, { query: { share_id: shareId } });
  const switchTo = (previews_hidden: boolean) =>
    ok(shareContract.change, { token: alice.token, body: { share_id: shareId, previews_hidden } });
  expect(await html()).toMatch(/\/t\/[^"]+/);
  const shown = await programs();
  const pictured = shown.files.map(({ thumbnail_link }) => thumbnail_link).find((link) => link !== '') ?? '';
  expect((await get(pictured)).status).toBe(200);
  const blurs = async () => (await programs()).files.map(({ params }) => params['thumbnail_blur'] ?? '').join('');
  await expect.poll(blurs).not.toBe('');
  expect((await switchTo(true)).previews_hidden).toBe(true);
  expect(await blurs()).toBe('');
  expect(await html()).not.toMatch(/\/t\/|humbnails/);
  expect((await get(`/s/${shareId}`)).headers.get('link')).toBeNull();
  const hidden = await programs();
  expect(hidden.files.map(({ thumbnail_link }) => thumbnail_link)).toEqual(['', '']);
  expect(hidden.params).toEqual({ previews_hidden: 'true' });
  expect((await get(pictured)).status).toBe(403);
  const card = await imageOf(await cardOf(shareId));
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
  await switchTo(false);
  expect(await html()).toMatch(/\/t\/[^"]+/);
});

test('a visitor who covers the images of shares sees none until they are uncovered', async () => {
  const { alice } = world;
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice, pngOf(64, 48), 'Lake.png')] });
  const shown = await (await get(`/s/${shareId}`)).text();
  expect(shown).toContain('Hide thumbnails');
  const hastened = (await get(`/s/${shareId}`)).headers.get('link') ?? '';
  expect(shown).toContain(/^<([^>]+)>; rel=preload; as=image/.exec(hastened)?.[1] ?? 'no link');
  expect(shown).toMatch(/<img src="https?:\/\/[^"]+\/t\/[^"]+\/l"/);
  const hidden = await post(`/s/${shareId}`, { intent: 'cover', images: 'hide' });
  expect([hidden.status, hidden.headers.get('location')]).toEqual([303, `/s/${shareId}`]);
  const html = await (await get(`/s/${shareId}`, { cookie: cookiesOf(hidden) })).text();
  expect(html).toContain('Show thumbnails');
  expect(html).not.toMatch(/<img|\/t\//);
  const again = await post(`/s/${shareId}`, { intent: 'cover', images: 'show' }, cookiesOf(hidden));
  expect(again.headers.getSetCookie()[0]).toMatch(/^pp_hidden_shared_content_cover=.*Max-Age=0/);
});
