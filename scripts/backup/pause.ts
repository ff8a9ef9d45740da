/** A moment at which nothing is written: all databases of a server are copied as they are then. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isAlive, type ProcessMark } from '#scripts/start/process/processes.ts';
import { BackupRefused } from './manifest.ts';

/** The copies are of no use; the server may be back within seconds. */
export class RuntimeEnded extends Error {
  override readonly message = 'The server ended or restarted during the backup. Run it again.';
}

/** 8 s: clients wait longer than that for an answer. */
export const PAUSE_LIMIT_MS = 8_000;

/**
 * Does `work` while the runtime is paused. A process of its own continues it, whatever happens to this one.
 * @param runtime  undefined: none runs, so there is nothing to pause
 * @throws RuntimeEnded; BackupRefused when the runtime went on before `work` had ended: the copies are of no use
 */
export async function whilePaused<T>(
  runtime: ProcessMark | undefined,
  work: () => T,
  limitMs = PAUSE_LIMIT_MS,
): Promise<T> {
  if (runtime === undefined) return work();
  if (!isAlive(runtime)) throw new RuntimeEnded();
  const guard = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'pause-process.ts'), String(runtime.pid), String(limitMs)],
    // A group of its own: Ctrl+C at the terminal does not reach it.
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  guard.stdin.on('error', () => undefined);
  let said = '';
  guard.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(guard, 'exit') as Promise<[number | null]>;
  const isPaused = await Promise.race([once(guard.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isPaused) {
    if (!isAlive(runtime)) throw new RuntimeEnded();
    const [line = ''] = said.split('\n').filter((each) => /Error|EPERM|ESRCH/.test(each));
    throw new BackupRefused(`The server could not be paused: ${line}. Run the backup as the server's user.`);
  }
  let result: T;
  try {
    result = work();
  } finally {
    guard.stdin.end();
    await ended;
  }
  const [code] = await ended;
  // Killed itself, it has continued nothing.
  if (code === null && isAlive(runtime)) process.kill(runtime.pid, 'SIGCONT');
  // It was killed or restarted: no disk would have been fast enough.
  if (!isAlive(runtime)) throw new RuntimeEnded();
  if (code !== 0)
    throw new BackupRefused(
      `What changed since the first copy could not be copied within ${limitMs / 1_000} s. Run the backup again, or onto a faster disk.`,
    );
  return result;
}
