/** Uploads by tus 1.0 against the running worker: its headers and refusals, offsets, and who may do what. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { env, makeServer, type Server } from './send.ts';
import { visit } from './visit.ts';
import { freshName, makeFolder, makePeople, ok } from './world.ts';

const PLACE = `${env.CONTENT_ORIGIN}/tus/`;
const PAGES = JSON.stringify([
  { id: 'uploader', name: 'Uploader', grants: ['authorization_code'], redirectUris: ['https://uploader.example/back'] },
]);
/** Parts of 1,000 bytes: a piece is many. */
const server = makeServer({ limits: { partBytes: 1_000, fileBytes: 50_000 }, bindings: { CLIENTS: PAGES } });

await makePeople();
const person = await newcomer();
const { password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

interface Tus {
  readonly method: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | null;
  readonly by?: string;
  readonly at?: Server;
}

function tus({ method, address = PLACE, headers = {}, body = null, by = password, at = server }: Tus) {
  const isKnown = body instanceof Uint8Array || typeof body === 'string';
  const length: Record<string, string> = isKnown ? { 'content-length': String(body.length) } : {};
  const own = {
    ...length,
    'tus-resumable': '1.0.0',
    authorization: `Basic ${btoa(`any:${by}`)}`,
    origin: '',
    'sec-fetch-site': '',
  };
  return visit(address, { method, body, headers: { ...own, ...headers }, server: at });
}

async function begin(name: string, sizeBytes: number, more: Partial<Tus> & { metadata?: Record<string, string> } = {}) {
  const { metadata = {}, headers = {}, ...rest } = more;
  const said = { 'upload-length': String(sizeBytes), 'upload-metadata': metadataOf({ filename: name, ...metadata }) };
  const answer = await tus({ method: 'POST', headers: { ...said, ...headers }, ...rest });
  return { answer, address: answer.headers.get('location') ?? '' };
}

const PIECE = { 'content-type': 'application/offset+octet-stream' };
const piece = (address: string, offset: number, body: BodyInit | null, more: Partial<Tus> = {}) =>
  tus({
    method: 'PATCH',
    address,
    body,
    ...more,
    headers: { ...PIECE, 'upload-offset': String(offset), ...more.headers },
  });
const offsetOf = async (address: string) => (await tus({ method: 'HEAD', address })).headers.get('upload-offset');

function bytesOf(count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, at) => (at * 31 + (at >> 8)) % 251);
}

async function stored(name: string, parent_id = '') {
  const { files } = await ok(driveContract.list, { token: person.token, query: { parent_id, limit: 1000 } });
  return files.find((file) => file.name === name && file.phase === 'PHASE_TYPE_COMPLETE');
}

async function contentOf(name: string): Promise<string> {
  const file = await stored(name);
  const { links } = await ok(driveContract.detail, { token: person.token, params: { id: file?.id ?? '' } });
  const answer = await visit(links['application/octet-stream']?.url ?? '', { headers: { origin: '' } });
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
}

it('the server says what it offers to anybody, without a password', async () => {
  const answer = await tus({ method: 'OPTIONS', headers: { authorization: '', 'tus-resumable': '' } });
  expect(answer.status).toBe(204);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-resumable': '1.0.0',
    'tus-max-size': '50000',
    'tus-extension': 'creation,creation-with-upload,termination,checksum,expiration',
    'tus-checksum-algorithm': 'sha1,sha256,md5,crc32',
  });
});

it.each(['POST', 'HEAD', 'PATCH', 'DELETE'])('the server refuses %s of another version', async (method) => {
  const answer = await tus({ method, headers: { 'tus-resumable': '0.2.2' } });
  expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0']);
});

it('the server: wants an app password, and takes it as a bearer too', async () => {
  expect((await tus({ method: 'POST', by: 'magpie-demo' })).status).toBe(401);
  expect((await tus({ method: 'POST', headers: { authorization: `Bearer ${person.token}` } })).status).toBe(401);
  const { answer } = await begin(freshName(), 0, { headers: { authorization: `Bearer ${password}` } });
  expect(answer.status).toBe(201);
});

