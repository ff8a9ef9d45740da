import { runInDurableObject } from 'cloudflare:test';
import { expect, it, vi } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { badPictures, joined, noisyPng, pngOf } from '#test/seed/pictures.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { CODEC_VERSION } from '#worker/platform/pictures/codec.ts';
import { ownImageOf } from '../images/own-images.store.ts';
import { gainContents, loseContent } from '../tree/content.store.ts';
import { coverLinks } from './cover-links.ts';
import { indexRows, makeViewer, removeFile, SPOILT_LINKS, setLease, type Viewer } from './pictures-fixture.ts';
import { putImage } from './put-image.ts';
import { readImage } from './read-image.ts';

/** A picture that no other test has. */
const newPicture = (width = 60, height = 40): Uint8Array<ArrayBuffer> => pngOf(width, height, newHexId());

const idsOf = ({ userId, sessionId, epoch }: Viewer['caller']) => ({ userId, sessionId, epoch });

/** A picture, looked at once. */
async function looked(bytes = newPicture(600, 400)) {
  const viewer = makeViewer();
  const id = await viewer.add(bytes);
  const url = await viewer.linkOf(id);
  const answer = await viewer.look(url);
  return { viewer, id, url, answer, bytes };
}

it('the small images of a picture are made at the first look, in two sizes, and not again', async () => {
  const { viewer, url, answer } = await looked(newPicture(1_500, 1_000));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d{4,5}, immutable$/);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  const large = await viewer.look(url.replace(/s$/, 'l'));
  expect(large.status).toBe(200);
  expect(large.bytes.length).toBeGreaterThan(answer.bytes.length);
  const etag = answer.headers.get('etag') ?? '';
  expect((await viewer.look(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(viewer.decodes()).toBe(1);
});

it('the small images of a picture give the listing their size and placeholder, and the detail its media', async () => {
  const { viewer, id } = await looked();
  const [file] = await viewer.shown('SIZE_LARGE');
  expect(file?.params).toMatchObject({ width: '600', height: '400' });
  expect(file?.params['thumbnail_blur']).toMatch(/^[0-9a-f]{36}$/);
  expect(file?.thumbnail_link).toMatch(/\/l$/);
  const { medias, links } = await viewer.detail(id);
  expect(medias).toMatchObject([{ is_origin: true, video: { width: 600, height: 400 } }]);
  expect(medias[0]?.['link']).toEqual(links['application/octet-stream']);
});

it('the small images of a picture are made once for all drives that hold the content', async () => {
  const { answer, bytes } = await looked();
  const other = makeViewer();
  const url = await other.linkOf(await other.add(bytes));
  expect((await other.look(url)).bytes).toEqual(answer.bytes);
  expect(other.decodes()).toBe(0);
  expect((await other.shown())[0]?.params['width']).toBe('600');
});

it('the small images of a picture are decoded once for many looks at the same time, in several isolates', async () => {
  const first = makeViewer();
  const isolates = [first, makeViewer(first), makeViewer(first)];
  const url = await first.linkOf(await first.add(newPicture()));
  const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => (isolates[at % 3] ?? first).look(url)));
  expect(answers.map(({ status }) => status)).toEqual(Array(120).fill(200));
  expect(isolates.reduce((sum, { decodes }) => sum + decodes(), 0)).toBe(1);
});

it('the small images of a picture are covers of links to the file, none of a folder, of the trash, or of another person', async () => {
  const { viewer, id, url } = await looked();
  const text = await viewer.add(joined('text'), 'text.txt');
  const covers = await coverLinks(viewer.deps, viewer.caller, [id, text, 'Vunknown'], '');
  expect([...covers]).toEqual([[id, url]]);
  expect([...(await coverLinks(viewer.deps, viewer.caller, [id], 'SIZE_LARGE')).values()]).toEqual([
    url.replace(/s$/, 'l'),
  ]);
  const other = makeViewer();
  await other.add(joined('text'), 'text.txt');
  expect((await coverLinks(other.deps, other.caller, [id], '')).size).toBe(0);
  unwrap(await viewer.stub.trash(idsOf(viewer.caller), { ids: [id], trashTtlMs: 60_000 }, null));
  expect((await coverLinks(viewer.deps, viewer.caller, [id], '')).size).toBe(0);
});

