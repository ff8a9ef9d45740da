/** Processes of one group: processor time and memory. Linux only; elsewhere a group has no processes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { usageOf } from '#scripts/start/watch/process-usage.ts';

function pidsOf(group: number): number[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Behind the bracket that closes the command name: state, parent, group.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group;
    } catch {
      return false;
    }
  });
}

/** Every process of the group, to tell later whether one of them was replaced. */
export function membersOf(group: number): ProcessMark[] {
  return pidsOf(group).flatMap((pid) => markOf(pid) ?? []);
}

/** User and system time of all processes so far, and their memory. */
export function groupUsage(group: number): { readonly cpuMs: number; readonly residentBytes: number } {
  const usages = pidsOf(group).flatMap((pid) => usageOf(pid) ?? []);
  return {
    cpuMs: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1_000, 0),
    residentBytes: usages.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}