it('the server refuses an ended password as such, also at an upload that another began', async () => {
  const ended = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  await ok(authContract.endAppPassword, { token: person.token, params: { id: ended.id } });
  const { address } = await begin(freshName(), 5);
  expect((await tus({ method: 'DELETE', address, by: ended.password })).status).toBe(401);
  expect((await tus({ method: 'HEAD', address })).status).toBe(200);
});

it('the server has no other method, and no such place on the host of the app', async () => {
  expect((await tus({ method: 'PUT' })).status).toBe(405);
  expect((await visit('/tus/', { method: 'POST', body: 'x' })).status).toBe(404);
});

it('an upload takes pieces of any size, each where the last one ended, and becomes the file', async () => {
  const name = freshName();
  const bytes = bytesOf(5_500);
  const { answer, address } = await begin(name, bytes.length);
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '0']);
  expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
  expect(address.startsWith(PLACE)).toBe(true);
  const looked = await tus({ method: 'HEAD', address });
  expect(Object.fromEntries(looked.headers)).toMatchObject({
    'upload-offset': '0',
    'upload-length': '5500',
    'upload-metadata': metadataOf({ filename: name }),
    'cache-control': 'no-store',
  });
  let at = 0;
  for (const size of [1, 2_345, 0, 1_000, 2_154]) {
    const added = await piece(address, at, bytes.slice(at, at + size));
    at += size;
    expect([added.status, added.headers.get('upload-offset')]).toEqual([204, String(at)]);
    expect(await offsetOf(address)).toBe(String(at));
  }
  expect(await contentOf(name)).toBe(Buffer.from(bytes).toString('base64'));
  expect(await offsetOf(address)).toBe('5500');
  expect((await tus({ method: 'HEAD', address })).headers.has('upload-expires')).toBe(false);
  expect((await piece(address, 5_500, null)).status).toBe(204);
  expect((await tus({ method: 'DELETE', address })).status).toBe(403);
  expect(await stored(name)).toBeDefined();
});

it('an upload takes a body of unknown length, and one that comes with its beginning', async () => {
  const bytes = bytesOf(4_321);
  const [chunked, whole] = [freshName(), freshName()];
  const { address } = await begin(chunked, bytes.length);
  const added = await piece(address, 0, new Response(bytes).body);
  expect([added.status, added.headers.get('upload-offset')]).toEqual([204, '4321']);
  const { answer } = await begin(whole, bytes.length, { body: bytes, headers: PIECE });
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '4321']);
  for (const name of [chunked, whole]) expect(await contentOf(name)).toBe(Buffer.from(bytes).toString('base64'));
});

it('an upload: of nothing is a file at once', async () => {
  const name = freshName();
  const { answer, address } = await begin(name, 0);
  expect([answer.status, (await stored(name))?.size, await offsetOf(address)]).toEqual([201, '0', '0']);
});

it('an upload is refused a piece elsewhere, beyond its end or of another type, and keeps what it has', async () => {
  const { address } = await begin(freshName(), 100);
  await piece(address, 0, bytesOf(10));
  const refusals: [number, Promise<Response>][] = [
    [409, piece(address, 0, bytesOf(10))],
    [409, piece(address, 11, bytesOf(10))],
    [413, piece(address, 10, bytesOf(91))],
    [415, piece(address, 10, bytesOf(1), { headers: { 'content-type': 'text/plain' } })],
    [400, piece(address, 10, bytesOf(1), { headers: { 'upload-offset': '-1' } })],
    [400, piece(address, 10, bytesOf(1), { headers: { 'upload-offset': '' } })],
  ];
  for (const [status, asked] of refusals) {
    const answer = await asked;
    expect([status, answer.headers.get('tus-resumable')]).toEqual([answer.status, '1.0.0']);
    expect(await offsetOf(address)).toBe('10');
  }
});

it('an upload: of two requests at one offset takes the bytes of one', async () => {
  const name = freshName();
  const bytes = bytesOf(3_000);
  const { address } = await begin(name, bytes.length);
  const answers = await Promise.all([piece(address, 0, bytes), piece(address, 0, bytes), piece(address, 0, bytes)]);
  expect(Math.min(...answers.map(({ status }) => status))).toBe(204);
  for (let at = Number(await offsetOf(address)); at < bytes.length; at = Number(await offsetOf(address)))
    await piece(address, at, bytes.slice(at));
  expect(await contentOf(name)).toBe(Buffer.from(bytes).toString('base64'));
});

