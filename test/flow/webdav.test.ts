/**
 * WebDAV as the programs of other people speak it: litmus, cadaver, curl, rclone and a library of npm against a started server. A program that
 * is not installed is named; on Debian as root `npm test` installs all.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { serverOfFile } from '#test/server.ts';
import { KNOWN_DAV_FAILURES } from './known-dav-failures.ts';
import { readLitmus } from './litmus.ts';
import { findProgram, run } from './outside-programs.ts';
import { makeProgramPassword } from './program-password.ts';
import { makeWireClient, sha256 } from './wire-client.ts';

/** The part of its interface that is used here. */
interface DavClient {
  createDirectory(name: string): Promise<void>;
  putFileContents(name: string, bytes: Buffer, options?: { overwrite: boolean }): Promise<boolean>;
  getFileContents(name: string): Promise<Buffer>;
  getDirectoryContents(name: string): Promise<{ basename: string; type: string; size: number }[]>;
  moveFile(from: string, to: string): Promise<void>;
  copyFile(from: string, to: string): Promise<void>;
  deleteFile(name: string): Promise<void>;
  exists(name: string): Promise<boolean>;
  lock(name: string): Promise<{ token: string }>;
  unlock(name: string, token: string): Promise<void>;
}
const { createClient } = createRequire(import.meta.url)('webdav') as {
  createClient(address: string, options: { username: string; password: string }): DavClient;
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-webdav-'));
const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');
const { text: password, address } = await makeProgramPassword(alice);
const USER = 'alice';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const basic = (text: string) => `Basic ${Buffer.from(`${USER}:${text}`).toString('base64')}`;

async function ask(method: string, name: string, init: RequestInit = {}, text = password): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', basic(text));
  return fetch(`${address}${name}`, { ...init, method, headers });
}

const litmus = findProgram('litmus');
const suites = ['/usr/libexec/litmus', '/usr/lib/litmus'].find((place) => existsSync(place)) ?? '';

test.skipIf(!litmus).each(['basic', 'copymove', 'props', 'locks', 'http'])(
  'litmus passes the suite %s but for known failures',
  async (suite) => {
    const work = path.join(folder, `litmus-${suite}`);
    mkdirSync(path.join(work, 'htdocs'), { recursive: true });
    // The file that its suites send.
    writeFileSync(path.join(work, 'htdocs/foo'), 'This is\na test file\nfor litmus\n');
    const { output } = await run(path.join(suites, suite), [address, USER, password], { folder: work });
    const outcomes = readLitmus(output);
    expect(outcomes.get('finish'), output).toBe('pass');
    const failed = [...outcomes].flatMap(([name, outcome]) => (outcome === 'pass' ? [] : [`${suite}/${name}`]));
    const known = Object.keys(KNOWN_DAV_FAILURES).filter((name) => name.startsWith(`${suite}/`));
    expect(failed, output).toEqual(known);
    expect(output).not.toContain('WARNING');
  },
);

const curl = findProgram('curl') ?? '';
const user = ['-sS', '-u', `${USER}:${password}`];

test.skipIf(curl === '')(
  'curl sends with and without a length, reads ranges, and keeps what it does not match',
  async () => {
    const bytes = randomBytes(300_000);
    const file = path.join(folder, 'sent.bin');
    writeFileSync(file, bytes);
    const to = `${address}curl.bin`;
    const status = ['-o', '/dev/null', '-w', '%{http_code}'];
    expect((await run(curl, [...user, ...status, '-T', file, to])).output).toBe('201');
    const chunked = [...user, ...status, '-H', 'Transfer-Encoding: chunked', '-T', file, to];
    expect((await run(curl, chunked)).output).toBe('204');
    const out = path.join(folder, 'read.bin');
    const ranged = [...user, '-w', '%{http_code}', '-r', '1000-1999', '-o', out, to];
    expect((await run(curl, ranged)).output).toBe('206');
    expect(sha256(readFileSync(out))).toBe(sha256(bytes.subarray(1_000, 2_000)));
    const guarded = [...user, ...status, '-H', 'If-None-Match: *', '-T', file, to];
    expect((await run(curl, guarded)).output).toBe('412');
    expect((await run(curl, [...user, ...status, '-X', 'DELETE', to])).output).toBe('204');
    expect((await run(curl, [...user, ...status, to])).output).toBe('404');
  },
);