it('the small images of a picture: count to no quota', async () => {
  const { viewer, bytes } = await looked();
  expect(unwrap(await viewer.stub.space(idsOf(viewer.caller))).usageBytes).toBe(bytes.length);
});

it('the small images of a picture are tried once where none can be made, and again by a newer codec', async () => {
  const viewer = makeViewer();
  const id = await viewer.add(joined('<svg onload="alert(1)"/>', newHexId()));
  const url = await viewer.linkOf(id);
  expect((await viewer.look(url)).status).toBe(204);
  expect((await viewer.look(url)).status).toBe(204);
  expect(viewer.decodes()).toBe(1);
  expect(await viewer.linkOf(id)).toBe('');
  const older = 'UPDATE images SET version = ?';
  await runInDurableObject(viewer.stub, (_object, state) => state.storage.sql.exec(older, CODEC_VERSION - 1));
  const { index } = await viewer.indexOf(id);
  await runInDurableObject(index as never, (_object, state) => state.storage.sql.exec(older, CODEC_VERSION - 1));
  const later = makeViewer(viewer);
  expect(await later.linkOf(id)).toBe(url);
  expect((await later.look(url)).status).toBe(204);
  expect(later.decodes()).toBe(1);
});

it('of a picture that ended the codec are tried again after a rest, not at each look', async () => {
  const viewer = makeViewer();
  const id = await viewer.add(newPicture());
  const url = await viewer.linkOf(id);
  viewer.failCodec(new Error('gone'));
  const refused = await viewer.look(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  const [row] = await indexRows(viewer, id);
  expect(row).toMatchObject({ object_key: null, width: 0, tries: 1 });
  expect(Number(row?.['lease_ms']) - viewer.deps.clock.nowMs()).toBeLessThan(2_001);
  await setLease(viewer, id, 4e12);
  viewer.failCodec(null);
  expect((await viewer.look(url)).status).toBe(503);
  expect(viewer.decodes()).toBe(1);
  await setLease(viewer, id, 1);
  expect((await viewer.look(url)).status).toBe(200);
  expect(await indexRows(viewer, id)).toMatchObject([{ tries: 0, lease_ms: null }]);
});

it('of a picture that ends the codec each time are given up, after longer and longer rests', async () => {
  const viewer = makeViewer();
  const id = await viewer.add(newPicture());
  const url = await viewer.linkOf(id);
  const { index } = await viewer.indexOf(id);
  viewer.failCodec(new Error('gone'));
  const rests: number[] = [];
  let status = 503;
  for (let tries = 0; status === 503 && tries < 20; tries += 1) {
    ({ status } = await viewer.look(url));
    const [row] = await indexRows(viewer, id);
    if (typeof row?.['lease_ms'] === 'number') rests.push(row['lease_ms'] - viewer.deps.clock.nowMs());
    await setLease(viewer, id, 1);
    await runAlarm(index as never);
  }
  expect(status).toBe(204);
  expect(viewer.decodes()).toBe(10);
  expect([rests.length, (rests.at(-1) ?? 0) > 80_000_000]).toEqual([9, true]);
});

it('the small images of a picture are made at once after a restart in the middle, and their object is deleted', async () => {
  const viewer = makeViewer();
  const id = await viewer.add(newPicture());
  const { contentKey, index } = await viewer.indexOf(id);
  const objectKey = newBlobKey();
  unwrap(await index.beginImages({ contentKey, version: CODEC_VERSION, objectKey }));
  await setLease(viewer, id, viewer.deps.clock.nowMs() + 500);
  unwrap(await index.renewImages({ contentKey, objectKey }));
  const [row] = await indexRows(viewer, id);
  expect(Number(row?.['lease_ms']) - viewer.deps.clock.nowMs()).toBeGreaterThan(5_000);
  await viewer.deps.blobs.put(objectKey, new Uint8Array(10), 10);
  await setLease(viewer, id, viewer.deps.clock.nowMs() + 500);
  expect((await viewer.look(await viewer.linkOf(id))).status).toBe(200);
  await runAlarm(index as never);
  expect(await viewer.deps.blobs.size(objectKey)).toBeNull();
});

it('the small images of a picture: of one person keep no other person waiting', async () => {
  const mallory = makeViewer();
  const urls: string[] = [];
  for (let at = 0; at < 12; at += 1) urls.push(await mallory.linkOf(await mallory.add(newPicture(), `${at}.png`)));
  const anna = makeViewer();
  const url = await anna.linkOf(await anna.add(newPicture()));
  const order: string[] = [];
  // One codec, as of one isolate.
  const ask = (name: string, of: string) => mallory.look(of).then(({ status }) => void order.push(`${name} ${status}`));
  const asked = urls.map((one) => ask('mallory', one));
  await Promise.all([...asked, ask('anna', url)]);
  expect(order.indexOf('anna 200')).toBeLessThan(5);
  expect(order.filter((one) => one === 'mallory 200')).toHaveLength(12);
});

it('the small images of a picture are deleted with the last file of their content', async () => {
  const { viewer, id } = await looked();
  const { index } = await viewer.indexOf(id);
  const [row] = await indexRows(viewer, id);
  const objectKey = String(row?.['object_key']);
  expect(await viewer.deps.blobs.size(objectKey)).toBeGreaterThan(0);
  await removeFile(viewer, id);
  await runAlarm(viewer.stub);
  await runInDurableObject(viewer.stub, (_object, state) =>
    expect(state.storage.sql.exec('SELECT * FROM images').toArray()).toEqual([]),
  );
  const release = 'UPDATE blobs SET dead_ms = 1 WHERE dead_ms IS NOT NULL';
  await runInDurableObject(index as never, (_object, state) => state.storage.sql.exec(release));
  await runAlarm(index as never);
  expect(await viewer.deps.blobs.size(objectKey)).toBeNull();
});

it('of a maker that died leave nothing, and the next look makes them', async () => {
  const viewer = makeViewer();
  const id = await viewer.add(newPicture());
  const { contentKey, index } = await viewer.indexOf(id);
  const objectKey = newBlobKey();
  const order = { contentKey, version: CODEC_VERSION, objectKey };
  expect(unwrap(await index.beginImages(order))).toEqual({ kind: 'yours', objectKey });
  expect(unwrap(await index.beginImages({ ...order, objectKey: newBlobKey() }))).toEqual({ kind: 'taken' });
  await viewer.deps.blobs.put(objectKey, new Uint8Array(10), 10);
  await setLease(viewer, id, 1);
  await runAlarm(index as never);
  expect(await viewer.deps.blobs.size(objectKey)).toBeNull();
  expect(await indexRows(viewer, id)).toMatchObject([{ object_key: null, lease_ms: null, version: 0, tries: 1 }]);
  const late = await index.finishImages({ contentKey, objectKey, made: { version: CODEC_VERSION, images: null } });
  expect(unwrap(late)).toBe(false);
  expect((await viewer.look(await viewer.linkOf(id))).status).toBe(200);
});

it.each(SPOILT_LINKS)('a link to a small image: with %s answers 403 with nothing in it', async (_what, part, other) => {
  const { viewer, url } = await looked(newPicture());
  const spoilt = url.replace(part, other);
  expect(spoilt).not.toBe(url);
  const answer = await viewer.look(spoilt);
  expect([answer.status, answer.bytes.length]).toEqual([403, 0]);
});

it('a link to a small image is the same for some hours', async () => {
  const { viewer, id, url } = await looked(newPicture());
  expect(await viewer.linkOf(id)).toBe(url);
});

it('a link to a small image closes at once with the trash, another content, a blocked content and the session', async () => {
  const { viewer, id, url } = await looked();
  const caller = idsOf(viewer.caller);
  const statusOf = async () => (await viewer.look(url)).status;
  unwrap(await viewer.stub.trash(caller, { ids: [id], trashTtlMs: 60_000 }, null));
  expect(await statusOf()).toBe(403);
  unwrap(await viewer.stub.untrash(caller, { ids: [id] }, null));
  expect(await statusOf()).toBe(200);
  const { hash } = (await viewer.shown())[0] ?? { hash: '' };
  unwrap(await viewer.stub.blockContents([hash], true));
  expect([await statusOf(), await viewer.linkOf(id)]).toEqual([403, '']);
  unwrap(await viewer.stub.blockContents([hash], false));
  const again = await viewer.put(newPicture(), { name: 'picture.png', conflict: 'replace' });
  expect(again.file?.id).toBe(id);
  expect(await statusOf()).toBe(403);
  const fresh = await viewer.linkOf(id);
  expect((await viewer.look(fresh)).status).toBe(200);
  await viewer.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 4e12 });
  expect((await viewer.look(fresh)).status).toBe(403);
});

