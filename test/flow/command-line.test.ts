/**
 * The command line as people get it: the tarball that the server makes, installed by npm without a network, signed in by the page of
 * devices, killed amid an upload, and its exit codes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { MIB } from '#shared/units.ts';
import { serverOfFile } from '#test/server.ts';
import { decideDevice } from './device-page.ts';
import { makeWireClient } from './wire-client.ts';

const server = await serverOfFile({ env: { LIMITS: JSON.stringify({ freeStorageBytes: 400 * MIB }) } });
const client = makeWireClient(server.origin);
const folder = scratchFolder();
const at = (...names: string[]) => path.join(folder, ...names);

/** The node of the tests, and others of this machine that the program is for. */
function nodes(): string[] {
  const others = ['/usr/bin/node', '/usr/local/bin/node'].filter((node) => {
    if (!existsSync(node)) return false;
    return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) >= 20;
  });
  return [process.execPath, ...others];
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stderr(): string;
}

function start(args: readonly string[], options: { node?: string; config?: string; input?: string } = {}): Started {
  const { node = process.execPath, config = 'config', input = '' } = options;
  const child = spawn(node, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: at(config) },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended, stderr: () => stderr };
}

const run = (...args: string[]) => start(args).ended;

/** The result of a command that has to succeed. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

interface FileResult {
  readonly files: readonly { readonly path: string; readonly outcome: string; readonly size: number }[];
}

const outcomes = ({ files }: FileResult) => files.map(({ outcome }) => outcome).toSorted();

/** Files below a folder with their bytes, by path. */
function contentOf(root: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(root, name)).isFile())
      .map((name) => [name, readFileSync(path.join(root, name)).toString('base64')]),
  );
}

/** The code that a sign-in shows before it waits. @throws Error when the program ends without one */
function codeOf({ child, stderr }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`no code: ${stderr()}`)));
    child.stderr?.on('data', () => {
      const [, code] = /allow the code (\S+)\n/.exec(stderr()) ?? [];
      if (code !== undefined) resolve(code);
    });
  });
}

async function login(username: string, config?: string): Promise<Ended> {
  const started = start(['login', '--json'], config === undefined ? {} : { config });
  expect(await decideDevice(server.origin, await codeOf(started), username, 'allow')).toContain('Device signed in');
  return started.ended;
}

const alice = await client.signIn('alice@example.com');
const tarball = await fetch(`${server.origin}/downloads/magpie-cli.tgz`);
expect([tarball.status, tarball.headers.get('content-type')]).toEqual([200, 'application/gzip']);
writeFileSync(at('magpie-cli.tgz'), Buffer.from(await tarball.arrayBuffer()));
const npm = [
  'install',
  '--global',
  '--prefix',
  at('prefix'),
  '--offline',
  '--no-audit',
  '--no-fund',
  at('magpie-cli.tgz'),
];
execFileSync('npm', npm, { env: { PATH: process.env['PATH'], HOME: folder }, stdio: 'pipe' });
const program = at('prefix/bin/magpie');
expect((await login('alice@example.com')).code).toBe(0);

test.each(nodes())('runs by %s, and is signed in where it was installed from', async (node) => {
  const { code, stdout } = await start(['whoami', '--json'], { node }).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ server: server.origin, id: alice.userId, name: 'Alice' });
});

test('the installed program: stores its sign-in for its owner alone', () => {
  expect(statSync(at('config/magpie/cli.json')).mode & 0o777).toBe(0o600);
});

test('the installed program: ends with a code for each kind of failure, and says what to do', async () => {
  const failures: [string[], number, string, string?][] = [
    [['ls', '/nowhere'], 4, 'magpie ls'],
    [['frob'], 2, 'magpie help'],
    [['ls', '--frob'], 2, 'magpie help ls'],
    [['ls'], 3, 'magpie login', 'nobody'],
    [['ls', '--server', 'http://127.0.0.1:9'], 3, 'magpie login'],
    [['login', '--server', 'http://127.0.0.1:9'], 6, 'network'],
    [['put', 'not-here', '/'], 1, 'no such file'],
  ];
  for (const [args, code, text, config] of failures) {
    const ended = await start(args, config === undefined ? {} : { config }).ended;
    expect([args, ended.code, ended.stdout]).toEqual([args, code, '']);
    expect(ended.stderr).toContain(text);
    const asJson = await start([...args, '--json'], config === undefined ? {} : { config }).ended;
    expect(JSON.parse(asJson.stderr).error).toMatchObject({ exit: code });
  }
});

test('a code that is refused in the browser ends the sign-in', async () => {
  const started = start(['login'], { config: 'refused' });
  await decideDevice(server.origin, await codeOf(started), 'bob@example.com', 'deny');
  expect(await started.ended).toMatchObject({ code: 3, stdout: '' });
});

