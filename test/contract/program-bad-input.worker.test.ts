/** Bad input of programs: what ends amid an upload, clocks that lie, floods of locks, and links that end while they are mounted. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { MIB } from '#shared/units.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { makeCollectLink } from './cases/collect/collect.cases.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer } from './cases/newcomer.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { env, makeServer, type Server } from './send.ts';
import { visit } from './visit.ts';
import { freshName, makeFolder, makeLink, makePeople, objects, ok } from './world.ts';

const HOST = 'http://127.0.0.1:8787';
const DEPTH_0 = { depth: '0' };

await makePeople();

async function making() {
  const person = await newcomer();
  const { id, password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  const ask = (method: string, path: string, more: ProgramAsk = {}) =>
    askAsProgram(method, path, { password, ...more });
  const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  return { person, id, password, ask, status };
}

const SENT = 17 * MIB;

/** A body of 17 MiB; something happens when half of it has been read. */
function halfway(act: () => Promise<unknown>): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      if (sent === 9 * MIB) await act();
      if (sent === SENT) controller.close();
      else {
        controller.enqueue(new Uint8Array(MIB).fill(sent / MIB));
        sent += MIB;
      }
    },
  });
}

async function block({ userId: person }: NewPerson): Promise<void> {
  const body = JSON.stringify({ act: 'block', person, reason: 'by a test' });
  const headers = { 'x-magpie-internal': env.INTERNAL_TOKEN };
  expect((await visit('/_internal/people/act', { body, headers })).status).toBe(200);
}

/** Names in a drive, and bytes that it has promised. */
const heldBy = ({ userId }: NewPerson) =>
  runInDurableObject(objects.drives.getByName(userId), (_, { storage }) => ({
    names: [...storage.sql.exec<{ name: string }>("SELECT name FROM nodes WHERE phase = 'PHASE_TYPE_COMPLETE'")].map(
      ({ name }) => name,
    ),
    bytes: storage.sql.exec<{ usage_bytes: number }>('SELECT usage_bytes FROM space').one().usage_bytes,
  }));

const lengths = [
  ['of known length', { 'content-length': String(SENT) }],
  ['of unknown length', {}],
] as const;

it.each(lengths)('amid a PUT: %s, an app password that ends makes no file of what came', async (_what, headers) => {
  const { person, id, status } = await making();
  const body = halfway(() => ok(authContract.endAppPassword, { token: person.token, params: { id } }));
  expect(await status('PUT', '/dav/long', { body, headers })).toBe(401);
  expect(await heldBy(person)).toEqual({ names: [], bytes: 0 });
});

it.each(lengths)('amid a PUT: %s, a person who is blocked has no file of what came', async (_what, headers) => {
  const { person, status } = await making();
  expect(await status('PUT', '/dav/long', { body: halfway(() => block(person)), headers })).toBe(401);
  expect(await heldBy(person)).toEqual({ names: [], bytes: 0 });
});

it('a body of unknown length that outgrows the drive is 507, and leaves nothing promised', async () => {
  const { person, ask } = await making();
  const server = makeServer({ limits: { freeStorageBytes: 10 * MIB } });
  const full = await ask('PUT', '/dav/long', { body: halfway(async () => undefined), server });
  expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('<d:quota-not-exceeded/>')]);
  expect(await heldBy(person)).toEqual({ names: [], bytes: 0 });
  const look = await ask('PROPFIND', '/dav/', {
    headers: DEPTH_0,
    body: '<propfind xmlns="DAV:"><prop><quota-available-bytes/></prop></propfind>',
    server,
  });
  expect(await look.text()).toContain(`<d:quota-available-bytes>${10 * MIB}<`);
});

const state = { level: 'low', freeBytes: MIB, watermarkBytes: 64 * MIB };
const MACHINE = { fetch: async () => Response.json(state) } as unknown as Fetcher;
const full: Server = makeServer({ bindings: { MACHINE } });

