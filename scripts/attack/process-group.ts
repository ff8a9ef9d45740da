/** Processor time and memory of one process group, read from /proc. Linux only: elsewhere every figure is null. */
import { readdirSync, readFileSync } from 'node:fs';
import { markOf, type ProcessMark } from '#scripts/start/process/processes.ts';

const PAGE_BYTES = 4096;
/** Clock ticks of /proc/<pid>/stat a second: 100 on every Linux this runs on. */
const TICK_MS = 10;

export interface GroupUse {
  /** User and system time of all processes so far, ms. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

interface ProcessFields {
  readonly pid: number;
  readonly group: number;
  readonly ticks: number;
}

function readFields(pid: number): ProcessFields | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted from the bracket that closes the command name: state, parent, group, ..., utime 14, stime 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, group: Number(fields[2]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

function processesOf(group: number): ProcessFields[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readFields(Number(name)) ?? [])
    .filter((fields) => fields.group === group);
}

/** Every process of the group, to tell later whether one of them was replaced. */
export function membersOf(group: number): ProcessMark[] {
  if (process.platform !== 'linux') return [];
  return processesOf(group).flatMap(({ pid }) => markOf(pid) ?? []);
}

export function usageOf(group: number): GroupUse | null {
  if (process.platform !== 'linux') return null;
  const members = processesOf(group);
  const pages = members.map(({ pid }) => {
    try {
      return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      return 0;
    }
  });
  return {
    cpuMs: members.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0),
    residentBytes: pages.reduce((sum, count) => sum + count * PAGE_BYTES, 0),
  };
}
