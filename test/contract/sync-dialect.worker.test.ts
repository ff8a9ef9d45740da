/** Questions of sync clients, against the running worker: first questions, files, parts, favourites, the trash. */

import { runInDurableObject } from 'cloudflare:test';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { makeServer, type Server } from './send.ts';
import { smallPicture } from './small-picture.ts';
import { freshName as freshWords, makePeople, objects, ok } from './world.ts';

await makePeople();
const person = await newcomer();
const { password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
const base = `/remote.php/dav/files/${person.userId}/`;

/** Without blanks: a path as it is written. */
const freshName = (what: string) => freshWords(what).replaceAll(' ', '-');
const ask = (method: string, path: string, more: ProgramAsk = {}) => askAsProgram(method, path, { password, ...more });
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const put = (name: string, body: string, headers: Record<string, string> = {}) =>
  ask('PUT', `${base}${name}`, { body, headers });

const PROPS = ['id', 'fileid', 'permissions', 'size', 'checksums', 'favorite', 'data-fingerprint'];
const propfindBody = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:getlastmodified/>${PROPS.map(
  (name) => `<${name} xmlns="http://owncloud.org/ns"/>`,
).join('')}<has-preview xmlns="http://nextcloud.org/ns"/></d:prop></d:propfind>`;

/** Values of the properties of one file, by their local names. */
async function propsOf(path: string, more: ProgramAsk = {}): Promise<Record<string, string>> {
  const answer = await ask('PROPFIND', path, { body: propfindBody, headers: { depth: '0' }, ...more });
  expect(answer.status).toBe(207);
  const text = await answer.text();
  const found = /<d:prop>(.*?)<\/d:prop><d:status>HTTP\/1.1 200/.exec(text)?.[1] ?? '';
  return Object.fromEntries(
    [...found.matchAll(/<(?:(?:d|oc|nc):)?([\w-]+)[^>]*?(?:\/>|>(.*?)<\/(?:(?:d|oc|nc):)?\1>)/g)].map((match) => [
      match[1],
      match[2] ?? '',
    ]),
  );
}

async function hrefs(answer: Response): Promise<string[]> {
  return [...(await answer.text()).matchAll(/<d:href>(.*?)<\/d:href>/g)].map((match) => match[1] ?? '');
}

it('status.php names the product and a version, and needs no password', async () => {
  const answer = await askAsProgram('GET', '/status.php');
  expect(await answer.json()).toMatchObject({
    installed: true,
    maintenance: false,
    productname: 'Magpie',
    version: '31.0.0.0',
  });
});

it('capabilities come as JSON and as XML, in both versions of the envelope', async () => {
  const json = await (await askAsProgram('GET', '/ocs/v1.php/cloud/capabilities?format=json')).json<{
    ocs: { meta: object; data: { capabilities: object } };
  }>();
  expect(json.ocs.meta).toMatchObject({ status: 'ok', statuscode: 100 });
  expect(json.ocs.data.capabilities).toMatchObject({ dav: { chunking: '1.0' }, theming: { name: 'Magpie' } });
  const xml = await (await askAsProgram('GET', '/ocs/v2.php/cloud/capabilities')).text();
  expect(xml).toContain('<statuscode>200</statuscode>');
  expect(xml).toContain('<chunking>1.0</chunking>');
});

it('the user is the person of the app password, with used and free space', async () => {
  const { ocs } = await (await ask('GET', '/ocs/v2.php/cloud/user?format=json')).json<{
    ocs: { data: { id: string; quota: { used: number; free: number; total: number } } };
  }>();
  expect(ocs.data.id).toBe(person.userId);
  expect(ocs.data.quota.used + ocs.data.quota.free).toBe(ocs.data.quota.total);
  expect((await askAsProgram('GET', '/ocs/v2.php/cloud/user')).status).toBe(401);
  expect((await askAsProgram('GET', '/ocs/v2.php/cloud/user', { password: NEWCOMERS_PASSWORD })).status).toBe(401);
});

it('the first questions of a client: lists that are empty here answer as such, and unknown calls as not found', async () => {
  const list = await ask('GET', '/ocs/v2.php/apps/notifications/api/v2/notifications?format=json');
  expect([list.status, (await list.json<{ ocs: { data: unknown } }>()).ocs.data]).toEqual([200, []]);
  expect((await ask('GET', '/ocs/v2.php/apps/talk/rooms')).status).toBe(404);
  expect((await ask('GET', '/ocs/v1.php/apps/talk/rooms')).status).toBe(200);
});

it.each([
  '/index.php',
  '/index.php/apps/files/',
  '/remote.php/x',
  '/remote.php/dav/principals/',
  '/ocs/',
  '/ocs/v3.php/cloud/user',
])('the scanned path %s answers as a path that does not exist, without a challenge', async (path) => {
  const answer = await askAsProgram('GET', path);
  expect([answer.status, answer.headers.has('www-authenticate')]).toEqual([404, false]);
});

it('a PUT takes the time and the checksum, and answers the id and the tag that PROPFIND shows', async () => {
  const name = freshName('file');
  const body = 'the bytes of a file';
  const headers = { 'x-oc-mtime': '1700000000', 'oc-checksum': `SHA1:${sha1(body)}` };
  const answer = await put(name, body, headers);
  expect([answer.status, answer.headers.get('x-oc-mtime')]).toEqual([201, 'accepted']);
  const props = await propsOf(base + name);
  expect(props).toMatchObject({
    id: answer.headers.get('oc-fileid'),
    getetag: answer.headers.get('oc-etag')?.replaceAll('"', '&quot;'),
    size: String(body.length),
    permissions: 'GDNVW',
    favorite: '0',
    getlastmodified: 'Tue, 14 Nov 2023 22:13:20 GMT',
    'has-preview': 'false',
  });
  expect(props['fileid']).toMatch(/^\d{1,16}$/);
  expect(props['checksums']).toContain(`SHA1:${sha1(body)}`);
  const read = await ask('GET', base + name);
  expect([await read.text(), read.headers.get('oc-checksum')]).toEqual([body, `SHA1:${sha1(body)}`]);
});

it('a PUT whose bytes have another checksum leaves nothing, and keeps the file that is there', async () => {
  const name = freshName('file');
  const wrong = { 'oc-checksum': `SHA1:${sha1('something else')}` };
  expect((await put(name, 'sent', wrong)).status).toBe(400);
  expect((await ask('GET', base + name)).status).toBe(404);
  await put(name, 'first');
  expect((await put(name, 'second', wrong)).status).toBe(400);
  expect(await (await ask('GET', base + name)).text()).toBe('first');
});

it('a PUT of the bytes that are there, now with a checksum, shows it', async () => {
  const name = freshName('file');
  await put(name, 'the same bytes');
  expect((await propsOf(base + name))['checksums']).toBeUndefined();
  await put(name, 'the same bytes', { 'oc-checksum': `SHA1:${sha1('the same bytes')}` });
  expect((await propsOf(base + name))['checksums']).toContain(sha1('the same bytes'));
});

it('the short path of older clients shows the same files', async () => {
  const name = freshName('file');
  await put(name, 'bytes');
  expect(await (await ask('GET', `/remote.php/webdav/${name}`)).text()).toBe('bytes');
});

it('the tag of a folder changes with what is below it, and that of its neighbour stays', async () => {
  const [one, other] = [freshName('folder'), freshName('folder')];
  for (const name of [one, other, `${one}/deep`]) expect((await ask('MKCOL', base + name)).status).toBe(201);
  const tags = async () => Promise.all(['', one, other].map(async (name) => (await propsOf(base + name))['getetag']));
  const before = await tags();
  await put(`${one}/deep/file.txt`, 'bytes');
  const after = await tags();
  expect(after.map((tag, at) => tag !== before[at])).toEqual([true, true, false]);
});

it('a folder has the size of the files below it, and another one when they change', async () => {
  const folder = freshName('sized');
  await ask('MKCOL', base + folder);
  await ask('MKCOL', `${base}${folder}/in`);
  await put(`${folder}/a`, 'four');
  await put(`${folder}/in/b`, 'sixsix');
  expect((await propsOf(base + folder))['size']).toBe('10');
  const listed = await (await ask('PROPFIND', base, { body: propfindBody, headers: { depth: '1' } })).text();
  expect(listed.split('<d:response>').find((each) => each.includes(folder))).toMatch(/<oc:size>10</);
  await put(`${folder}/in/b`, 'x');
  expect((await propsOf(base + folder))['size']).toBe('5');
  await ask('DELETE', `${base}${folder}/in`);
  expect((await propsOf(base + folder))['size']).toBe('4');
  expect(Number((await propsOf(base))['size'])).toBeGreaterThan(0);
});

it('the fingerprint of the data changes when the state was restored or the drive went back, and with nothing else', async () => {
  const fingerprint = async (server?: Server) => (await propsOf(base, server ? { server } : {}))['data-fingerprint'];
  await put(freshName('file'), 'bytes');
  expect(await fingerprint()).toBe('');
  const restored = makeServer({ bindings: { RESTORED: '00ff' } });
  expect(await fingerprint(restored)).toBe('00ff');
  // As a recovery of the platform leaves them, with passwords made since.
  await runInDurableObject(objects.drives.getByName(person.userId), (_drive, { storage }) => {
    storage.sql.exec('UPDATE guard SET min_epoch = min_epoch + 1000000');
    storage.sql.exec('UPDATE app_passwords SET epoch = epoch + 1000000');
  });
  expect([await fingerprint(), await fingerprint(restored)]).toEqual(['1', '00ff-1']);
  await runInDurableObject(objects.drives.getByName(person.userId), (_drive, { storage }) => {
    storage.sql.exec('UPDATE guard SET min_epoch = min_epoch - 1000000');
    storage.sql.exec('UPDATE app_passwords SET epoch = epoch - 1000000');
  });
});

it('a password that reads shows its rights and changes nothing', async () => {
  const read = await appPasswordOf(person, { scope: 'read' }, NEWCOMERS_PASSWORD);
  const name = freshName('file');
  await put(name, 'bytes');
  expect((await propsOf(base + name, { password: read.password }))['permissions']).toBe('G');
  expect((await ask('PUT', base + name, { body: 'other', password: read.password })).status).toBe(403);
});

it('a password of one folder sees it as the root, and no trash', async () => {
  const name = freshName('folder');
  const folder_id = (await ask('MKCOL', base + name)).headers.get('oc-fileid') ?? '';
  await put(`${name}/inside.txt`, 'inside');
  const one = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  const list = await ask('PROPFIND', base, { headers: { depth: '1' }, password: one.password });
  expect(await hrefs(list)).toEqual([base, `${base}inside.txt`]);
  const trash = await ask('PROPFIND', `/remote.php/dav/trashbin/${person.userId}/trash/`, {
    headers: { depth: '1' },
    password: one.password,
  });
  expect(await hrefs(trash)).toHaveLength(1);
});

const folderOf = () => `/remote.php/dav/uploads/${person.userId}/${freshName('parts')}`;
const finish = (folder: string, name: string, headers: Record<string, string> = {}) =>
  ask('MOVE', `${folder}/.file`, { headers: { destination: `${base}${name}`, ...headers } });

async function begin(total?: number): Promise<string> {
  const folder = folderOf();
  const headers: Record<string, string> = total === undefined ? {} : { 'oc-total-length': String(total) };
  expect((await ask('MKCOL', folder, { headers })).status).toBe(201);
  return folder;
}

it('parts by number become the file where the client moves them, with time and checksum', async () => {
  const name = freshName('file');
  const folder = await begin(11);
  expect((await ask('PUT', `${folder}/00000`, { body: 'hello ' })).status).toBe(201);
  expect((await ask('PUT', `${folder}/00001`, { body: 'world' })).status).toBe(201);
  const listed = await ask('PROPFIND', folder, { headers: { depth: '1' } });
  expect(await hrefs(listed)).toEqual([`${folder}/`, `${folder}/00000`, `${folder}/00001`]);
  const headers = {
    'oc-total-length': '11',
    'x-oc-mtime': '1700000000',
    'oc-checksum': `SHA1:${sha1('hello world')}`,
  };
  const moved = await finish(folder, name, headers);
  expect([moved.status, moved.headers.get('x-oc-mtime')]).toEqual([201, 'accepted']);
  expect(await (await ask('GET', base + name)).text()).toBe('hello world');
  const props = await propsOf(base + name);
  expect(props['checksums']).toContain(sha1('hello world'));
  expect(props['id']).toBe(moved.headers.get('oc-fileid'));
  expect((await ask('PROPFIND', folder)).status).toBe(404);
});

it('parts out of order, twice, and by their first and last byte make the same file, also without a length', async () => {
  const name = freshName('file');
  const folder = await begin();
  await ask('PUT', `${folder}/000006-000010`, { body: 'wrong' });
  await ask('PUT', `${folder}/000000-000005`, { body: 'hello ' });
  await ask('PUT', `${folder}/000006-000010`, { body: 'world!' });
  expect((await finish(folder, name)).status).toBe(201);
  expect(await (await ask('GET', base + name)).text()).toBe('hello world!');
});

it('a file in parts takes the place of the one that is there: id and links stay', async () => {
  const name = freshName('file');
  const first = await put(name, 'first');
  const folder = await begin(6);
  await ask('PUT', `${folder}/1`, { body: 'second' });
  const stale = await finish(folder, name, { if: `<${base}${name}> (["other"])` });
  expect(stale.status).toBe(412);
  const moved = await finish(folder, name, { if: `<${base}${name}> ([${first.headers.get('etag')}])` });
  expect([moved.status, moved.headers.get('oc-fileid')]).toEqual([204, first.headers.get('oc-fileid')]);
  expect(await (await ask('GET', base + name)).text()).toBe('second');
});

it('a missing part, a wrong length and a wrong checksum make no file', async () => {
  const name = freshName('file');
  const missing = await begin(11);
  await ask('PUT', `${missing}/1`, { body: 'hello ' });
  expect((await finish(missing, name)).status).toBe(400);
  expect((await finish(missing, name, { 'oc-total-length': '12' })).status).toBe(400);
  await ask('PUT', `${missing}/2`, { body: 'world' });
  expect((await finish(missing, name, { 'oc-checksum': `SHA1:${sha1('other')}` })).status).toBe(400);
  expect((await ask('GET', base + name)).status).toBe(404);
  // Its parts are gone: the client begins anew, also under the same name.
  expect((await ask('MKCOL', missing)).status).toBe(201);
  expect((await ask('PUT', `${missing}/1`, { body: 'hello' })).status).toBe(201);
  expect((await finish(missing, name)).status).toBe(201);
});

it('a part that is too large for the file, has no number or no folder is refused', async () => {
  const folder = await begin(4);
  expect((await ask('PUT', `${folder}/1`, { body: 'hello' })).status).toBe(400);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void new Blob(['hell']).stream().pipeTo(writable);
  expect((await ask('PUT', `${folder}/1`, { body: readable })).status).toBe(411);
  expect((await ask('PUT', `${folder}/one`, { body: 'hell' })).status).toBe(400);
  expect((await ask('PUT', `${folder}/deep/1`, { body: 'hell' })).status).toBe(404);
  expect((await ask('PUT', `${folderOf()}/1`, { body: 'hell' })).status).toBe(404);
  expect((await ask('MKCOL', folder)).status).toBe(405);
});

it('a file that would not fit is refused as it begins', async () => {
  const answer = await ask('MKCOL', folderOf(), { headers: { 'oc-total-length': String(5 * 1024 ** 4) } });
  expect([507, 413]).toContain(answer.status);
});

it('an aborted folder of parts is gone, and takes none', async () => {
  const folder = await begin(4);
  await ask('PUT', `${folder}/1`, { body: 'hell' });
  expect((await ask('DELETE', folder)).status).toBe(204);
  expect((await ask('PUT', `${folder}/1`, { body: 'hell' })).status).toBe(404);
  expect((await ask('DELETE', folder)).status).toBe(404);
});

it('a password that ended amid the parts sends no more, and makes no file of them', async () => {
  const { id, password: by } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  const folder = folderOf();
  await ask('MKCOL', folder, { password: by });
  expect((await ask('PUT', `${folder}/1`, { body: 'hello', password: by })).status).toBe(201);
  await ok(authContract.endAppPassword, { token: person.token, params: { id } });
  expect((await ask('PUT', `${folder}/2`, { body: 'world', password: by })).status).toBe(401);
  const headers = { destination: `${base}${freshName('file')}` };
  expect((await ask('MOVE', `${folder}/.file`, { headers, password: by })).status).toBe(401);
});

it('parts of an unsaid length that outgrow the drive are refused, and what came before stays', async () => {
  const server = makeServer({ limits: { freeStorageBytes: 1_000 } });
  const other = await newcomer();
  const { password: by } = await appPasswordOf(other, {}, NEWCOMERS_PASSWORD);
  const folder = `/remote.php/dav/uploads/${other.userId}/${freshName('parts')}`;
  await ask('MKCOL', folder, { password: by, server });
  expect((await ask('PUT', `${folder}/1`, { body: 'x'.repeat(900), password: by, server })).status).toBe(201);
  expect((await ask('PUT', `${folder}/2`, { body: 'x'.repeat(200), password: by, server })).status).toBe(507);
  const listed = await ask('PROPFIND', folder, { headers: { depth: '1' }, password: by, server });
  expect(await hrefs(listed)).toEqual([`${folder}/`, `${folder}/1`]);
});

it('a picture has a small image by path and by the number that PROPFIND shows; other files have none', async () => {
  const name = `${freshName('picture')}.png`;
  expect((await ask('PUT', base + name, { body: smallPicture() })).status).toBe(201);
  const props = await propsOf(base + name);
  expect(props['has-preview']).toBe('true');
  const places = [
    `/index.php/core/preview.png?file=/${name}&x=64&y=64`,
    `/index.php/core/preview?fileId=${props['fileid']}&x=512&y=512`,
    `/index.php/apps/files/api/v1/thumbnail/64/64/${name}`,
  ];
  for (const place of places) {
    const image = await ask('GET', place);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await image.arrayBuffer();
  }
  await put(`${name}.txt`, 'text');
  for (const place of [
    `/index.php/core/preview.png?file=/${name}.txt`,
    '/index.php/core/preview?fileId=1',
    '/index.php/core/preview',
  ])
    expect((await ask('GET', place)).status).toBe(404);
  expect((await askAsProgram('GET', places[0] ?? '')).status).toBe(401);
});

it('a password of one folder gets no image from outside', async () => {
  const name = `${freshName('picture')}.png`;
  await ask('PUT', base + name, { body: smallPicture() });
  const { fileid } = await propsOf(base + name);
  const folder = freshName('folder');
  const folder_id = (await ask('MKCOL', base + folder)).headers.get('oc-fileid') ?? '';
  const one = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  const image = await ask('GET', `/index.php/core/preview?fileId=${fileid}`, { password: one.password });
  expect(image.status).toBe(404);
});

const star = (value: string) =>
  `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop><oc:favorite>${value}</oc:favorite></d:prop></d:set></d:propertyupdate>`;
const REPORT = `<?xml version="1.0"?><oc:filter-files xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><oc:favorite/></d:prop><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`;
const search = (text: string) =>
  `<?xml version="1.0"?><d:searchrequest xmlns:d="DAV:"><d:basicsearch><d:select><d:prop><d:displayname/></d:prop></d:select><d:from><d:scope><d:href>/files/x</d:href><d:depth>infinity</d:depth></d:scope></d:from><d:where><d:like><d:prop><d:displayname/></d:prop><d:literal>%${text}%</d:literal></d:like></d:where></d:basicsearch></d:searchrequest>`;

it('a star that a client sets is listed by its report, and one that it takes away is not', async () => {
  const name = freshName('star');
  await put(name, 'bytes');
  expect((await ask('PROPPATCH', base + name, { body: star('1') })).status).toBe(207);
  expect((await propsOf(base + name))['favorite']).toBe('1');
  expect(await hrefs(await ask('REPORT', base, { body: REPORT }))).toContain(base + name);
  await ask('PROPPATCH', base + name, { body: star('0') });
  expect(await hrefs(await ask('REPORT', base, { body: REPORT }))).not.toContain(base + name);
});

it('a search finds names in all folders, and a report that does not exist is refused', async () => {
  const folder = freshName('folder');
  await ask('MKCOL', base + folder);
  await put(`${folder}/Quarterly report.txt`, 'bytes');
  const found = await ask('SEARCH', '/remote.php/dav/', { body: search('quarterly') });
  expect(await hrefs(found)).toEqual([`${base}${folder}/Quarterly%20report.txt`]);
  const sync = '<?xml version="1.0"?><d:sync-collection xmlns:d="DAV:"/>';
  expect((await ask('REPORT', base, { body: sync })).status).toBe(403);
});

it('the trash lists what was deleted, gives it back, and deletes it', async () => {
  const trash = `/remote.php/dav/trashbin/${person.userId}/`;
  const name = freshName('trashed');
  await put(name, 'bytes');
  await ask('DELETE', base + name);
  const body =
    '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><trashbin-filename xmlns="http://nextcloud.org/ns"/></d:prop></d:propfind>';
  const list = async () => (await ask('PROPFIND', `${trash}trash/`, { headers: { depth: '1' }, body })).text();
  const hrefOf = (text: string) =>
    text
      .split('<d:response>')
      .find((each) => each.includes(`>${name}<`))
      ?.match(/<d:href>(.*?)<\/d:href>/)?.[1] ?? '';
  const href = hrefOf(await list());
  expect(href).toMatch(new RegExp(`^${trash}trash/V`));
  const moved = await ask('MOVE', href, { headers: { destination: `${trash}restore/${name}` } });
  expect(moved.status).toBe(201);
  expect(await (await ask('GET', base + name)).text()).toBe('bytes');
  await ask('DELETE', base + name);
  expect((await ask('DELETE', hrefOf(await list()))).status).toBe(204);
  expect(hrefOf(await list())).toBe('');
});

it('a file that is not in the trash is not deleted through it', async () => {
  const name = freshName('live');
  const { headers } = await put(name, 'bytes');
  const path = `/remote.php/dav/trashbin/${person.userId}/trash/${headers.get('oc-fileid')}`;
  expect((await ask('DELETE', path)).status).toBe(404);
  expect(await (await ask('GET', base + name)).text()).toBe('bytes');
});

const EDGE = 'boundary_.oOo._edge';
const partOf = (name: string, bytes: string, more: Readonly<Record<string, string>> = {}) => {
  const head = { 'X-File-Path': `/${name}`, 'Content-Length': String(new TextEncoder().encode(bytes).length), ...more };
  const lines = Object.entries(head).map((field) => field.join(': '));
  return `--${EDGE}\r\n${lines.join('\r\n')}\r\n\r\n${bytes}\r\n`;
};
const bulkOf = (...parts: readonly string[]) =>
  ask('POST', '/remote.php/dav/bulk', {
    body: `${parts.join('')}--${EDGE}--\r\n`,
    headers: { 'content-type': `multipart/related; boundary="${EDGE}"` },
  });
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

it('many small files in one request: each is stored or refused by itself, with its time, checksum and condition', async () => {
  const [one, two, old] = ['éin -- äs', 'two', 'old'].map(freshName);
  const before = (await put(old ?? '', 'before')).headers.get('etag') ?? '';
  const answer = await bulkOf(
    partOf(one ?? '', `--${EDGE}--\r\n`, { 'X-File-Mtime': '1700000000', 'X-File-MD5': md5(`--${EDGE}--\r\n`) }),
    partOf(two ?? '', '', {}),
    partOf(old ?? '', 'after', { 'If-Match': before }),
    partOf(old ?? '', 'too late', { 'If-Match': before }),
    partOf(freshName('wrong'), 'bytes', { 'X-File-MD5': md5('others') }),
    partOf('no such folder/x', 'x'),
  );
  expect(answer.status).toBe(200);
  const lines = await answer.json<Record<string, { error: boolean; etag?: string; message?: string }>>();
  // The last word about `old` is the second one.
  const refused = Object.values(lines).filter(({ error }) => error);
  expect([Object.keys(lines).length, refused.length]).toEqual([5, 3]);
  const path = base + encodeURIComponent(one ?? '');
  expect(lines[`/${one}`]).toMatchObject({ error: false, 'X-OC-MTime': 'accepted', permissions: 'GDNVW' });
  expect(await propsOf(path)).toMatchObject({ getetag: lines[`/${one}`]?.etag?.replaceAll('"', '&quot;') });
  const read = await ask('GET', path);
  expect([await read.text(), read.headers.get('last-modified')]).toEqual([
    `--${EDGE}--\r\n`,
    new Date(1_700_000_000_000).toUTCString(),
  ]);
  expect(await (await ask('GET', base + old)).text()).toBe('after');
  expect(await (await ask('GET', base + two)).text()).toBe('');
  expect(lines['/no such folder/x']?.message).toContain('exist');
});

it('many small files in one request: a malformed body stores what came before, and says so', async () => {
  const [one, two] = [freshName('whole'), freshName('half')];
  const answer = await bulkOf(partOf(one, 'whole'), partOf(two, 'half', { 'Content-Length': '1000' }));
  expect(answer.status).toBe(400);
  expect(Object.keys(await answer.json<object>())).toEqual([`/${one}`]);
  expect((await bulkOf('no part')).status).toBe(400);
  expect((await ask('POST', '/remote.php/dav/bulk', { body: 'x' })).status).toBe(415);
  expect((await ask('GET', '/remote.php/dav/bulk')).status).toBe(405);
  expect((await ask('GET', base + two)).status).toBe(404);
});
