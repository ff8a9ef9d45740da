/** Processor time and memory of processes of this machine, from /proc. Nothing where there is no /proc. */
import { readFileSync } from 'node:fs';

export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** USER_HZ is 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
/** Fields after the command name. @source proc_pid_stat(5): utime 14, stime 15, rss 24 */
const FIRST_FIELD = 3;

/** @returns undefined for a process that has ended, or on another system */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number): number => Number(fields[number - FIRST_FIELD]);
    return {
      cpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND,
      residentBytes: field(24) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}