it('a link to a small image is given for what the codec may decode, and for nothing else', async () => {
  const viewer = makeViewer();
  for (const name of ['a.jpg', 'b.PNG', 'c.heic', 'd.svg', 'e.txt', 'f.mp4']) await viewer.add(newPicture(), name);
  await viewer.add(new Uint8Array(0), 'g.png');
  const linked = (await viewer.shown()).filter((file) => file.thumbnail_link !== '').map((file) => file.name);
  expect(linked).toEqual(['a.jpg', 'b.PNG', 'c.heic']);
});

it('sixty bad files answer, none stalls, and what is shown of them is WebP without their text', async () => {
  const viewer = makeViewer();
  for (const { name, bytes } of badPictures()) await viewer.add(bytes, `${name}.png`);
  const files = await viewer.shown();
  const links = files.flatMap(({ thumbnail_link: link }) => (link === '' ? [] : [link]));
  const first = await Promise.all(links.map((link) => viewer.look(link)));
  const answers = []; // Some may wait for a turn in vain.
  for (const [at, one] of first.entries()) answers.push(one.status === 503 ? await viewer.look(links[at] ?? '') : one);
  expect(files).toHaveLength(60);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]));
  for (const { bytes } of answers.filter(({ status }) => status === 200)) {
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text).toMatch(/^RIFF/);
    expect(text).not.toContain('script');
  }
  expect((await viewer.look(await viewer.linkOf(await viewer.add(newPicture(), 'next.png')))).status).toBe(200);
});

