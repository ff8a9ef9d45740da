import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import { bytesOf, MIB, makeUploader, type Uploader } from '../upload/upload-fixture.ts';
import type { LinkClaims } from './claims.ts';
import { contentLink, verifyContentLink } from './link.ts';
import { drivesWithLooks, makeLooks } from './looks-fixture.ts';
import { streamSpan } from './stream.ts';
import { makeTransfers } from './transfers.ts';

interface Served {
  person: Uploader;
  claims: LinkClaims;
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function serve(
  sizeBytes = 1_000,
  name = 'notes.txt',
  claims: Partial<LinkClaims> = {},
  zipRecheckSeconds = 30,
  free: Partial<PlanLimits> = {},
  looks = makeLooks(),
): Promise<Served> {
  const drives = (real: ObjectsByName) => drivesWithLooks(real, 'openContent', looks);
  const person = makeUploader({ limits: { partBytes: MIB, zipRecheckSeconds }, free, drives });
  const bytes = bytesOf(sizeBytes, 21);
  const { file } = await person.upload(bytes, { name });
  const contentKey = await runInDurableObject(
    person.stub,
    (_object, state) => state.storage.sql.exec('SELECT content_key FROM nodes').one()['content_key'],
  );
  const { userId, sessionId, epoch } = person.caller;
  const whole: LinkClaims = {
    kind: 'drive',
    ownerId: userId,
    nodeId: person.nodeId(file.id),
    contentKey: contentKey as LinkClaims['contentKey'],
    expiresAtMs: person.deps.clock.nowMs() + 60_000,
    attachment: false,
    sessionId,
    tokenEpoch: epoch,
    ...claims,
  };
  const { url } = await contentLink(person.deps, whole, name);
  return { person, claims: whole, url, bytes };
}

it('a content link is on the content origin, with its name and expiry', async () => {
  const { person, claims, url } = await serve(10, 'ä b?.txt');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8787\/f\/[\w.~-]+\/%C3%A4%20b%3F\.txt\?expire=\d{10}$/);
  expect(Number(new URL(url).searchParams.get('expire'))).toBe(Math.floor(claims.expiresAtMs / 1_000));
  const token = url.split('/')[4] ?? '';
  expect(await verifyContentLink(person.deps.keyring, token, claims.expiresAtMs - 2_000)).toMatchObject({
    nodeId: claims.nodeId,
    sessionId: 'family',
  });
  expect(await verifyContentLink(person.deps.keyring, token, claims.expiresAtMs)).toBeNull();
});

it.each([
  [
    'another signature',
    (url: string) =>
      url.replace(/([\w-])([\w-]{20})\//, (_, first: string, rest: string) => `${first === 'A' ? 'B' : 'A'}${rest}/`),
  ],
  ['another kind', (url: string) => url.replace('/f/d.', '/f/s.')],
  [
    'another way to show it',
    (url: string) =>
      url.replace(/\/f\/d\.[ai]\./, (head) => head.replace(/[ai]\.$/, (mode) => (mode === 'a.' ? 'i.' : 'a.'))),
  ],
  [
    'a later end',
    (url: string) =>
      url.replace(/\.([0-9a-z]{6,8})\./, (_, at: string) => `.${(Number.parseInt(at, 36) + 60).toString(36)}.`),
  ],
  ['no signature', (url: string) => url.replace(/\.[\w-]+\/(?=[^/]*$)/, '/')],
  ['nonsense', (url: string) => url.replace(/\/f\/[^/]+/, '/f/nonsense')],
])('a content link: with %s answers 403 with nothing in it', async (_what, spoil) => {
  const { person, url } = await serve(10);
  const answer = await person.fetchContent(spoil(url));
  expect([answer.status, answer.bytes.length]).toEqual([403, 0]);
});

it('answers 403 after its expiry, and after the end of its file, content or session', async () => {
  const { person, claims } = await serve(10);
  const statusOf = async (change: Partial<LinkClaims>): Promise<number> => {
    const { url } = await contentLink(person.deps, { ...claims, ...change }, 'x');
    return (await person.fetchContent(url)).status;
  };
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ expiresAtMs: person.deps.clock.nowMs() - 1 })).toBe(403);
  expect(await statusOf({ nodeId: person.nodeId('VAAAAAAAAAAAAAAAAAAAAAAAAA') })).toBe(403);
  expect(await statusOf({ contentKey: `1-${'0'.repeat(64)}` as LinkClaims['contentKey'] })).toBe(403);
  expect(await statusOf({ kind: 'share' })).toBe(403);
  await person.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 4e12 });
  expect(await statusOf({ attachment: true })).toBe(403);
});

