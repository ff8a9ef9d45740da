/** Direct links: what their addresses answer, to whom they stay closed, and that nothing leads around them. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import { HOUR_MS } from '#shared/units.ts';
import { ask, cookieOf, VISITOR } from './page-visits.ts';
import { env, ORIGIN, send } from './send.ts';
import { visit } from './visit.ts';
import { blockContent, freshName, makeFile, makeLink, makePeople, ok, type Person, trash } from './world.ts';

const world = await makePeople();

const get = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  visit(address, { method, headers });

function directOf({ token }: Person, fileId: string): Promise<DirectLink> {
  return ok(shareContract.makeDirect, { token, body: { file_id: fileId } });
}

async function madeFor(person: Person, text = freshName('text'), name?: string) {
  const fileId = await makeFile(person, text, name);
  return { fileId, text, link: await directOf(person, fileId) };
}

/** Status, headers but the time, and text. */
async function answerOf(address: string): Promise<unknown[]> {
  const answer = await get(address);
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return [answer.status, headers, await answer.text()];
}

const switched = ({ token }: Person, shareId: string, enabled: boolean) =>
  ok(shareContract.switchDirect, { token, body: { share_id: shareId, enabled } });

test('a direct link sends the bytes with the headers of the content origin, whole and by range', async () => {
  const page = '<script>alert(1)</script>';
  const { link } = await madeFor(world.alice, page, `${freshName('page')}.html`);
  expect(new URL(link.url).origin).toBe(env.CONTENT_ORIGIN);
  const whole = await get(link.url);
  expect([whole.status, await whole.text()]).toEqual([200, page]);
  const headers = Object.fromEntries(whole.headers);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  });
  const part = await get(link.url, { range: 'bytes=1-6' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-6/25', 'script']);
  const head = await get(link.url, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', '']);
  const known = await get(link.url, { 'if-none-match': headers['etag'] ?? '' });
  expect([known.status, await known.text()]).toEqual([304, '']);
  expect((await get(link.url.replace(/[^/]*$/, 'other%20name.png'))).headers.get('content-type')).toBe(
    'application/octet-stream',
  );
});

test('what a chat glued to a direct link leads to the link, and an older name does not', async () => {
  const name = freshName('table');
  const { link } = await madeFor(world.alice, 'x', `${name}.csv`);
  const bare = link.url.slice(0, link.url.lastIndexOf('/'));
  for (const [address, own] of [
    [`${link.url}。`, link.url],
    [`${link.url})`, link.url],
    [`${link.url}/。`, link.url],
    [`${bare}。`, bare],
    [`${bare}_`, bare],
    [`${bare}/`, bare],
  ] as const) {
    const answer = await get(address);
    expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 308, new URL(own).pathname]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect((await get(`${link.url}.bak`)).status).toBe(200);
});

test('a direct link opens on the content origin alone', async () => {
  const { link } = await madeFor(world.alice);
  const answer = await get(new URL(new URL(link.url).pathname, ORIGIN).href);
  expect(answer.status).toBe(404);
});

test('a picture is for embedding, and still a download', async () => {
  const { link } = await madeFor(world.alice, 'not really', `${freshName('a')}.png`);
  const answer = await get(link.url);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  await answer.body?.cancel();
});

type Act = (link: DirectLink) => Promise<unknown>;
const ACTS: readonly (readonly [string, Act, Act | null])[] = [
  [
    'off',
    ({ share_id }) => switched(world.alice, share_id, false),
    ({ share_id }) => switched(world.alice, share_id, true),
  ],
  [
    'deleted',
    ({ share_id }) => ok(shareContract.remove, { token: world.alice.token, body: { ids: [share_id] } }),
    null,
  ],
  ['renewed', ({ share_id }) => ok(shareContract.renewDirect, { token: world.alice.token, body: { share_id } }), null],
  [
    'in the trash',
    ({ file_id }) => trash(world.alice, file_id),
    ({ file_id }) => ok(driveContract.batchUntrash, { token: world.alice.token, body: { ids: [file_id] } }),
  ],
  [
    'banned',
    async ({ file_id: id }) => {
      const { hash } = await ok(driveContract.detail, { token: world.alice.token, params: { id } });
      await blockContent(world.olga, world.alice, hash);
    },
    null,
  ],
];

test.each(ACTS)('a direct link that is %s answers as one that never was, at once', async (_state, close, open) => {
  const { link, text } = await madeFor(world.alice);
  // Asked twice in a second: its answers are leased.
  for (let times = 0; times < 2; times += 1) expect(await (await get(link.url)).text()).toBe(text);
  const never = await answerOf(`${env.CONTENT_ORIGIN}/d/V${'0'.repeat(25)}/x`);
  expect(never[0]).toBe(404);
  await close(link);
  expect(await answerOf(link.url)).toEqual(never);
  if (open) {
    await open(link);
    // A file that comes back opens its link by an event.
    await expect.poll(async () => (await get(link.url)).text()).toBe(text);
  }
});

test.each(['x', 'V', `V${'0'.repeat(300)}`])('the id %s answers as one that never was', async (id) => {
  const never = await answerOf(`${env.CONTENT_ORIGIN}/d/V${'0'.repeat(25)}/x`);
  expect(await answerOf(`${env.CONTENT_ORIGIN}/d/${id}/x`)).toEqual(never);
});

test('a link with a page has no direct address, and a direct link has no page, no saves and no terms', async () => {
  const { alice, bob } = world;
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice)] });
  expect((await get(`${env.CONTENT_ORIGIN}/d/${shareId}/x`)).status).toBe(404);
  const { link, fileId } = await madeFor(alice);
  const query = { share_id: link.share_id };
  expect((await ok(shareContract.open, { query })).share_status).toBe('NOT_FOUND');
  expect((await ok(shareContract.fileInfo, { query: { ...query, file_id: fileId } })).share_status).toBe('NOT_FOUND');
  const saved = await ok(shareContract.restore, { token: bob.token, body: query });
  expect(saved.share_status).toBe('NOT_FOUND');
  const listed = await ok(shareContract.own, { token: alice.token, query: { file_ids: fileId } });
  expect(listed.data).toEqual([]);
  const byId = { filters: JSON.stringify({ id: { in: link.share_id } }) };
  expect((await ok(shareContract.list, { token: alice.token, query: byId })).data).toEqual([]);
  const change = await send(shareContract.change, { token: alice.token, body: { ...query, restore_limit: '3' } });
  expect(change.status).toBe(404);
  const forged = { file_ids: [fileId], share_to: '~direct', pass_code_option: 'REQUIRED' };
  expect((await send(shareContract.create, { token: alice.token, body: forged })).status).toBe(400);
});