it('an upload: checks a piece by its checksum, and takes nothing of one that differs', async () => {
  const bytes = bytesOf(2_500);
  const { address } = await begin(freshName(), bytes.length);
  const sum = (name: string) => `${name} ${createHash(name).update(bytes).digest('base64')}`;
  const wrong = `sha1 ${createHash('sha1').update('else').digest('base64')}`;
  const send = (checksum: string) => piece(address, 0, bytes, { headers: { 'upload-checksum': checksum } });
  expect((await send(wrong)).status).toBe(460);
  expect((await send(sum('sha512'))).status).toBe(400);
  expect((await send('sha1 x')).status).toBe(400);
  expect(await offsetOf(address)).toBe('0');
  expect((await send(sum('sha256'))).status).toBe(204);
  expect(await offsetOf(address)).toBe('2500');
});

it('an upload ends when it is given up: it is gone, and so is its space', async () => {
  const { address } = await begin(freshName(), 30_000);
  await piece(address, 0, bytesOf(2_000));
  const { quota } = await ok(driveContract.about, { token: person.token });
  expect((await tus({ method: 'DELETE', address })).status).toBe(204);
  const after = await ok(driveContract.about, { token: person.token });
  expect(Number(after.quota.usage)).toBeLessThanOrEqual(Number(quota.usage));
  for (const method of ['HEAD', 'DELETE']) expect((await tus({ method, address })).status).toBe(410);
  expect((await piece(address, 2_000, bytesOf(1))).status).toBe(410);
});

it('an upload may be sent with methods that a header names', async () => {
  const { address } = await begin(freshName(), 10);
  const override = (method: string) => ({ ...PIECE, 'upload-offset': '0', 'x-http-method-override': method });
  const added = await tus({ method: 'POST', address, headers: override('PATCH'), body: bytesOf(5) });
  expect([added.status, added.headers.get('upload-offset')]).toEqual([204, '5']);
  expect((await tus({ method: 'POST', address, headers: override('DELETE') })).status).toBe(204);
});

it('the place of a file is the folder that is named, below the folder of the password', async () => {
  const root = freshName('root');
  const rootId = await makeFolder({ ...person, refreshToken: '' }, '', root);
  const inner = await makeFolder({ ...person, refreshToken: '' }, rootId, 'inner');
  const scoped = await appPasswordOf(person, { folder_id: rootId }, NEWCOMERS_PASSWORD);
  const name = freshName();
  expect((await begin(name, 0, { metadata: { folder: `/${root}/inner/` } })).answer.status).toBe(201);
  expect((await begin(`${name}2`, 0, { metadata: { folder: 'inner' }, by: scoped.password })).answer.status).toBe(201);
  expect((await begin(name, 0, { metadata: { folder: root }, by: scoped.password })).answer.status).toBe(404);
  expect((await begin(name, 0, { metadata: { folder: '../inner' }, by: scoped.password })).answer.status).toBe(400);
  expect((await begin('inner', 0, { by: scoped.password })).answer.status).toBe(409);
  expect([await stored(name, inner), await stored(`${name}2`, inner)].map((file) => file?.parent_id)).toEqual([
    inner,
    inner,
  ]);
});

it('the place of a file has a file of that name already: it stays, and what it held is a version', async () => {
  const name = freshName();
  for (const text of ['one', 'second']) await begin(name, text.length, { body: text, headers: PIECE });
  const file = await stored(name);
  const { versions } = await ok(versionsContract.versions, { token: person.token, params: { id: file?.id ?? '' } });
  expect([file?.size, versions.map(({ size }) => size)]).toEqual(['6', ['3']]);
});