it.each<[string, Record<string, string>, number, [number, number] | null, string | null]>([
  ['whole', {}, 200, [0, 1_000], null],
  ['first bytes', { range: 'bytes=0-9' }, 206, [0, 10], 'bytes 0-9/1000'],
  ['middle to end', { range: 'bytes=990-' }, 206, [990, 1_000], 'bytes 990-999/1000'],
  ['suffix', { range: 'bytes=-5' }, 206, [995, 1_000], 'bytes 995-999/1000'],
  ['past the end cut', { range: 'bytes=998-5000' }, 206, [998, 1_000], 'bytes 998-999/1000'],
  ['behind the end', { range: 'bytes=1000-' }, 416, null, 'bytes */1000'],
  ['several ranges whole', { range: 'bytes=0-1,5-6' }, 200, [0, 1_000], null],
  ['If-Range of another', { range: 'bytes=0-9', 'if-range': '"other"' }, 200, [0, 1_000], null],
  ['If-None-Match of another', { 'if-none-match': '"other"' }, 200, [0, 1_000], null],
  ['If-Match of another', { 'if-match': '"other"' }, 412, null, null],
])('the content endpoint serves %s', async (_what, headers, status, span, range) => {
  const { person, url, bytes } = await serve();
  const answer = await person.fetchContent(url, { headers });
  expect(answer.status).toBe(status);
  expect(answer.bytes).toEqual(span ? bytes.slice(...span) : new Uint8Array(0));
  expect(answer.headers.get('content-range')).toBe(range);
  if (span) expect(answer.headers.get('content-length')).toBe(String(span[1] - span[0]));
});

it('the content endpoint: answers 304 for its own tag, honours If-Range, and HEAD without bytes', async () => {
  const { person, url, bytes, claims } = await serve();
  const etag = `"${claims.contentKey}"`;
  const head = await person.fetchContent(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), head.headers.get('content-length'), head.bytes.length]).toEqual([
    200,
    etag,
    '1000',
    0,
  ]);
  expect((await person.fetchContent(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const ranged = await person.fetchContent(url, { headers: { range: 'bytes=1-2', 'if-range': etag } });
  expect([ranged.status, ranged.bytes]).toEqual([206, bytes.slice(1, 3)]);
});

it.each([
  ['photo.png', 'inline', 'image/png'],
  ['song.mp3', 'inline', 'audio/mpeg'],
  ['notes.txt', 'inline', 'text/plain'],
  ['page.html', 'attachment', 'application/octet-stream'],
  ['drawing.svg', 'attachment', 'application/octet-stream'],
  ['feed.xml', 'attachment', 'application/octet-stream'],
  ['code.js', 'attachment', 'application/octet-stream'],
  ['paper.pdf', 'attachment', 'application/octet-stream'],
  ['data.zip', 'attachment', 'application/zip'],
])('the content endpoint lets nothing run: %s is %s', async (name, kind, type) => {
  const { person, url } = await serve(10, name);
  const { headers } = await person.fetchContent(url);
  expect(headers.get('content-disposition')).toBe(`${kind}; filename="${name}"`);
  expect(headers.get('content-type')?.split(';')[0]).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toMatch(/^private/);
});

it('saves under its name what the link asks to save', async () => {
  const { person, url } = await serve(10, 'photo.png', { attachment: true });
  expect((await person.fetchContent(url)).headers.get('content-disposition')).toBe('attachment; filename="photo.png"');
});

it('the content endpoint serves an empty file', async () => {
  const { person, url } = await serve(0, 'empty.txt');
  const answer = await person.fetchContent(url);
  expect([answer.status, answer.bytes.length, answer.headers.get('content-length')]).toEqual([200, 0, '0']);
});

it('the content endpoint serves a file of several objects and windows, and counts what was sent', async () => {
  const { person, url, bytes } = await serve(17 * MIB + 5, 'film.mp4');
  const answer = await person.fetchCounted(url);
  expect(answer.bytes.length).toBe(bytes.length);
  expect(answer.bytes.slice(-10)).toEqual(bytes.slice(-10));
  const middle = await person.fetchCounted(url, { headers: { range: `bytes=${16 * MIB - 3}-${16 * MIB + 3}` } });
  expect(middle.bytes).toEqual(bytes.slice(16 * MIB - 3, 16 * MIB + 4));
  expect(await sentTo(person)).toBe(bytes.length + 7);
});

const sentTo = (person: Uploader): Promise<unknown> =>
  runInDurableObject(
    person.stub,
    (_object, state) => state.storage.sql.exec('SELECT sum(bytes) AS bytes FROM traffic').one()['bytes'],
  );

it('counts the bytes that a client took which left in the middle', async () => {
  const { person, url } = await serve(12 * MIB, 'film.mp4');
  const { body, ended } = await person.openContent(url);
  const reader = body.getReader();
  let readBytes = 0;
  while (readBytes < 2 * MIB) readBytes += (await reader.read()).value?.length ?? 0;
  await reader.cancel();
  await ended();
  const sent = await sentTo(person);
  expect(sent).toBeGreaterThanOrEqual(readBytes);
  expect(sent).toBeLessThanOrEqual(readBytes + MIB);
});

// The first window passes in bites, the second one natively.
it.each([
  ['in its first window', 2],
  ['in a later one', 17],
])('the content endpoint: ends short when its session ends %s', async (_where, takenMib) => {
  const looks = makeLooks();
  const { person, url, bytes } = await serve(24 * MIB, 'film.mp4', {}, 0.05, {}, looks);
  const { body, ended } = await person.openContent(url);
  const reader = body.getReader();
  let readBytes = 0;
  while (readBytes < takenMib * MIB) readBytes += (await reader.read()).value?.length ?? 0;
  await person.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 4e12 });
  await looks.next();
  await expect(
    (async () => {
      for (let step = await reader.read(); !step.done; step = await reader.read()) readBytes += step.value.length;
    })(),
  ).rejects.toThrow();
  await ended();
  expect(readBytes).toBeLessThan(bytes.length - MIB);
});

