/** A process is paused while work is done, and goes on however it ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { whilePaused } from './pause.ts';

let runtime: ChildProcess;
let mark: ProcessMark;

beforeEach(() => {
  runtime = spawn('sleep', ['600'], { stdio: 'ignore' });
  mark = markOf(runtime.pid ?? 0) ?? { pid: 0, startedAt: '' };
});

afterEach(() => void runtime.kill('SIGKILL'));

function stateOf(): string {
  const stat = readFileSync(`/proc/${runtime.pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '';
}

it('a process is stopped during the work and runs after it, also when the work fails', async () => {
  expect(await whilePaused(mark, stateOf)).toBe('T');
  expect(stateOf()).not.toBe('T');
  const fails = whilePaused(mark, () => {
    throw new Error(`failed in state ${stateOf()}`);
  });
  await expect(fails).rejects.toThrow('failed in state T');
  expect(stateOf()).not.toBe('T');
});

it('work that outlasts the pause is of no use', async () => {
  const waits = () => {
    // Until the guard has let the process go on.
    while (stateOf() === 'T') spawnSync('true');
  };
  await expect(whilePaused(mark, waits, 300)).rejects.toThrow('could not be copied within 0.3 s');
});

it('a process that ends during the work is named as the reason', async () => {
  const killIt = () => {
    runtime.kill('SIGKILL');
    while (isAlive(mark)) spawnSync('true');
  };
  await expect(whilePaused(mark, killIt)).rejects.toThrow('ended or restarted');
});

it('a process goes on when its guard is killed during the work, which is of no use then', async () => {
  const killGuard = () => {
    const guards = `/proc/${process.pid}/task/${process.pid}/children`;
    for (const pid of readFileSync(guards, 'utf8').trim().split(' ').map(Number))
      if (pid !== runtime.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pause-process'))
        process.kill(pid, 'SIGKILL');
    return stateOf();
  };
  await expect(whilePaused(mark, killGuard)).rejects.toThrow('could not be copied');
  expect(stateOf()).not.toBe('T');
});

it('a process goes on when the backup is killed', async () => {
  const guard = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'pause-process.ts'), String(mark.pid), '60000'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  await once(guard.stdout, 'data');
  expect(stateOf()).toBe('T');
  guard.kill('SIGTERM');
  guard.stdin.end();
  expect(await once(guard, 'exit')).toEqual([0, null]);
  expect(stateOf()).not.toBe('T');
});

it('a process that has ended cannot be paused; a stopped server needs no pause', async () => {
  expect(await whilePaused(undefined, () => 'done')).toBe('done');
  runtime.kill('SIGKILL');
  await once(runtime, 'exit');
  await expect(whilePaused(mark, () => 'done')).rejects.toThrow('ended or restarted');
});