const cadaver = findProgram('cadaver') ?? '';

test.skipIf(cadaver === '')('cadaver makes, sends, moves, locks and lists', async () => {
  const { hostname } = new URL(address);
  writeFileSync(path.join(folder, '.netrc'), `machine ${hostname} login ${USER} password ${password}\n`, {
    mode: 0o600,
  });
  writeFileSync(path.join(folder, 'one.txt'), 'one');
  const input = [
    'mkcol cadaver',
    'cd cadaver',
    `put ${folder}/one.txt one.txt`,
    'copy one.txt two.txt',
    'move two.txt three.txt',
    'lock three.txt',
    'discover three.txt',
    'unlock three.txt',
    'propset three.txt colour blue',
    'propget three.txt colour',
    'ls',
    `get three.txt ${folder}/three.txt`,
    'quit',
    '',
  ].join('\n');
  const { output } = await run(cadaver, [address], { home: folder, folder, input });
  expect(output).not.toMatch(/failed/i);
  expect(output).toContain('blue');
  expect(readFileSync(path.join(folder, 'three.txt'), 'utf8')).toBe('one');
  const listed = await (await ask('PROPFIND', 'cadaver/', { headers: { depth: '1' } })).text();
  expect(listed).toContain('/dav/cadaver/three.txt');
  expect(listed).not.toContain('/dav/cadaver/two.txt');
});

const rclone = findProgram('rclone') ?? '';

test.skipIf(rclone === '')('rclone: copies a tree there, compares it, moves and deletes', async () => {
  const tree = path.join(folder, 'tree');
  for (const name of ['a', 'a/b', 'ü & %']) mkdirSync(path.join(tree, name), { recursive: true });
  for (let at = 0; at < 30; at += 1)
    writeFileSync(path.join(tree, ['a', 'a/b', 'ü & %'][at % 3] ?? '', `file ${at}.bin`), randomBytes(at * 300));
  const obscured = (await run(rclone, ['obscure', password])).output.trim();
  const config = path.join(folder, 'rclone.conf');
  writeFileSync(config, `[dav]\ntype = webdav\nurl = ${address}\nvendor = other\nuser = ${USER}\npass = ${obscured}\n`);
  const remote = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(rclone, ['--config', config, '--retries', '1', ...args]);
    expect(code, output).toBe(0);
    return output;
  };
  await remote('copy', tree, 'dav:rclone');
  await remote('check', '--download', tree, 'dav:rclone');
  expect((await remote('lsf', '-R', '--files-only', 'dav:rclone')).trim().split('\n')).toHaveLength(30);
  await remote('moveto', 'dav:rclone/a', 'dav:rclone/moved');
  expect(await remote('lsf', 'dav:rclone')).toBe('moved/\nü & %/\n');
  await remote('purge', 'dav:rclone');
  expect(JSON.parse(await remote('about', '--json', 'dav:'))).toMatchObject({ free: expect.any(Number) });
});

const client = createClient(address, { username: USER, password });

test('the library webdav of npm makes, reads, moves, locks and deletes', async () => {
  await client.createDirectory('/npm');
  expect(await client.putFileContents('/npm/ä.txt', Buffer.from('first'))).toBe(true);
  expect(await client.putFileContents('/npm/ä.txt', Buffer.from('x'), { overwrite: false })).toBe(false);
  await client.copyFile('/npm/ä.txt', '/npm/copy.txt');
  await client.moveFile('/npm/copy.txt', '/npm/moved.txt');
  expect(String(await client.getFileContents('/npm/moved.txt'))).toBe('first');
  const names = (await client.getDirectoryContents('/npm')).map(({ basename, size }) => `${basename} ${size}`);
  expect(names.toSorted()).toEqual(['moved.txt 5', 'ä.txt 5']);
  const { token } = await client.lock('/npm/moved.txt');
  await expect(client.putFileContents('/npm/moved.txt', Buffer.from('x'))).rejects.toMatchObject({ status: 423 });
  await client.unlock('/npm/moved.txt', token);
  await client.deleteFile('/npm/moved.txt');
  expect(await client.exists('/npm/moved.txt')).toBe(false);
});