test('a session that was ended elsewhere is a sign-in that is needed; a sign-out ends one', async () => {
  await login('bob@example.com', 'bob');
  expect((await start(['logout'], { config: 'bob' }).ended).code).toBe(0);
  expect((await start(['whoami'], { config: 'bob' }).ended).code).toBe(3);
  await login('bob@example.com', 'bob');
  const file = at('bob/magpie/cli.json');
  const { sessions } = JSON.parse(readFileSync(file, 'utf8')) as {
    sessions: Record<string, { refreshToken: string }>;
  };
  const body = { token: sessions[server.origin]?.refreshToken, client_id: 'cli' };
  expect((await client.call('POST', '/v1/auth/revoke', { body })).status).toBe(200);
  expect((await start(['whoami'], { config: 'bob' }).ended).code).toBe(3);
  expect(readFileSync(file, 'utf8')).not.toContain('refreshToken');
});

test('a folder goes up and comes down byte for byte, and a second time nothing moves', async () => {
  mkdirSync(at('up/sub/deeper'), { recursive: true });
  mkdirSync(at('up/empty'));
  mkdirSync(at('down'));
  for (let i = 0; i < 12; i += 1) writeFileSync(at('up/sub', `f${i}`), randomBytes(i * 50_000));
  writeFileSync(at('up/sub/deeper/–ü 文.bin'), randomBytes(3 * MIB));
  symlinkSync('/etc/passwd', at('up/link'));
  const put = await run('put', 'up', '/', '--json');
  expect([put.code, outcomes(JSON.parse(put.stdout))]).toEqual([0, Array(13).fill('moved')]);
  expect(put.stderr).toContain('link is left out');
  expect(outcomes(await json<FileResult>('get', '/up', 'down'))).toEqual(Array(13).fill('moved'));
  rmSync(at('up/link'));
  expect(contentOf(at('down/up'))).toEqual(contentOf(at('up')));
  expect(existsSync(at('down/up/empty'))).toBe(true);
  expect(outcomes(await json<FileResult>('put', 'up', '/'))).toEqual(Array(13).fill('unchanged'));
  expect(outcomes(await json<FileResult>('get', '/up', 'down'))).toEqual(Array(13).fill('unchanged'));
  const listed = await json<{ name: string; kind: string }[]>('ls', '/up');
  expect(listed.map(({ name, kind }) => [name, kind])).toEqual([
    ['empty', 'folder'],
    ['sub', 'folder'],
  ]);
});

test('a changed file becomes a version up there, and is not lost down here', async () => {
  writeFileSync(at('note.txt'), 'one');
  await json('put', 'note.txt', '/note.txt');
  await json('get', '/note.txt', 'copy.txt');
  writeFileSync(at('note.txt'), 'two!');
  expect(outcomes(await json<FileResult>('put', 'note.txt', '/'))).toEqual(['moved']);
  const [{ id = '' } = {}] = await json<{ id: string }[]>('ls', '/note.txt');
  expect((await alice.get(`/drive/v1/files/${id}/versions`)).body.versions).toHaveLength(1);
  const refused = await run('get', '/note.txt', 'copy.txt');
  expect([refused.code, readFileSync(at('copy.txt'), 'utf8')]).toEqual([1, 'one']);
  expect(refused.stderr).toContain('--conflict');
  await json('get', '/note.txt', 'copy.txt', '--conflict', 'keep-both');
  expect(readFileSync(at('copy (1).txt'), 'utf8')).toBe('two!');
  await json('get', `id:${id}`, 'copy.txt', '--conflict', 'replace');
  expect(readFileSync(at('copy.txt'), 'utf8')).toBe('two!');
});

test('standard input and output are files too', async () => {
  const put = await start(['put', '-', '/pipes/in.txt', '--parents'], { input: 'through a pipe' }).ended;
  expect(put.code).toBe(0);
  expect((await run('get', '/pipes/in.txt', '-')).stdout).toBe('through a pipe');
  expect((await run('put', '-', '/pipes')).code).toBe(2);
});

test('folders are made, moved, renamed, copied and trashed', async () => {
  await json('mkdir', '-p', '/tree/a/b', '/tree/c');
  expect((await run('mkdir', '/tree/a')).code).toBe(1);
  expect((await run('mkdir', '/missing/a')).code).toBe(4);
  await json('mv', '/tree/a/b', '/tree/c/renamed');
  await json('cp', '/tree/c', '/tree/a');
  await json('mv', '/tree/a', '/tree/A');
  const names = async (place: string) => (await json<{ name: string }[]>('ls', place)).map(({ name }) => name);
  expect(await names('/tree')).toEqual(['A', 'c']);
  expect(await names('/tree/A/c')).toEqual(['renamed']);
  await json('rm', '/tree/c');
  expect((await run('rm', '/tree/c')).code).toBe(4);
  await json('rm', '-f', '/tree/c');
  expect(await names('/tree')).toEqual(['A']);
});