async function film() {
  const viewer = makeViewer();
  const id = await viewer.add(joined('a film ', newHexId()), 'film.mp4');
  const give = (image: Uint8Array<ArrayBuffer>) =>
    putImage(viewer.deps, viewer.caller, {
      nodeId: viewer.nodeId(id),
      sizeBytes: image.length,
      body: new Response(image).body,
      width: 1_920,
      height: 1_080,
      durationSeconds: 61,
    });
  return { viewer, id, give };
}
const heldContents = (viewer: Viewer) =>
  runInDurableObject(viewer.stub, (_object, state) =>
    state.storage.sql.exec('SELECT content_key, nodes FROM contents').toArray(),
  );

it("an image that the owner's browser made is encoded anew, shown with size and length, and counts to no quota", async () => {
  const { viewer, id, give } = await film();
  expect(await viewer.linkOf(id)).toBe('');
  const before = unwrap(await viewer.stub.space(idsOf(viewer.caller))).usageBytes;
  const file = await give(newPicture(400, 300));
  expect(file.params).toMatchObject({ width: '1920', height: '1080', duration: '61' });
  expect(file.medias).toMatchObject([{ video: { width: 1_920, duration: 61 } }]);
  const answer = await viewer.look(file.thumbnail_link);
  expect(new TextDecoder('latin1').decode(answer.bytes.subarray(0, 4))).toBe('RIFF');
  expect(unwrap(await viewer.stub.space(idsOf(viewer.caller))).usageBytes).toBe(before);
  await give(newPicture(200, 100));
  expect(await heldContents(viewer)).toHaveLength(2);
});

