import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { nodeEnvironment } from './environment.ts';
import { pauseMs, StartFailed, supervise } from './supervisor.ts';

let folder = '';
beforeEach(() => {
  folder = scratchFolder();
});

/** A process of its own, with `report(kind, more)` at hand. */
function scriptOf(body: string): string {
  const file = path.join(folder, 'child.mjs');
  writeFileSync(file, `const report = (kind, more) => process.send({ kind, ...more });\n${body}`);
  return file;
}

/** Supervises the script and collects what happens. */
function start(script: string, env?: NodeJS.ProcessEnv) {
  const pids: number[] = [];
  const lines: string[] = [];
  let downs = 0;
  const supervised = supervise<{ restarts: number }, object, string>({
    name: 'test',
    script,
    ...(env === undefined ? {} : { env }),
    input: (restarts) => ({ restarts }),
    onReady: (_ready, pid) => pids.push(pid),
    onDown: () => {
      downs += 1;
    },
    log: (line) => lines.push(line),
    firstPauseMs: 1,
  });
  return { supervised, pids, lines, downs: () => downs };
}

test('the pause before a restart doubles up to half a minute', () => {
  expect([1, 2, 3, 4].map((failures) => pauseMs(failures))).toEqual([100, 200, 400, 800]);
  expect(pauseMs(1_000)).toBe(30_000);
});

test('a process that ends is started again, with its exit code and last lines in the log', async () => {
  const script = scriptOf(
    "process.on('message', ({ kind, input }) => { if (kind === 'stop') process.exit(0); report('ready', { ready: {} }); if (input.restarts === 0) { console.error('out of luck'); process.exitCode = 7; process.disconnect(); } });",
  );
  const { supervised, pids, lines, downs } = start(script);
  await supervised.started;
  await vi.waitUntil(() => pids.length === 2, 20_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^error: the test process ended \(pid \d+, exit code 7\) .*\n {2}out of luck$/);
  expect(downs()).toBe(1);
  await supervised.stop();
  expect(lines).toHaveLength(1);
});

test('the log names the signal that ended a process', async () => {
  const script = scriptOf(
    "process.on('message', ({ kind, input }) => { if (kind === 'stop') process.exit(0); process.send({ kind: 'ready', ready: {} }, () => { if (input.restarts === 0) process.kill(process.pid, 'SIGKILL'); }); });",
  );
  const { supervised, pids, lines } = start(script);
  await vi.waitUntil(() => pids.length === 2, 20_000);
  expect(lines[0]).toMatch(/signal SIGKILL/);
  await supervised.stop();
});

test('a first start that fails is not retried, and its reason is reported', async () => {
  const script = scriptOf(
    "process.on('message', () => process.send({ kind: 'failed', message: 'the port is taken' }, () => process.exit(1)));",
  );
  const { supervised, lines } = start(script);
  await expect(supervised.started).rejects.toThrow(new StartFailed('the port is taken'));
  expect(lines).toEqual([]);
  await supervised.stop();
});

test('updates reach the process, and stop waits for its end', async () => {
  const script = scriptOf(
    "process.on('message', ({ kind, update }) => { if (kind === 'start') report('ready', { ready: {} }); if (kind === 'update') console.error('got ' + update); if (kind === 'stop') setTimeout(() => process.exit(0), 20); });",
  );
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { supervised, pids, lines } = start(script);
  await supervised.started;
  supervised.update('news');
  await vi.waitUntil(() => written.mock.calls.some(([text]) => String(text).includes('got news')), 20_000);
  await supervised.stop();
  written.mockRestore();
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow();
  expect(lines).toEqual([]);
});

test('a process with an environment of its own sees no secret of the server', async () => {
  const script = scriptOf(
    "process.on('message', ({ kind }) => { if (kind === 'stop') process.exit(0); console.error(Object.keys(process.env).join(' ')); report('ready', { ready: {} }); });",
  );
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const env = nodeEnvironment({ ...process.env, TZ: 'UTC', SMTP_PASSWORD: 'secret', NODE_AUTH_TOKEN: 'secret' });
  const { supervised } = start(script, env);
  await supervised.started;
  await supervised.stop();
  const names = written.mock.calls.map(([text]) => String(text)).join('');
  written.mockRestore();
  expect(names).toContain('TZ');
  expect(names).not.toMatch(/SMTP|NODE_AUTH_TOKEN/);
});
