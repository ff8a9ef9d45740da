import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { continueStopped, isStopped } from './stopped-runtime.ts';

const child = spawn('sleep', ['600'], { stdio: 'ignore' });
let stop = (): void => undefined;
afterEach(async () => {
  stop();
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
});

it('a process that stays stopped goes on, and one that has ended is left alone', async () => {
  const pid = child.pid ?? 0;
  const lines: string[] = [];
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => isStopped(pid)).toBe(true);
  stop = continueStopped(pid, (line) => lines.push(line), 5);
  await expect.poll(() => lines).toEqual([expect.stringContaining('goes on')]);
  await expect.poll(() => isStopped(pid)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isStopped(pid)).toBe(false);
});