it('a full disk of the server takes no bytes by any way, says so, and reads go on', async () => {
  const { person, ask, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  const refused = await ask('PUT', '/dav/y', { body: 'y', server: full });
  expect([refused.status, await refused.text()]).toEqual([507, expect.stringContaining('<d:sufficient-disk-space/>')]);
  expect(await status('PUT', '/dav/y', { body: halfway(async () => undefined), server: full })).toBe(507);
  const parts = `/remote.php/dav/uploads/${person.userId}/parts`;
  await status('MKCOL', parts);
  expect(await status('PUT', `${parts}/1`, { body: 'x', server: full })).toBe(507);
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': `filename ${btoa('t')}` };
  const begun = await ask('POST', '/tus/', { headers: tus });
  const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const { pathname } = new URL(begun.headers.get('location') ?? '');
  expect(await status('PATCH', pathname, { headers: piece, body: 'x', server: full })).toBe(507);
  expect(await (await ask('GET', '/dav/x', { server: full })).text()).toBe('x');
  expect((await heldBy(person)).names).toEqual(['x']);
});

it('the platform, which passes on no request of more than 100 MB is named by a 413 before any byte is taken, by every way, with the parts that fit', async () => {
  const { person, ask, status } = await making();
  const folder = await makeFolder({ ...person, refreshToken: '' });
  const collect = `/dav/s/${await makeCollectLink({ ...person, refreshToken: '' }, {}, folder)}/x`;
  const parts = `/remote.php/dav/uploads/${person.userId}/parts`;
  await status('MKCOL', parts);
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '200000000', 'upload-metadata': `filename ${btoa('t')}` };
  const upload = new URL((await ask('POST', '/tus/', { headers: tus })).headers.get('location') ?? '').pathname;
  const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  for (const [method, path, headers] of [
    ['PUT', '/dav/x', {}],
    ['PUT', `/remote.php/dav/files/${person.userId}/x`, {}],
    ['PUT', `${parts}/1`, {}],
    ['PUT', collect, {}],
    ['PATCH', upload, piece],
  ] as const) {
    // The length decides: nothing more has to come.
    const asked = { headers: { ...headers, 'content-length': '100000001' }, body: new Blob(['x']).stream() };
    const answer = await ask(method, path, asked);
    expect([answer.status, await answer.text()], path).toEqual([413, expect.stringContaining('90 MiB')]);
  }
  expect(await heldBy(person)).toMatchObject({ bytes: 0 });
});

it('the platform, which passes on no request of more than 100 MB is told to sync clients as a size of parts below it', async () => {
  const { ask } = await making();
  const { ocs } = await (await ask('GET', '/ocs/v2.php/cloud/capabilities?format=json')).json<{
    ocs: { data: { capabilities: { files: { chunked_upload: { max_size: number } } } } };
  }>();
  expect(ocs.data.capabilities.files.chunked_upload.max_size).toBe(90 * MIB);
});

it.each(['-1', 'yesterday', '1e3', '99999999999999999999', '253402300800', '0x10', ''])(
  'a time of %j that a program says is not taken, and the file is',
  async (time) => {
    const { ask } = await making();
    const put = await ask('PUT', '/dav/f', { body: 'x', headers: { 'x-oc-mtime': time } });
    expect([put.status, put.headers.get('x-oc-mtime')]).toEqual([201, null]);
    const shown = (await ask('HEAD', '/dav/f')).headers.get('last-modified') ?? '';
    expect(Math.abs(Date.parse(shown) - Date.now())).toBeLessThan(60_000);
  },
);