test('a document that is saved ten times by a temporary file keeps its id and its link', async () => {
  await ask('PUT', 'report.odt', { body: 'draft 0' });
  const find = async () => {
    const { body } = await alice.get('/drive/v1/files', { parent_id: '', limit: '500' });
    return body.files.filter((file: { name: string }) => file.name === 'report.odt') as { id: string }[];
  };
  const [before] = await find();
  const link = await alice.post('/drive/v1/share', {
    file_ids: [before?.id],
    share_to: 'copy',
    expiration_days: '-1',
  });
  expect(link.status).toBe(200);
  for (let at = 1; at <= 10; at += 1) {
    await ask('PUT', '.~report.tmp', { body: `draft ${at}` });
    const moved = await ask('MOVE', '.~report.tmp', {
      headers: { destination: `${address}report.odt`, overwrite: 'T' },
    });
    expect(moved.status).toBe(204);
  }
  expect(await find()).toMatchObject([{ id: before?.id }]);
  const versions = await alice.get(`/drive/v1/files/${before?.id}/versions`);
  expect(versions.body.versions).toHaveLength(10);
  const visit = await wire.call('GET', '/drive/v1/share', { query: { share_id: link.body.share_id } });
  expect(visit.body).toMatchObject({ share_status: 'OK', files: [{ id: before?.id, name: 'report.odt' }] });
});

test('a password for reading changes nothing', async () => {
  const { text } = await makeProgramPassword(alice, { scope: 'read' });
  await ask('PUT', 'scope.txt', { body: 'x' });
  expect((await ask('GET', 'scope.txt', {}, text)).status).toBe(200);
  for (const method of ['PUT', 'DELETE', 'MKCOL', 'LOCK', 'PROPPATCH']) {
    const body =
      method === 'PUT'
        ? 'y'
        : method === 'PROPPATCH'
          ? '<propertyupdate xmlns="DAV:"><remove><prop><a xmlns="u"/></prop></remove></propertyupdate>'
          : undefined;
    const lock = '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';
    const init = method === 'LOCK' ? { body: lock } : body === undefined ? {} : { body };
    const answer = await ask(method, method === 'MKCOL' ? 'scope-new' : 'scope.txt', init, text);
    expect(answer.status, method).toBe(403);
  }
  expect(await (await ask('GET', 'scope.txt')).text()).toBe('x');
});

test('a password of one folder sees that folder as everything', async () => {
  const inside = await alice.makeFolder('only this');
  const { text } = await makeProgramPassword(alice, { folder_id: inside });
  expect((await ask('PUT', 'in.txt', { body: 'in' }, text)).status).toBe(201);
  expect((await ask('GET', 'only%20this/in.txt', {}, text)).status).toBe(404);
  expect((await ask('GET', '../scope.txt', {}, text)).status).toBe(404);
  expect(await (await ask('GET', 'only%20this/in.txt')).text()).toBe('in');
  expect(await (await ask('GET', 'in.txt', {}, text)).text()).toBe('in');
  const listed = await (await ask('PROPFIND', '', { headers: { depth: '1' } }, text)).text();
  expect([...listed.matchAll(/<d:href>([^<]*)/g)].map(([, href]) => href)).toEqual(['/dav/', '/dav/in.txt']);
  const out = { headers: { destination: `${address}../out.txt` } };
  expect((await ask('MOVE', 'in.txt', out, text)).status).toBe(403);
});

test('a password that was ended opens nothing more', async () => {
  const { text, id } = await makeProgramPassword(alice);
  expect((await ask('PROPFIND', '', { headers: { depth: '0' } }, text)).status).toBe(207);
  await wire.call('DELETE', `/v1/user/app_passwords/${id}`, { token: alice.token });
  expect((await ask('PROPFIND', '', { headers: { depth: '0' } }, text)).status).toBe(401);
});

test('what programs left is sound', async () => {
  const { findings } = await auditFolder(server.dataDir, Date.now);
  expect(findings).toEqual([]);
});
