/** Recognises processes of this machine by pid and start, so that a reused pid is never taken for ours. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process at one moment: pids are reused, the pair of pid and start is not. */
export interface ProcessMark {
  pid: number;
  /** Opaque text that differs between two processes of the same pid. */
  startedAt: string;
}

function readLinux(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name may hold spaces and brackets; fields are counted from its closing bracket. Field 3 is the state, 22 the start in ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId}:${fields[19]}`;
}

/** @returns the mark of a living process; undefined when there is none or it cannot be seen */
export function markOf(pid: number): ProcessMark | undefined {
  try {
    const startedAt =
      process.platform === 'linux'
        ? readLinux(pid)
        : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return startedAt === undefined || startedAt === '' ? undefined : { pid, startedAt };
  } catch {
    return undefined;
  }
}

/** True while exactly that process lives. */
export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt;
}