it.each([
  ['the first second', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['the year 9999', '253402300799', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['a fraction', '981173106.75', 'Sat, 03 Feb 2001 04:05:06 GMT'],
])('clocks that lie: %s is a time of a file, in every answer', async (_what, time, shown) => {
  const { ask } = await making();
  const put = await ask('PUT', '/dav/f', { body: 'x', headers: { 'x-oc-mtime': time } });
  expect(put.headers.get('x-oc-mtime')).toBe('accepted');
  expect((await ask('HEAD', '/dav/f')).headers.get('last-modified')).toBe(shown);
  expect(await (await ask('PROPFIND', '/dav/f', { headers: DEPTH_0 })).text()).toContain(shown);
});

it('If-Unmodified-Since of a clock ahead holds, of one behind does not, and of none is not read', async () => {
  const { status } = await making();
  await status('PUT', '/dav/f', { body: 'x', headers: { 'x-oc-mtime': '1700000000' } });
  const since = (text: string) =>
    status('PUT', '/dav/f', { body: 'y', headers: { 'if-unmodified-since': text, 'x-oc-mtime': '1700000000' } });
  expect(await since('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(204);
  expect(await since('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(412);
  for (const text of ['yesterday', '1700000000', '']) expect(await since(text), text).toBe(204);
});

it.each([
  ['Infinite'],
  ['Second-4100000000'],
  ['Second-99999999999999999999'],
  ['Second--5'],
  ['soon'],
  ['4,000 letters', 'x'.repeat(4_000)],
])('a lock for %s lasts half an hour at most', async (name, timeout = name) => {
  const { ask } = await making();
  const body = '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';
  const text = await (await ask('LOCK', '/dav/f', { body, headers: { timeout } })).text();
  const seconds = Number(/Second-(\d+)/.exec(text)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(1_800);
});

it('a folder does not move or come into itself, by any spelling, and stays whole', async () => {
  const { ask, status } = await making();
  for (const path of ['/dav/a', '/dav/a/b']) await status('MKCOL', path);
  await status('PUT', '/dav/a/b/f', { body: 'x' });
  for (const to of ['/dav/a/b/c', '/dav/%61/b/c', '/dav/a/b/c/', '/dav/a/x', '/dav/a', '/dav/a/'])
    for (const method of ['MOVE', 'COPY'])
      expect(await status(method, '/dav/a', { headers: { destination: HOST + to } }), `${method} ${to}`).toBe(403);
  expect(await status('MOVE', '/dav/a/b', { headers: { destination: `${HOST}/dav/a` } })).toBe(403);
  expect(await (await ask('GET', '/dav/a/b/f')).text()).toBe('x');
});

it('the locks of one password end at a hundred, whatever they lock, and another password still has its own', async () => {
  const { person, status, ask } = await making();
  await status('MKCOL', '/dav/d');
  const body = '<lockinfo xmlns="DAV:"><lockscope><shared/></lockscope><locktype><write/></locktype></lockinfo>';
  const lock = (at: number, more: ProgramAsk = {}) =>
    status('LOCK', '/dav/d', { body, headers: at % 2 === 0 ? DEPTH_0 : {}, ...more });
  for (let at = 0; at < 100; at += 1) expect(await lock(at)).toBe(200);
  for (let at = 0; at < 20; at += 1) expect(await lock(at)).toBe(429);
  expect(await status('LOCK', '/dav/new', { body })).toBe(429);
  expect(await (await ask('LOCK', '/dav/d', { body })).text()).toMatch(/<s:message>.*100/);
  const other = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  expect(await lock(0, { password: other.password })).toBe(200);
});

const bombs: readonly (readonly [string, string])[] = [
  [
    'entities of entities',
    `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`)
      .join('')}]><propfind xmlns="DAV:"><prop>&h;</prop></propfind>`,
  ],
  [
    'a file as an entity',
    '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop>&a;</prop></propfind>',
  ],
  ['elements without end', `<propfind xmlns="DAV:">${'<prop>'.repeat(3_000)}`],
  ['depth', `<propfind xmlns="DAV:">${'<a>'.repeat(100)}${'</a>'.repeat(100)}</propfind>`],
  ['properties', `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(5_000)}</prop></propfind>`],
];

it.each(bombs)('a body of %s is refused by every method that reads one', async (_what, body) => {
  const { person, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  const files = `/remote.php/dav/files/${person.userId}/x`;
  for (const [method, path] of [
    ['PROPFIND', '/dav/x'],
    ['PROPPATCH', '/dav/x'],
    ['LOCK', '/dav/x'],
    ['REPORT', files],
    ['SEARCH', files],
  ] as const)
    expect([400, 413], method).toContain(await status(method, path, { headers: DEPTH_0, body }));
});

it('a million properties do not fit, in one request or in many', async () => {
  const { ask, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  const set = (from: number, count: number) =>
    `<propertyupdate xmlns="DAV:" xmlns:z="urn:z"><set><prop>${Array.from({ length: count }, (_, at) => `<z:p${from + at}/>`).join('')}</prop></set></propertyupdate>`;
  expect(await status('PROPPATCH', '/dav/x', { body: set(0, 1_000_000) })).toBe(413);
  const answers: string[] = [];
  for (let from = 0; from < 150; from += 50)
    answers.push(await (await ask('PROPPATCH', '/dav/x', { body: set(from, 50) })).text());
  expect(answers.map((text) => / (507|200) /.exec(text)?.[1])).toEqual(['200', '200', '507']);
});

async function mounted(locked = false) {
  const { person, status } = await making();
  const owner = { ...person, refreshToken: '' };
  const folder = await makeFolder(owner, '', freshName());
  await status('PUT', '/dav/x', { body: 'x' });
  const { shareId, passCode } = await makeLink(owner, { fileIds: [folder], locked });
  const base = `/dav/s/${shareId}/`;
  const look = async (password?: string) =>
    (await askAsProgram('PROPFIND', base, { headers: { depth: '1' }, ...(password ? { password } : {}) })).status;
  return { person, shareId, passCode, look };
}

it('a link that is mounted ends with the next look when its owner ends it', async () => {
  const { person, shareId, look } = await mounted();
  expect(await look()).toBe(207);
  await ok(shareContract.remove, { token: person.token, body: { ids: [shareId] } });
  expect(await look()).toBe(404);
});

it('a link that is mounted asks again when its passcode has changed, although the old one was right a moment ago', async () => {
  const { person, shareId, passCode, look } = await mounted(true);
  expect(await look(passCode)).toBe(207);
  const { pass_code: next } = await ok(shareContract.change, {
    token: person.token,
    body: { share_id: shareId, pass_code_option: 'REQUIRED', custom_pass_code: 'zz99' },
  });
  expect(next).not.toBe(passCode);
  expect(await look(passCode)).toBe(401);
  expect(await look(next)).toBe(207);
});

it('a link that is mounted opens nothing of a person who was blocked', async () => {
  const { person, look } = await mounted();
  expect(await look()).toBe(207);
  await block(person);
  expect([401, 403, 404]).toContain(await look());
});