const traffic = { offline: null, upload: null, download: 1_000 };

it('a download without traffic left is refused with limit and use where the plan stops it, and the file stays', async () => {
  const { person, claims, url, bytes } = await serve(1_000, 'notes.txt', {}, 30, { trafficBytes: traffic });
  expect((await person.fetchContent(url)).bytes).toEqual(bytes);
  // A link that was opened before stays open for a second.
  const later = { ...claims, expiresAtMs: claims.expiresAtMs + 60_000 };
  const other = await contentLink(person.deps, later, 'notes.txt');
  const refused = await person.fetchContent(other.url);
  expect(JSON.parse(new TextDecoder().decode(refused.bytes))).toMatchObject({
    name: 'traffic_not_enough',
    detail: { reason: 'download', metadata: { limit: '1000', used: '1000' } },
  });
});

it('a download without traffic left is slow where the plan slows it, and whole', async () => {
  const options = { trafficBytes: { ...traffic, download: 0 }, slowBytesPerSecond: 200 * 1024 };
  const { person, url, bytes } = await serve(100 * 1024, 'notes.txt', {}, 30, options);
  expect((await person.fetchContent(url)).bytes).toEqual(bytes);
});

it('a download without traffic left is sent in as many seconds as its bytes take at the speed of the plan', async () => {
  const options = { trafficBytes: { ...traffic, download: 0 }, slowBytesPerSecond: 200 * 1024 };
  const { person, claims, bytes } = await serve(5 * MIB, 'film.mp4', {}, 30, options);
  const { content } = (await person.contentSources.drive(claims)) ?? {};
  if (!content?.transfer) throw new Error('the link does not open');
  const { bytesPerSecond, end } = makeTransfers(() => undefined).begin(content, bytes.length, Date.now());
  let waitedMs = 0;
  const { body, done } = streamSpan(
    {
      blobs: person.deps.blobs,
      content,
      bytesPerSecond,
      lookMs: 60_000,
      count: async () => undefined,
      look: async () => true,
      wait: async (ms) => {
        waitedMs += ms;
      },
    },
    0,
    bytes.length,
  );
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(bytes.length);
  await done;
  end();
  expect(waitedMs / 1_000).toBeCloseTo(bytes.length / (200 * 1024), 6);
});