test('a name of the server never leads out of the folder, and a terminal gets none of its control characters', async () => {
  const inside = await alice.makeFolder('hostile');
  // Names that a server of another kind may hold are in transfer.test.ts: this one refuses them.
  expect(
    (await alice.post('/drive/v1/files', { kind: 'drive#folder', name: '../out', parent_id: inside })).status,
  ).toBe(400);
  await client.upload(alice, { name: 'exe.\u202egnp', bytes: Buffer.from('x'), parentId: inside });
  expect((await run('ls', '/hostile')).stdout).toBe('exe.\\u{202e}gnp\n');
  mkdirSync(at('guarded'));
  symlinkSync(at('down'), at('guarded/hostile'));
  const refused = await run('get', '/hostile', 'guarded');
  expect([refused.code, existsSync(at('down', 'exe.\u202egnp'))]).toEqual([1, false]);
});

test('a large file goes on after the program was killed, up and down', async () => {
  const bytes = randomBytes(128 * MIB);
  writeFileSync(at('large.bin'), bytes);
  const first = start(['put', 'large.bin', '/large.bin']);
  const openUploads = async () =>
    (await alice.get('/drive/v1/uploads')).body.uploads as { id: string; parts_stored: number }[];
  await expect.poll(async () => (await openUploads())[0]?.parts_stored ?? 0, { interval: 20 }).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.ended;
  const [open] = await openUploads();
  expect(open?.parts_stored).toBeGreaterThan(0);
  expect(outcomes(await json<FileResult>('put', 'large.bin', '/large.bin'))).toEqual(['moved']);
  expect(await openUploads()).toEqual([]);
  expect((await alice.get(`/drive/v1/uploads/${open?.id}`)).body.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(readdirSync(at('config/magpie/uploads'))).toEqual([]);
  const found = (await json<{ name: string }[]>('ls', '/')).filter(({ name }) => name.startsWith('large'));
  expect(found).toHaveLength(1);

  const second = start(['get', '/large.bin', 'large-copy.bin']);
  const part = () => readdirSync(folder).find((name) => name.endsWith('.magpie-part'));
  await expect.poll(() => (part() ? statSync(at(part() ?? '')).size : 0), { interval: 5 }).toBeGreaterThan(0);
  second.child.kill('SIGKILL');
  await second.ended;
  const held = part();
  expect(outcomes(await json<FileResult>('get', '/large.bin', 'large-copy.bin', '--conflict', 'skip'))).toHaveLength(1);
  expect([held === undefined, part()]).toEqual([false, undefined]);
  expect(readFileSync(at('large-copy.bin')).equals(bytes)).toBe(true);
});

test('a large file: bytes that were damaged on the way are not taken', async () => {
  writeFileSync(at('whole.bin'), randomBytes(2 * MIB));
  const { files } = await json<{ files: { hash: string }[] }>('put', 'whole.bin', '/whole.bin');
  const part = `.damaged.bin.${files[0]?.hash.slice(0, 12).toLowerCase()}.magpie-part`;
  writeFileSync(at(part), randomBytes(MIB));
  const refused = await run('get', '/whole.bin', 'damaged.bin');
  expect([refused.code, existsSync(at('damaged.bin')), existsSync(at(part))]).toEqual([7, false, false]);
  expect((await run('get', '/whole.bin', 'damaged.bin')).code).toBe(0);
  expect(readFileSync(at('damaged.bin')).equals(readFileSync(at('whole.bin')))).toBe(true);
});

test('a link has the passcode and the end that were asked for', async () => {
  await json('mkdir', '-p', '/shared');
  const link = await json<{ id: string; url: string; passcode: string }>(
    'share',
    '/shared',
    '--passcode',
    'abcd',
    '--days',
    '7',
  );
  expect(link).toMatchObject({ url: `${server.origin}/s/${link.id}`, passcode: 'abcd' });
  const view = (await client.call('GET', '/drive/v1/share', { query: { share_id: link.id, pass_code: 'abcd' } })).body;
  expect([view.share_status, Number(view.expiration_left)]).toEqual(['OK', 7]);
  const made = await json<{ passcode: string }>('share', '/shared', '--passcode', 'new');
  expect(made.passcode).toMatch(/^[a-z0-9]{4}$/i);
  expect((await run('share', '/shared', '--passcode', '!')).code).toBe(2);
  expect((await run('share', '/shared', '--days', '1', '--until', '2099-01-01')).code).toBe(2);
  expect((await run('share', '/')).code).toBe(2);
});

test('the space is shown as the server counts it, and a full drive has an exit code', async () => {
  const { limit, used } = await json<{ limit: number; used: number }>('df');
  const { quota } = (await alice.get('/drive/v1/about')).body;
  expect([limit, used]).toEqual([Number(quota.limit), Number(quota.usage)]);
  // A file of holes takes no space here.
  execFileSync('truncate', ['-s', String(limit), at('holes')]);
  const refused = start(['put', 'holes', '/', '--quiet']);
  const { code, stderr } = await refused.ended;
  expect([code, stderr.includes('magpie df')]).toEqual([5, true]);
});