it("an image that the owner's browser made is not given to another owner of the same bytes, and goes with the file", async () => {
  const { viewer, id, give } = await film();
  await give(newPicture());
  const other = makeViewer();
  const same = await viewer.fetchContent((await viewer.detail(id)).web_content_link);
  const theirs = await other.add(same.bytes as Uint8Array<ArrayBuffer>, 'film.mp4');
  expect(await other.linkOf(theirs)).toBe('');
  await removeFile(viewer, id);
  await runAlarm(viewer.stub);
  expect(await heldContents(viewer)).toEqual([]);
});

it("an image that the owner's browser made comes along with a copy, as the content does", async () => {
  const { viewer, id, give } = await film();
  await give(newPicture());
  const source = unwrap(await viewer.stub.exportTree({ rootIds: [id], want: { kind: 'roots', ids: [id] }, rows: 10 }));
  expect(source.contents[0]?.own?.image).toMatchObject({ width: 1_920, durationMs: 61_000 });
  const reader = makeViewer();
  unwrap(await reader.stub.space(idsOf(reader.caller)));
  await runInDurableObject(reader.stub, (_object, state) => {
    const [content] = source.contents;
    if (!content) throw new Error('no content');
    const tx = {
      sql: state.storage.sql,
      credential: '',
      run: 1,
      nowMs: 1,
      limits: { nodesPerDrive: 10, nodesPerCopy: 10, graceMs: 1 },
      listeners: [],
      publish: () => undefined,
      changed: () => undefined,
      bellChanged: () => undefined,
      wakeAt: () => undefined,
      wakeForLease: () => undefined,
    };
    gainContents(tx, [{ content, count: 1 }], 1);
    expect(ownImageOf(state.storage.sql, content.contentKey)?.imageKey).toBe(content.own?.image.imageKey);
    loseContent(tx, content.contentKey, 1);
    expect(state.storage.sql.exec('SELECT * FROM contents').toArray()).toEqual([]);
  });
});

it("an image that the owner's browser made is read before the codec is asked: a slow sender keeps no one waiting", async () => {
  const { viewer, id } = await film();
  const slow = new FixedLengthStream(100);
  const input = { nodeId: viewer.nodeId(id), sizeBytes: 100, body: slow.readable, width: 0, height: 0 };
  const rendered = vi.fn();
  const codec = { turns: viewer.deps.codec.turns, render: rendered };
  const late = putImage({ ...viewer.deps, codec }, viewer.caller, { ...input, durationSeconds: 0 });
  late.catch(() => undefined);
  await expect(readImage('anna', new FixedLengthStream(100).readable, 100, 5)).rejects.toMatchObject({
    errorName: 'unavailable',
  });
  expect(rendered).not.toHaveBeenCalled();
  await slow.writable.abort(new Error('gone'));
  await expect(late).rejects.toThrow();
  expect(await heldContents(viewer)).toHaveLength(1);
});

it("an image that the owner's browser made belongs to files that may have one, and takes no more space than they do", async () => {
  const viewer = makeViewer();
  const archive = await viewer.add(joined('PK', newHexId()), 'all.zip');
  const { give, viewer: maker } = await film();
  const put = (id: string, image: Uint8Array<ArrayBuffer>) =>
    putImage(viewer.deps, viewer.caller, {
      nodeId: viewer.nodeId(id),
      sizeBytes: image.length,
      body: new Response(image).body,
      width: 1,
      height: 1,
      durationSeconds: 0,
    });
  await expect(put(archive, newPicture())).rejects.toMatchObject({ errorName: 'invalid_argument' });
  await expect(give(noisyPng(900, 900))).rejects.toMatchObject({ errorName: 'invalid_argument' });
  expect(await heldContents(maker)).toHaveLength(1);
});

it.each([
  ['no picture', joined('<script>alert(1)</script>')],
  ['a bomb', badPictures()[0]?.bytes ?? joined('')],
])("an image that the owner's browser made is refused as %s, and leaves nothing", async (_what, bytes) => {
  const { viewer, give } = await film();
  await expect(give(bytes)).rejects.toMatchObject({ errorName: 'invalid_argument' });
  expect(await heldContents(viewer)).toHaveLength(1);
});