test('another person can neither make, switch, renew nor delete a direct link of a file', async () => {
  const { alice, bob } = world;
  const { link, fileId, text } = await madeFor(alice);
  const body = { share_id: link.share_id };
  const { token } = bob;
  expect((await send(shareContract.makeDirect, { token, body: { file_id: fileId } })).status).toBe(404);
  expect((await send(shareContract.switchDirect, { token, body: { ...body, enabled: false } })).status).toBe(404);
  expect((await send(shareContract.renewDirect, { token, body })).status).toBe(404);
  expect((await send(shareContract.remove, { token, body: { ids: [link.share_id] } })).status).toBe(404);
  expect((await send(shareContract.statistics, { token, query: body })).status).toBe(404);
  expect(await (await get(link.url)).text()).toBe(text);
});

test('calls that make the direct link of a file at once make one', async () => {
  const fileId = await makeFile(world.alice);
  const made = await Promise.all(Array.from({ length: 8 }, () => directOf(world.alice, fileId)));
  expect(new Set(made.map(({ url }) => url)).size).toBe(1);
});

test('acts at the same time: after switches and renewals at once a file has at most one address, and no former one opens', async () => {
  const { alice } = world;
  const { link, fileId } = await madeFor(alice);
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (at) => {
      const body = { share_id: link.share_id };
      if (at % 3 === 0)
        return send(shareContract.switchDirect, { token: alice.token, body: { ...body, enabled: false } });
      if (at % 3 === 1)
        return send(shareContract.switchDirect, { token: alice.token, body: { ...body, enabled: true } });
      return send(shareContract.renewDirect, { token: alice.token, body });
    }),
  );
  for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
  await directOf(alice, fileId);
  const { data } = await ok(shareContract.directLinks, { token: alice.token, query: { file_id: fileId } });
  expect(data).toHaveLength(1);
  expect(data[0]?.share_id).not.toBe(link.share_id);
  expect((await get(link.url)).status).toBe(404);
  expect((await get(data[0]?.url ?? '')).status).toBe(200);
});

