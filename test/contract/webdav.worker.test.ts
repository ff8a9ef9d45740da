/** WebDAV against the running worker: each method and its answers, and what strangers may send. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { setPersonBlock } from '#worker/platform/session-guard.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { makeCollectLink } from './cases/collect/collect.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { makeServer, ORIGIN, runningServer } from './send.ts';
import { makeFolder, makeLink, objects } from './world.ts';

const HOST = 'http://127.0.0.1:8787';

interface ProgramCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** A person's program. @param text  its password */
function programOf(text: string) {
  async function ask(method: string, path: string, { headers = {}, body }: ProgramCall = {}): Promise<Response> {
    const sent = new Headers({ authorization: `Basic ${btoa(`any:${text}`)}`, host: '127.0.0.1:8787', ...headers });
    const isKnown = typeof body === 'string';
    if (isKnown && !sent.has('content-length'))
      sent.set('content-length', String(new TextEncoder().encode(body).length));
    return runningServer(
      new Request(`${HOST}${path}`, { method, headers: sent, body: body ?? null, redirect: 'manual' }),
    );
  }
  return {
    ask,
    status: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status,
    text: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).text(),
  };
}

async function making(more: Parameters<typeof appPasswordOf>[1] = {}) {
  const person = await newcomer();
  const made = await appPasswordOf(person, more, NEWCOMERS_PASSWORD);
  return { person, ...made, ...programOf(made.password) };
}

const DEPTH_0 = { depth: '0' };
const DEPTH_1 = { depth: '1' };
const propfind = (inner: string) => `<?xml version="1.0"?><propfind xmlns="DAV:" xmlns:z="urn:z">${inner}</propfind>`;
const LOCK =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>me &amp; you</owner></lockinfo>';
const to = (path: string, more: Record<string, string> = {}) => ({
  headers: { destination: `${HOST}${path}`, ...more },
});
const hrefsIn = (text: string) => [...text.matchAll(/<d:response><d:href>([^<]*)/g)].map(([, href]) => href);

it('OPTIONS says what is spoken, without a password', async () => {
  const answer = await runningServer(
    new Request(`${HOST}/dav/`, { method: 'OPTIONS', headers: { host: '127.0.0.1:8787' } }),
  );
  expect(answer.headers.get('dav')).toBe('1, 2');
  expect(answer.headers.get('allow')).toContain('PROPFIND');
});

it('PROPFIND lists one folder, with the properties that were asked for and those that are missing', async () => {
  const { ask, status, text } = await making();
  expect(await status('MKCOL', '/dav/a%20%26%20b')).toBe(201);
  expect(await status('PUT', '/dav/a%20%26%20b/x.txt', { body: 'hello' })).toBe(201);
  expect(await status('MKCOL', '/dav/a%20%26%20b/c/')).toBe(201);
  const asked = propfind('<prop><getcontentlength/><z:none/><resourcetype/></prop>');
  const answer = await ask('PROPFIND', '/dav/a%20%26%20b/', { headers: DEPTH_1, body: asked });
  expect(answer.status).toBe(207);
  const listed = await answer.text();
  expect(hrefsIn(listed)).toEqual(['/dav/a%20%26%20b/', '/dav/a%20%26%20b/c/', '/dav/a%20%26%20b/x.txt']);
  expect(listed).toContain(
    '<d:propstat><d:prop><d:getcontentlength>5</d:getcontentlength><d:resourcetype/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><none xmlns="urn:z"/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>',
  );
  // Sync clients with a window ask so whether the folder is there; GET has nothing to give.
  const heads = ['/dav/', '/dav/a%20%26%20b/', '/dav/a%20%26%20b/c', '/dav/none'].map((path) => status('HEAD', path));
  expect(await Promise.all(heads)).toEqual([200, 200, 200, 404]);
  expect(await status('GET', '/dav/a%20%26%20b/')).toBe(405);
  const root = await text('PROPFIND', '/dav', { headers: DEPTH_0, body: propfind('<prop><quota-used-bytes/></prop>') });
  expect(root).toContain('<d:quota-used-bytes>5</d:quota-used-bytes>');
  expect(await text('PROPFIND', '/dav/', { headers: DEPTH_0, body: propfind('<propname/>') })).toContain(
    '<d:getetag/>',
  );
  const all = await text('PROPFIND', '/dav/a%20%26%20b/x.txt', { headers: DEPTH_0 });
  expect(all).toContain('<d:displayname>x.txt</d:displayname>');
  expect(all).toMatch(/<d:getlastmodified>[A-Z][a-z]{2}, \d\d [A-Z]/);
  expect(all).toMatch(/<d:creationdate>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</);
});

