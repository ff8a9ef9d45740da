/**
 * Torrents on a real server with aria2, seeded on this machine: files are looked at and chosen, and the download outlives a kill of
 * the server and of aria2. Skipped where aria2c is not installed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { type MadeTorrent, makeTorrent, startTracker } from '#scripts/start/downloader/torrent-fixture.ts';
import { freePort } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { startServer, type TestServer } from '#test/server.ts';

function hasAria2(): boolean {
  try {
    execFileSync('aria2c', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('skipped: torrents, because aria2c is not installed (Debian package aria2)\n');
    return false;
  }
}

const MIB = 2 ** 20;
const FILES = [
  { path: ['films', 'one.bin'], bytes: randomBytes(12 * MIB) },
  { path: ['left out.bin'], bytes: randomBytes(3 * MIB) },
  { path: ['notes', 'read me.txt'], bytes: Buffer.from('hello') },
  { path: ['notes', 'empty.txt'], bytes: Buffer.alloc(0) },
];
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasAria2())('torrents', () => {
  const folder = scratchFolder();
  const dataDir = path.join(folder, 'data');
  let seed: ChildProcess;
  let tracker: Awaited<ReturnType<typeof startTracker>>;
  let forbidden: Awaited<ReturnType<typeof startTracker>>;
  let made: MadeTorrent;
  let peerPort = 0;
  let server: TestServer;
  let token = '';

  function startSeed(limit: string): ChildProcess {
    const options = ['--no-conf', '--quiet', '--enable-dht=false', '--bt-enable-lpd=false', '--seed-ratio=0'];
    const place = [`--listen-port=${peerPort}`, `--dir=${folder}/seed`, '--check-integrity=true'];
    return spawn('aria2c', [...options, ...place, `--max-upload-limit=${limit}`, `${folder}/pack.torrent`], {
      stdio: 'ignore',
    });
  }

  async function boot(): Promise<void> {
    const ports = await freePort();
    server = await startServer({
      dataDir,
      env: {
        DOWNLOADER: 'aria2',
        DOWNLOADER_PORTS: String(ports),
        MAGPIE_OUTBOUND_ALLOW: `127.0.0.1:${tracker.port} 127.0.0.1:${peerPort}`,
        LIMITS: JSON.stringify({ downloadStallSeconds: 60 }),
      },
    });
  }

  async function call<T>(method: string, to: string, body?: object): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answered = await fetch(`${server.origin}${to}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answered.json()) as T;
  }

  const taskOf = (id: string) => call<TaskObject>('GET', `/drive/v1/tasks/${id}`);

  async function begin(url: object): Promise<string> {
    const body = { kind: 'drive#file', upload_type: 'UPLOAD_TYPE_URL', url };
    return (await call<{ task: TaskObject }>('POST', '/drive/v1/files', body)).task.id;
  }

  async function ended(id: string): Promise<TaskObject> {
    await expect.poll(async () => (await taskOf(id)).phase, { timeout: 90_000 }).toMatch(/COMPLETE|ERROR/);
    return taskOf(id);
  }

  /** Digests of the files below a folder, by path. */
  async function storedBelow(id: string, prefix = ''): Promise<Record<string, string>> {
    const stored: Record<string, string> = {};
    const { files } = await call<{ files: { id: string; kind: string; name: string }[] }>(
      'GET',
      `/drive/v1/files?parent_id=${id}&limit=100`,
    );
    for (const file of files) {
      if (file.kind === 'drive#folder') Object.assign(stored, await storedBelow(file.id, `${prefix}${file.name}/`));
      else {
        const { web_content_link: link } = await call<{ web_content_link: string }>(
          'GET',
          `/drive/v1/files/${file.id}`,
        );
        stored[`${prefix}${file.name}`] = digest(Buffer.from(await (await fetch(link)).arrayBuffer()));
      }
    }
    return stored;
  }

  beforeAll(async () => {
    peerPort = await freePort();
    // One peer at a private address: it must never be called.
    tracker = await startTracker([
      ['10.255.255.1', 9],
      ['127.0.0.1', peerPort],
    ]);
    forbidden = await startTracker([]);
    for (const { path: names, bytes } of FILES) {
      mkdirSync(path.join(folder, 'seed/pack', ...names.slice(0, -1)), { recursive: true });
      writeFileSync(path.join(folder, 'seed/pack', ...names), bytes);
    }
    made = makeTorrent('pack', FILES, tracker.address, {
      'announce-list': [[tracker.address], [forbidden.address]],
      'url-list': [`http://127.0.0.1:${forbidden.port}/`],
    });
    writeFileSync(path.join(folder, 'pack.torrent'), made.torrent);
    seed = startSeed('2M');
    await boot();
    const body = { client_id: 'cli', username: 'alice@example.com', password: 'magpie-demo' };
    token = (await call<{ access_token: string }>('POST', '/v1/auth/signin', body)).access_token;
  });

  afterAll(async () => {
    await server.stop();
    seed.kill('SIGKILL');
    tracker.stop();
    forbidden.stop();
  });

  const magnet = (): string =>
    `magnet:?xt=urn:btih:${made.infoHash}&dn=pack&tr=${encodeURIComponent(tracker.address)}&tr=${encodeURIComponent(forbidden.address)}`;

  test('chosen files of a magnet link are stored byte for byte over a kill of the server and of aria2', async () => {
    const { list } = await call<{ list: { resources: [{ dir: { resources: { name: string; index: number }[] } }] } }>(
      'POST',
      '/drive/v1/resource/list',
      { urls: magnet() },
    );
    expect(list.resources[0].dir.resources.map(({ name }) => name)).toEqual(FILES.map((file) => file.path.join('/')));
    const id = await begin({ url: magnet(), files: [1, 3, 4] });
    const doneBytes = async (): Promise<number> => Number((await taskOf(id)).params['done_bytes'] ?? 0);
    await expect.poll(doneBytes, { timeout: 60_000 }).toBeGreaterThan(2 * MIB);
    process.kill(
      (JSON.parse(readFileSync(path.join(dataDir, 'downloads/aria2.json'), 'utf8')) as { pid: number }).pid,
      'SIGKILL',
    );
    await expect.poll(doneBytes, { timeout: 60_000 }).toBeGreaterThan(5 * MIB);
    await server.kill9();
    seed.kill('SIGKILL');
    seed = startSeed('0');
    await boot();
    const task = await ended(id);
    expect([task.phase, task.file_name, task.params['error']]).toEqual(['PHASE_TYPE_COMPLETE', 'pack', undefined]);
    const chosen = FILES.filter((_, at) => at !== 1).map((file) => [file.path.join('/'), digest(file.bytes)]);
    await expect.poll(() => storedBelow(task.file_id)).toEqual(Object.fromEntries(chosen));
    expect(readdirSync(path.join(dataDir, 'downloads')).filter((name) => /^[0-9a-f]{32}$/.test(name))).toEqual([]);
  });

  test('a .torrent file of the drive waits for the choice, and no forbidden address is called', async () => {
    const form = await fetch(`${server.origin}/drive/v1/uploads?name=pack.torrent&parent_id=`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: made.torrent,
    });
    const { file } = (await form.json()) as { file: { id: string } };
    const id = await begin({ url: `drive:${file.id}`, choose: true });
    await expect.poll(async () => (await taskOf(id)).params['stage']).toBe('choosing');
    await call('POST', `/drive/v1/task/${id}/files`, { files: [3] });
    const task = await ended(id);
    const { statuses } = await call<{ statuses: { file_name: string; phase: string }[] }>(
      'GET',
      `/drive/v1/task/${id}/statuses`,
    );
    expect(statuses.filter(({ phase }) => phase === 'PHASE_TYPE_COMPLETE').map((one) => one.file_name)).toEqual([
      'notes/read me.txt',
    ]);
    expect(await storedBelow(task.file_id)).toEqual({
      'notes/read me.txt': digest(FILES[2]?.bytes ?? Buffer.alloc(0)),
    });
    expect(forbidden.asked).toEqual([]);
    await server.stop();
    expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
    await boot();
  });
});