test('the page of direct links makes, switches, renews and deletes one without script', async () => {
  const fileId = await makeFile(world.alice, 'page', `${freshName('<b>')}.txt`);
  const alice = await cookieOf(world.alice.email, 'magpie-demo');
  const path = `/drive/shares/direct?file=${fileId}`;
  const act = async (fields: Record<string, string>) => (await ask(alice, path, fields)).text();
  const addressOf = (html: string) => /<input[^>]*font-mono[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(await (await ask(alice, path)).text()).toContain('name="step" value="make"');
  const made = await act({ step: 'make', file: fileId });
  expect(made).not.toContain('<b>');
  const url = addressOf(made);
  const id = new URL(url).pathname.split('/')[2] ?? '';
  expect((await get(url)).status).toBe(200);
  expect(await act({ step: 'off', id })).toContain('value="on"');
  expect((await get(url)).status).toBe(404);
  await act({ step: 'on', id });
  // The page asks before an address ends.
  expect(await act({ step: 'ask-renew', id })).toContain('value="renew"');
  expect((await get(url)).status).toBe(200);
  const renewed = addressOf(await act({ step: 'renew', id }));
  expect([(await get(url)).status, (await get(renewed)).status]).toEqual([404, 200]);
  await act({ step: 'delete', id: new URL(renewed).pathname.split('/')[2] ?? '' });
  expect((await get(renewed)).status).toBe(404);
  expect((await ask(VISITOR, path)).headers.get('location')).toBe(`/auth?next=${encodeURIComponent(path)}`);
});

const made = ({ token }: Person, fileId: string, hours: number) =>
  ok(shareContract.makeDirect, { token, body: { file_id: fileId, hours } });

test('a direct link for some hours: another address ends when the former one would have', async () => {
  const { alice } = world;
  const link = await made(alice, await makeFile(alice, freshName('text')), 12);
  const renewed = await ok(shareContract.renewDirect, { token: alice.token, body: { share_id: link.share_id } });
  expect([renewed.url === link.url, Date.parse(renewed.end_time)]).toEqual([false, Date.parse(link.end_time)]);
});

test('it ends, begins anew for as long, and can lose its end; one without an end keeps none', async () => {
  const { alice } = world;
  const fileId = await makeFile(alice, freshName('text'));
  const before = Date.now();
  const link = await made(alice, fileId, 12);
  const left = Date.parse(link.end_time) - before;
  expect([left > 11.9 * HOUR_MS, left < 12.1 * HOUR_MS]).toEqual([true, true]);
  expect((await get(link.url)).status).toBe(200);
  const later = await made(alice, fileId, 24);
  expect([later.share_id, later.end_time > link.end_time]).toEqual([link.share_id, true]);
  await switched(alice, link.share_id, false);
  expect((await get(link.url)).status).toBe(404);
  expect(await directOf(alice, fileId)).toMatchObject({ share_id: link.share_id, end_time: '', enabled: true });
  expect((await get(link.url)).status).toBe(200);
  expect(await made(alice, fileId, 12)).toMatchObject({ share_id: link.share_id, end_time: '' });
  // An address without an end that was switched off stays closed.
  await switched(alice, link.share_id, false);
  const other = await made(alice, fileId, 12);
  expect([other.share_id === link.share_id, other.end_time]).toEqual([false, expect.stringMatching(/^\d/)]);
  expect([(await get(link.url)).status, (await get(other.url)).status]).toEqual([404, 200]);
});