it('PROPFIND without end, of nothing, or with an ill body is refused in the form of the protocol', async () => {
  const { ask, status } = await making();
  const endless = await ask('PROPFIND', '/dav/', { headers: { depth: 'infinity' } });
  expect(endless.status).toBe(403);
  expect(await endless.text()).toContain('<d:propfind-finite-depth/>');
  expect(await status('PROPFIND', '/dav/')).toBe(403);
  expect(await status('PROPFIND', '/dav/', { headers: { depth: '7' } })).toBe(400);
  expect(await status('PROPFIND', '/dav/no', { headers: DEPTH_0 })).toBe(404);
  expect(await status('PROPFIND', '/dav/no/no', { headers: DEPTH_0 })).toBe(404);
  for (const body of ['<', '<a/>', '<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><prop>&b;</prop></propfind>'])
    expect(await status('PROPFIND', '/dav/', { headers: DEPTH_0, body }), body).toBe(400);
  const huge = propfind(`<prop>${'<z:a/>'.repeat(100_000)}</prop>`);
  expect(await status('PROPFIND', '/dav/', { headers: DEPTH_0, body: huge })).toBe(413);
});

it('a folder has another entity tag when something below it changes, and the same when nothing does', async () => {
  const { status, text } = await making();
  const tagOf = async (path: string) =>
    /<d:getetag>([^<]+)/.exec(await text('PROPFIND', path, { headers: DEPTH_0 }))?.[1];
  await status('MKCOL', '/dav/a');
  await status('MKCOL', '/dav/a/b');
  await status('MKCOL', '/dav/c');
  const before = [await tagOf('/dav/'), await tagOf('/dav/a'), await tagOf('/dav/c')];
  expect([await tagOf('/dav/'), await tagOf('/dav/a'), await tagOf('/dav/c')]).toEqual(before);
  await status('PUT', '/dav/a/b/x', { body: 'x' });
  const after = [await tagOf('/dav/'), await tagOf('/dav/a'), await tagOf('/dav/c')];
  expect(after.map((tag, at) => tag === before[at])).toEqual([false, false, true]);
});

it('GET and HEAD answer ranges and conditions, as a download that runs nothing', async () => {
  const { ask, status } = await making();
  const put = await ask('PUT', '/dav/x.html', { body: '<script>1</script>' });
  const etag = put.headers.get('etag') ?? '';
  const got = await ask('GET', '/dav/x.html');
  expect(got.headers.get('etag')).toBe(etag);
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(got.headers.get('content-type')).toBe('application/octet-stream');
  expect(got.headers.get('content-security-policy')).toContain('sandbox');
  expect(got.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await got.text()).toBe('<script>1</script>');
  const part = await ask('GET', '/dav/x.html', { headers: { range: 'bytes=1-6' } });
  expect([part.status, await part.text()]).toEqual([206, 'script']);
  const head = await ask('HEAD', '/dav/x.html');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '18']);
  expect(await status('GET', '/dav/x.html', { headers: { 'if-none-match': etag } })).toBe(304);
  expect(await status('GET', '/dav/x.html', { headers: { 'if-match': '"other"' } })).toBe(412);
  expect(await status('GET', '/dav/x.html', { headers: { range: 'bytes=99-' } })).toBe(416);
  expect(await status('GET', '/dav/')).toBe(405);
  expect(await status('GET', '/dav/no')).toBe(404);
});

