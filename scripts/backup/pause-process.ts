/**
 * Pauses the Workers runtime for a backup: `node pause-process.ts PID LIMIT_MS`. It continues when standard input ends, which it
 * does when the backup is killed, too, and at the latest after the limit. Exit code 0: the pause lasted until then.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_REACHED = 3;
const LOOK_MS = 2;

const [pid = Number.NaN, limitMs = Number.NaN] = process.argv.slice(2).map(Number);
if (!(pid > 1 && limitMs > 0)) throw new Error('a process id and a limit are needed');

function goOn(code: number): never {
  process.kill(pid, 'SIGCONT');
  process.exit(code);
}

/** A thread inside of a system call stops when the call has ended. */
function isStopped(thread: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return /^[TtZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    // It has ended.
    return true;
  }
}

async function untilStopped(): Promise<void> {
  while (!readdirSync(`/proc/${pid}/task`).every(isStopped)) await delay(LOOK_MS);
}

// The runtime must go on first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.on('end', () => goOn(0)).on('error', () => goOn(0));
process.stdin.resume();
setTimeout(() => goOn(LIMIT_REACHED), limitMs);
process.kill(pid, 'SIGSTOP');
try {
  await untilStopped();
} catch (error) {
  process.kill(pid, 'SIGCONT');
  throw error;
}
process.stdout.on('error', () => undefined).write('paused\n');
