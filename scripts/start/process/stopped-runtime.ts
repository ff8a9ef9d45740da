/**
 * Continues a runtime that stays stopped. A backup pauses it for some milliseconds and 8 s at most (scripts/backup/pause.ts); where both
 * of its processes are killed within them, no other process lets the server go on.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 5_000;
/** 10 s at least. */
const LOOKS = 3;

/** Stopped by a signal, not by a debugger. False for a process that has ended, and where there is no `/proc`. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  } catch {
    return false;
  }
}

/** @returns stops the watch */
export function continueStopped(pid: number, log: (line: string) => void, lookMs = LOOK_MS): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = isStopped(pid) ? looks + 1 : 0;
    if (looks < LOOKS) return;
    looks = 0;
    log('warning: workerd was stopped by a signal and goes on: was a backup killed?');
    process.kill(pid, 'SIGCONT');
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