it('PUT answers whether the file is new, and refuses what is no file', async () => {
  const { ask, status } = await making();
  expect(await status('PUT', '/dav/x', { body: '1' })).toBe(201);
  expect(await status('PUT', '/dav/x', { body: '22', headers: { 'x-oc-mtime': '981173106' } })).toBe(204);
  expect((await ask('HEAD', '/dav/x')).headers.get('last-modified')).toBe('Sat, 03 Feb 2001 04:05:06 GMT');
  expect(await status('PUT', '/dav/x', { body: '3', headers: { 'if-none-match': '*' } })).toBe(412);
  expect(await status('PUT', '/dav/no/x', { body: '1' })).toBe(409);
  expect(await status('PUT', '/dav/', { body: '1' })).toBe(405);
  await status('MKCOL', '/dav/d');
  expect(await status('PUT', '/dav/d', { body: '1' })).toBe(405);
  expect(await status('PUT', '/dav/d/', { body: '1' })).toBe(409);
  expect(await status('PUT', '/dav/x', { body: '1', headers: { 'content-range': 'bytes 0-0/2' } })).toBe(400);
  expect(await status('PUT', '/dav/x', { body: '1', headers: { 'content-encoding': 'gzip' } })).toBe(415);
  const other = await ask('PUT', '/dav/X', { body: '1' });
  expect(other.status).toBe(409);
  expect(await other.text()).toMatch(/<s:message>A file or folder named “x” is already here/);
  expect(await (await ask('GET', '/dav/x')).text()).toBe('22');
});

it('MKCOL makes one folder, and takes no body', async () => {
  const { status } = await making();
  expect(await status('MKCOL', '/dav/a/')).toBe(201);
  expect(await status('MKCOL', '/dav/a')).toBe(405);
  expect(await status('MKCOL', '/dav/no/a')).toBe(409);
  expect(await status('MKCOL', '/dav/b', { body: '<a/>' })).toBe(415);
  expect(await status('MKCOL', '/dav/A')).toBe(409);
});