it.each([
  ['no name', 400, { 'upload-metadata': '' }],
  ['a name with a separator', 400, { 'upload-metadata': metadataOf({ filename: 'a/b' }) }],
  ['metadata that is none', 400, { 'upload-metadata': 'filename ***' }],
  ['a key twice', 400, { 'upload-metadata': `${metadataOf({ filename: 'a' })},${metadataOf({ filename: 'b' })}` }],
  ['bytes that are no text', 400, { 'upload-metadata': 'filename /w==' }],
  ['long metadata', 400, { 'upload-metadata': metadataOf({ filename: 'a', more: 'x'.repeat(1_000) }) }],
  ['no length', 400, { 'upload-length': '' }],
  ['a length that is none', 400, { 'upload-length': '1e3' }],
  ['a length that comes later', 400, { 'upload-length': '', 'upload-defer-length': '1' }],
  ['a file that is too large', 413, { 'upload-length': '50001' }],
])('the place of a file is refused with %s', async (_what, status, headers) => {
  const { answer } = await begin(freshName(), 1, { headers });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
});

it('waits with its last byte while another program has locked the file that is there', async () => {
  const name = freshName();
  await begin(name, 3, { body: 'one', headers: PIECE });
  const { address } = await begin(name, 6);
  const other = (await appPasswordOf(person, {}, NEWCOMERS_PASSWORD)).password;
  const lock = `<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>`;
  const path = new URL(`/dav/${encodeURIComponent(name)}`, PLACE).href;
  const locked = await tus({ method: 'LOCK', address: path, by: other, body: lock, headers: { depth: '0' } });
  expect((await piece(address, 0, 'second')).status).toBe(423);
  expect((await stored(name))?.size).toBe('3');
  const token = { 'lock-token': locked.headers.get('lock-token') ?? '' };
  expect((await tus({ method: 'UNLOCK', address: path, by: other, headers: token })).status).toBe(204);
  expect(await offsetOf(address)).toBe('6');
  expect((await stored(name))?.size).toBe('6');
});

it('the place of a file is refused where the drive is full', async () => {
  const small = makeServer({ limits: { freeStorageBytes: 1_000 } });
  expect((await begin(freshName(), 2_000, { at: small })).answer.status).toBe(507);
});

it('a credential that reads begins nothing', async () => {
  const read = await appPasswordOf(person, { scope: 'read' }, NEWCOMERS_PASSWORD);
  expect((await begin(freshName(), 1, { by: read.password })).answer.status).toBe(403);
});

it('a credential reaches its own uploads alone, and no address is guessed', async () => {
  const other = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  const { address } = await begin(freshName(), 10);
  expect((await tus({ method: 'HEAD', address, by: other.password })).status).toBe(404);
  expect((await piece(address, 0, 'x', { by: other.password })).status).toBe(404);
  for (const name of ['x', `${address.slice(PLACE.length)}x`, 'a.b'])
    expect((await tus({ method: 'HEAD', address: PLACE + name })).status).toBe(404);
  expect((await tus({ method: 'POST', address, headers: { 'upload-length': '1' } })).status).toBe(405);
});

it('a credential: that ends amid an upload takes no further byte', async () => {
  const { id, password: by } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  const { address } = await begin(freshName(), 10, { by });
  expect((await piece(address, 0, 'abc', { by })).status).toBe(204);
  await ok(authContract.endAppPassword, { token: person.token, params: { id } });
  expect((await piece(address, 3, 'def', { by })).status).toBe(401);
  expect((await tus({ method: 'HEAD', address, by })).status).toBe(401);
});

const asks = { 'access-control-request-method': 'POST', authorization: '', 'tus-resumable': '' };

it('a page of another site: of a registered program may ask and read, with a password that it sends itself', async () => {
  const origin = 'https://uploader.example';
  const asked = await tus({ method: 'OPTIONS', headers: { ...asks, origin } });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
  expect(asked.headers.get('access-control-allow-headers')).toContain('upload-offset');
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
  const { answer } = await begin(freshName(), 1, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, origin]);
  expect(answer.headers.get('access-control-expose-headers')).toContain('location');
  expect(answer.headers.get('vary')).toContain('Origin');
  const refused = await tus({ method: 'POST', by: 'wrong', headers: { origin } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
});

it.each(['https://evil.example', 'null', 'http://uploader.example'])(
  'a page of another site: of %s may not',
  async (origin) => {
    const asked = await tus({ method: 'OPTIONS', headers: { ...asks, origin } });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect((await begin(freshName(), 1, { headers: { origin } })).answer.status).toBe(403);
  },
);
