import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { isAlive, markOf } from '../process/processes.ts';
import { FolderInUse, takeLock } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = scratchFolder();
});

it('only one running server holds a folder', async () => {
  const lock = await takeLock(folder, 1);
  await expect(takeLock(folder, 2)).rejects.toThrow(FolderInUse);
  lock.release();
  (await takeLock(folder, 3)).release();
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
});

it('the lock of an ended process is taken over although its pid is in use again', async () => {
  writeFileSync(
    path.join(folder, 'lock'),
    JSON.stringify({ front: { pid: process.pid, startedAt: 'long ago' }, port: 1 }),
  );
  (await takeLock(folder, 2)).release();
});

it('a lock that a crash left empty is taken over', async () => {
  writeFileSync(path.join(folder, 'lock'), '');
  (await takeLock(folder, 2)).release();
});

it.each([
  ['runtime.json', (mark: unknown) => mark],
  ['processes.json', (mark: unknown) => ({ workerd: mark })],
])(
  'a process in %s that outlived its server is killed, and another program with the same pid is not',
  async (file, noteOf) => {
    const runtime = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await Promise.all([once(runtime, 'spawn'), once(stranger, 'spawn')]);
    const strangerMark = markOf(stranger.pid ?? 0);
    const write = (mark: unknown): void => writeFileSync(path.join(folder, file), JSON.stringify(noteOf(mark)));
    write({ pid: stranger.pid, startedAt: 'long ago' });
    (await takeLock(folder, 1)).release();
    expect(strangerMark !== undefined && isAlive(strangerMark)).toBe(true);
    const ended = once(runtime, 'exit');
    write(markOf(runtime.pid ?? 0));
    (await takeLock(folder, 1)).release();
    expect((await ended)[1]).toBe('SIGKILL');
    stranger.kill();
  },
);