it('COPY and MOVE read the destination in its spellings, and stay on this server', async () => {
  const { ask, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  await status('MKCOL', '/dav/d');
  expect(await status('COPY', '/dav/x', to('/dav/d/a%20b'))).toBe(201);
  expect(await status('COPY', '/dav/x', { headers: { destination: '/dav/d/path%20alone' } })).toBe(201);
  expect(await status('COPY', '/dav/x', to('/dav/d/a%20b', { overwrite: 'F' }))).toBe(412);
  expect(await status('COPY', '/dav/x', to('/dav/d/a%20b', { overwrite: 'T' }))).toBe(204);
  expect(await status('COPY', '/dav/d', to('/dav/e'))).toBe(201);
  expect(await status('COPY', '/dav/d', to('/dav/flat', { depth: '0' }))).toBe(201);
  expect(hrefsIn(await (await ask('PROPFIND', '/dav/flat', { headers: DEPTH_1 })).text())).toEqual(['/dav/flat/']);
  expect(await status('MOVE', '/dav/x', to('/dav/y'))).toBe(201);
  expect(await status('MOVE', '/dav/y', to('/dav/d/a%20b'))).toBe(204);
  expect(await status('MOVE', '/dav/d', to('/dav/d/in'))).toBe(403);
  expect(await status('COPY', '/dav/d', to('/dav/d/in'))).toBe(403);
  expect(await status('MOVE', '/dav/d', to('/dav/d'))).toBe(403);
  expect(await status('MOVE', '/dav/d', to('/dav/no/d'))).toBe(409);
  expect(await status('MOVE', '/dav/no', to('/dav/z'))).toBe(404);
  expect(await status('MOVE', '/dav/d', to('/dav/z', { depth: '0' }))).toBe(400);
  expect(await status('MOVE', '/dav/d')).toBe(400);
  expect(await status('MOVE', '/dav/d', { headers: { destination: 'http://elsewhere.example/dav/d' } })).toBe(502);
  expect(await status('MOVE', '/dav/d', { headers: { destination: `${ORIGIN}/dav/d` } })).toBe(502);
  expect(await status('MOVE', '/dav/d', to('/elsewhere/d'))).toBe(403);
  expect(await status('MOVE', '/dav/', to('/dav/z'))).toBe(403);
});

it('DELETE takes to the trash', async () => {
  const { status } = await making();
  await status('MKCOL', '/dav/d');
  await status('PUT', '/dav/d/x', { body: 'x' });
  expect(await status('DELETE', '/dav/d')).toBe(204);
  expect(await status('DELETE', '/dav/d')).toBe(404);
  expect(await status('DELETE', '/dav/')).toBe(403);
});

it('LOCK and UNLOCK hold a file for one program, and make one where none is', async () => {
  const { ask, status, text, person } = await making();
  const locked = await ask('LOCK', '/dav/new', {
    body: LOCK,
    headers: { depth: '0', timeout: 'Infinite, Second-9999999' },
  });
  expect(locked.status).toBe(201);
  const token = /^<(urn:uuid:[\w-]+)>$/.exec(locked.headers.get('lock-token') ?? '')?.[1] ?? '';
  const body = await locked.text();
  expect(body).toContain('<d:owner>me &amp; you</d:owner>');
  expect(body).toContain('<d:timeout>Second-1800</d:timeout>');
  expect(body).toContain('<d:lockroot><d:href>/dav/new</d:href></d:lockroot>');
  expect(await (await ask('GET', '/dav/new')).text()).toBe('');
  const other = programOf((await appPasswordOf(person, {}, NEWCOMERS_PASSWORD)).password);
  const refused = await ask('PUT', '/dav/new', { body: '1' });
  expect(refused.status).toBe(423);
  expect(await refused.text()).toContain('<d:lock-token-submitted><d:href>/dav/new</d:href></d:lock-token-submitted>');
  expect(await other.status('PUT', '/dav/new', { body: '1', headers: { if: `(<${token}>)` } })).toBe(423);
  expect(await status('LOCK', '/dav/new', { body: LOCK })).toBe(423);
  expect(await status('PUT', '/dav/new', { body: '1', headers: { if: `(<${token}>)` } })).toBe(204);
  expect(await status('PUT', '/dav/new', { body: '1', headers: { if: `(<${token}> ["no"])` } })).toBe(412);
  expect(await status('PUT', '/dav/new', { body: '1', headers: { if: '(<' } })).toBe(400);
  expect(await text('PROPFIND', '/dav/new', { headers: DEPTH_0 })).toContain(`<d:locktoken><d:href>${token}</d:href>`);
  expect(await status('LOCK', '/dav/new', { headers: { if: `(<${token}>)`, timeout: 'Second-60' } })).toBe(200);
  expect(await status('LOCK', '/dav/new')).toBe(400);
  expect(await other.status('UNLOCK', '/dav/new', { headers: { 'lock-token': `<${token}>` } })).toBe(403);
  expect(await status('UNLOCK', '/dav/new', { headers: { 'lock-token': '<urn:uuid:no>' } })).toBe(409);
  expect(await status('UNLOCK', '/dav/new')).toBe(400);
  expect(await status('UNLOCK', '/dav/new', { headers: { 'lock-token': `<${token}>` } })).toBe(204);
  expect(await status('LOCK', '/dav/no/new', { body: LOCK })).toBe(409);
  expect(await status('LOCK', '/dav/new', { body: LOCK, headers: { depth: '1' } })).toBe(400);
  expect(await status('LOCK', '/dav/new', { body: '<lockinfo xmlns="DAV:"/>' })).toBe(400);
});

it('PROPPATCH keeps properties, and changes none of its own', async () => {
  const { ask, status, text } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  const update = (inner: string) => `<propertyupdate xmlns="DAV:" xmlns:z="urn:z">${inner}</propertyupdate>`;
  const set = await text('PROPPATCH', '/dav/x', {
    body: update('<set><prop><z:a>1 &lt; <z:b c="d"/></z:a></prop></set>'),
  });
  expect(set).toContain('<a xmlns="urn:z"/></d:prop><d:status>HTTP/1.1 200 OK');
  const asked = propfind('<prop><z:a/></prop>');
  expect(await text('PROPFIND', '/dav/x', { headers: DEPTH_0, body: asked })).toContain(
    '<a xmlns="urn:z">1 &lt; <b xmlns="urn:z" c="d"/></a>',
  );
  const own = await text('PROPPATCH', '/dav/x', {
    body: update('<set><prop><z:new>1</z:new><getetag>x</getetag></prop></set>'),
  });
  expect(own).toContain('<d:getetag/></d:prop><d:status>HTTP/1.1 403');
  expect(own).toContain('<new xmlns="urn:z"/></d:prop><d:status>HTTP/1.1 424');
  expect(await text('PROPFIND', '/dav/x', { headers: DEPTH_0, body: propfind('<prop><z:new/></prop>') })).toContain(
    '404 Not Found',
  );
  const many = Array.from({ length: 150 }, (_, at) => `<z:p${at}/>`).join('');
  expect(await text('PROPPATCH', '/dav/x', { body: update(`<set><prop>${many}</prop></set>`) })).toContain(
    '507 Insufficient',
  );
  await text('PROPPATCH', '/dav/x', {
    body: update(
      '<set><prop><Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">Sat, 03 Feb 2001 04:05:06 GMT</Win32LastModifiedTime></prop></set>',
    ),
  });
  expect((await ask('HEAD', '/dav/x')).headers.get('last-modified')).toBe('Sat, 03 Feb 2001 04:05:06 GMT');
  expect(await status('PROPPATCH', '/dav/no', { body: update('<set><prop><z:a/></prop></set>') })).toBe(404);
  expect(await status('PROPPATCH', '/dav/x', { body: '' })).toBe(400);
});

it('paths that are none name nothing', async () => {
  const { status } = await making();
  for (const path of ['/dav/a%2Fb', '/dav/%00', `/dav/${'a'.repeat(300)}`, '/dav/..%2f', '/dav/a%5Cb']) {
    expect(await status('PROPFIND', path, { headers: DEPTH_0 }), path).toBe(404);
    expect(await status('PUT', path, { body: 'x' }), path).toBe(403);
    expect(await status('MKCOL', path), path).toBe(403);
  }
  expect(await status('PROPFIND', '/dav/%E4', { headers: DEPTH_0 })).toBe(400);
  expect(await status('PROPFIND', `/dav/${'a/'.repeat(9_000)}`, { headers: DEPTH_0 })).toBe(400);
  expect(await status('POST', '/dav/x', { body: 'x' })).toBe(405);
  expect(await status('REPORT', '/dav/x', { body: '<a/>' })).toBe(405);
});

it('a full drive answers 507 and keeps nothing', async () => {
  const { person, ask, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  await runInDurableObject(objects.drives.getByName(person.userId), (_, state) => {
    state.storage.sql.exec('UPDATE space SET reserved_bytes = 1e15');
  });
  const full = await ask('PUT', '/dav/y', { body: 'more' });
  expect(full.status).toBe(507);
  expect(await full.text()).toContain('<d:quota-not-exceeded/>');
  expect(await status('COPY', '/dav/x', to('/dav/z'))).toBe(507);
  expect(await status('PROPFIND', '/dav/y', { headers: DEPTH_0 })).toBe(404);
});

it('a blocked person and another site open nothing', async () => {
  const { person, status } = await making();
  await status('PUT', '/dav/x', { body: 'x' });
  expect(await status('GET', '/dav/x', { headers: { origin: 'https://elsewhere.example' } })).toBe(403);
  expect(await status('GET', '/dav/x', { headers: { 'sec-fetch-mode': 'navigate' } })).toBe(403);
  await runInDurableObject(objects.drives.getByName(person.userId), (_, state) => {
    setPersonBlock(state.storage.sql, { isBlocked: true, seq: 1 });
  });
  expect(await status('GET', '/dav/x')).toBe(401);
  expect(await status('PUT', '/dav/y', { body: 'x' })).toBe(401);
});

/** A visitor's program. @param passCode  '' for none */
async function visitLink(
  method: string,
  path: string,
  passCode = '',
  headers: Record<string, string> = {},
  server = runningServer,
) {
  const sent = new Headers({ host: '127.0.0.1:8787', ...headers });
  if (passCode !== '') sent.set('authorization', `Basic ${btoa(`any:${passCode}`)}`);
  return server(new Request(`${HOST}${path}`, { method, headers: sent, redirect: 'manual' }));
}

it('every address that a link lists leads to what it names, however large its folders are', async () => {
  const small = makeServer({ limits: { pageRows: 2 } });
  const owner = { ...(await newcomer()), refreshToken: '' };
  const top = await makeFolder(owner, '', 'top');
  const program = programOf((await appPasswordOf(owner, {}, NEWCOMERS_PASSWORD)).password);
  const twins = [await makeFolder(owner, top, 'same'), await makeFolder(owner, top, 'same')];
  const shown = hrefsIn(await program.text('PROPFIND', '/dav/top', { headers: DEPTH_1 })).slice(1);
  for (const href of shown) await program.status('PUT', `${href}in.txt`, { body: 'in a twin' });
  for (const name of ['a', 'b', 'c', 'd', 'e%20f']) await program.status('PUT', `/dav/top/${name}`, { body: name });
  const { shareId, passCode } = await makeLink(owner, { fileIds: [top], locked: true });
  const base = `/dav/s/${shareId}/top/`;
  const listed = hrefsIn(await (await visitLink('PROPFIND', base, passCode, DEPTH_1, small)).text());
  expect(listed).toHaveLength(1 + twins.length + 5);
  for (const href of listed.filter((each) => each?.endsWith('/') === false)) {
    const got = await visitLink('GET', href ?? '', passCode, {}, small);
    expect([got.status, await got.text()]).toEqual([200, (href ?? '').slice(base.length)]);
  }
  for (const href of listed.filter((each) => each?.includes('/same') === true)) {
    const got = await visitLink('GET', `${href}in.txt`, passCode, {}, small);
    expect([got.status, await got.text()]).toEqual([200, 'in a twin']);
  }
  expect((await visitLink('GET', `${base}E%20f`, passCode, {}, small)).status).toBe(404);
  expect((await visitLink('GET', `${base}e%20f`, 'wrong', {}, small)).status).toBe(401);
});

it('a link is a folder for reading, and one with a passcode asks for it', async () => {
  const owner = { ...(await newcomer()), refreshToken: '' };
  const folder = await makeFolder(owner, '', 'of a link');
  const program = programOf((await appPasswordOf(owner, {}, NEWCOMERS_PASSWORD)).password);
  await program.status('PUT', '/dav/of%20a%20link/a%20%26%20b.txt', { body: 'hello' });
  const { shareId: open } = await makeLink(owner, { fileIds: [folder] });
  const listed = await visitLink('PROPFIND', `/dav/s/${open}/of%20a%20link`, '', DEPTH_1);
  expect(listed.status).toBe(207);
  expect(hrefsIn(await listed.text())).toEqual([
    `/dav/s/${open}/of%20a%20link/`,
    `/dav/s/${open}/of%20a%20link/a%20%26%20b.txt`,
  ]);
  const file = `/dav/s/${open}/of%20a%20link/a%20&%20b.txt`;
  const got = await visitLink('GET', file);
  expect([got.status, await got.text()]).toEqual([200, 'hello']);
  const part = await visitLink('GET', file, '', { range: 'bytes=1-2' });
  expect([part.status, await part.text()]).toEqual([206, 'el']);
  for (const method of ['PUT', 'DELETE', 'MKCOL', 'MOVE', 'COPY', 'LOCK', 'PROPPATCH'])
    expect((await visitLink(method, file)).status, method).toBe(403);
  expect((await visitLink('GET', `/dav/s/${open}/no`)).status).toBe(404);
  expect((await visitLink('PROPFIND', `/dav/s/${open}/`, '', { depth: 'infinity' })).status).toBe(403);
  expect((await visitLink('PROPFIND', `/dav/s/${open.slice(0, -1)}x/`, '', DEPTH_0)).status).toBe(404);
  const { shareId: secret, passCode } = await makeLink(owner, { fileIds: [folder], locked: true });
  const locked = await visitLink('PROPFIND', `/dav/s/${secret}/`, '', DEPTH_1);
  expect([locked.status, locked.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
  expect((await visitLink('PROPFIND', `/dav/s/${secret}/`, 'wrong', DEPTH_1)).status).toBe(401);
  expect((await visitLink('PROPFIND', `/dav/s/${secret}/`, passCode, DEPTH_1)).status).toBe(207);
  expect((await visitLink('GET', `/dav/s/${secret}/of%20a%20link/a%20&%20b.txt`, passCode)).status).toBe(200);
  let last = await visitLink('PROPFIND', `/dav/s/${secret}/`, 'bad0', DEPTH_1);
  for (let at = 1; at < 30 && last.status === 401; at += 1)
    last = await visitLink('PROPFIND', `/dav/s/${secret}/`, `bad${at}`, DEPTH_1);
  expect([last.status, Number(last.headers.get('retry-after')) > 60]).toEqual([429, true]);
});

it('a link that collects takes files and shows none', async () => {
  const owner = { ...(await newcomer()), refreshToken: '' };
  const folder = await makeFolder(owner, '', 'sent to me');
  const link = await makeCollectLink(owner, {}, folder);
  const place = `/dav/s/${link}`;
  const send = (name: string, body: string) => {
    const headers = { host: '127.0.0.1:8787', 'content-length': String(body.length) };
    return runningServer(new Request(`${HOST}${place}/${name}`, { method: 'PUT', headers, body }));
  };
  expect((await send('a.txt', 'first')).status).toBe(201);
  expect((await send('a.txt', 'second')).status).toBe(201);
  expect((await send('in/a.txt', 'deeper')).status).toBe(403);
  expect((await visitLink('GET', `${place}/a.txt`)).status).toBe(403);
  expect((await visitLink('DELETE', `${place}/a.txt`)).status).toBe(403);
  const listed = await visitLink('PROPFIND', place, '', DEPTH_1);
  expect([listed.status, hrefsIn(await listed.text())]).toEqual([207, [`${place}/`]]);
  expect((await visitLink('PROPFIND', `${place}/a.txt`, '', DEPTH_0)).status).toBe(404);
  expect((await visitLink('PROPFIND', `/dav/s/${'x'.repeat(72)}/`, '', DEPTH_0)).status).toBe(404);
  const program = programOf((await appPasswordOf(owner, {}, NEWCOMERS_PASSWORD)).password);
  const mine = hrefsIn(await program.text('PROPFIND', '/dav/sent%20to%20me', { headers: DEPTH_1 }));
  expect(mine).toEqual(['/dav/sent%20to%20me/', '/dav/sent%20to%20me/a(1).txt', '/dav/sent%20to%20me/a.txt']);
  let last = 201;
  for (let at = 0; at < 25 && last === 201; at += 1) last = (await send(`many ${at}`, 'x')).status;
  expect(last).toBe(429);
});
