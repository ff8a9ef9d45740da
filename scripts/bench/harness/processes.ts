/** Cost of server processes, read from /proc: processor time, memory, and the loopback port of the runtime. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ticks of utime and stime in /proc; fixed by the kernel's interface to programs. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
const SAMPLE_MS = 40;

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces and brackets; fields are counted from its closing bracket, the first there is field 3.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Processor seconds this process has used so far, all threads, user and kernel; none of the process 0, which stands for no process. */
export function cpuSeconds(pid: number): number {
  if (pid === 0) return 0;
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident bytes of this process now; 0 when it is gone. */
export function rssBytes(pid: number): number {
  if (pid === 0) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** ProxyServer and runtime of one server, measured apart in every figure, and its other processes. */
export interface ServerPids {
  front: number;
  runtime: number;
  others: readonly number[];
}

/** Resident bytes of all processes of a server. */
export function residentBytes({ front, runtime, others }: ServerPids): number {
  return [front, runtime, ...others].reduce((sum, pid) => sum + rssBytes(pid), 0);
}

export interface Cost {
  frontCpuSeconds: number;
  runtimeCpuSeconds: number;
  /** Largest sum of all that was seen. */
  peakRssBytes: number;
  /** Smallest sum of all that was seen: what is idle can not be more. */
  lowestRssBytes: number;
  wallSeconds: number;
}

/** Watches a server while `work` runs. The peak is sampled, so a spike shorter than the sampling may be missed. */
export async function costOf<T>(pids: ServerPids, work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  let peakRssBytes = 0;
  let lowestRssBytes = Number.POSITIVE_INFINITY;
  const sample = (): void => {
    const now = residentBytes(pids);
    peakRssBytes = Math.max(peakRssBytes, now);
    lowestRssBytes = Math.min(lowestRssBytes, now);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  const before = { front: cpuSeconds(pids.front), runtime: cpuSeconds(pids.runtime), atMs: performance.now() };
  try {
    const result = await work();
    const wallSeconds = (performance.now() - before.atMs) / 1000;
    sample();
    const cost = {
      frontCpuSeconds: cpuSeconds(pids.front) - before.front,
      runtimeCpuSeconds: cpuSeconds(pids.runtime) - before.runtime,
      peakRssBytes,
      lowestRssBytes,
      wallSeconds,
    };
    return { result, cost };
  } finally {
    clearInterval(timer);
  }
}

interface TcpRow {
  localPort: number;
  remotePort: number;
  state: string;
  inode: string;
}

function tcpRows(): TcpRow[] {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const fields = row.trim().split(/\s+/);
    const port = (address: string | undefined): number => Number.parseInt((address ?? '').split(':')[1] ?? '0', 16);
    return {
      localPort: port(fields[1]),
      remotePort: port(fields[2]),
      state: fields[3] ?? '',
      inode: fields[9] ?? '',
    };
  });
}

function socketInodes(pid: number): Set<string> {
  const inodes = new Set<string>();
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      if (inode !== undefined) inodes.add(inode);
    } catch {
      // Closed since it was listed.
    }
  }
  return inodes;
}

const LISTENING = '0A';
const ESTABLISHED = '01';

/**
 * The runtime's port that the front holds most connections to: where it forwards. Ask while requests are fresh.
 * @returns undefined when there is no such connection
 */
export function upstreamPort(pids: ServerPids): number | undefined {
  const rows = tcpRows();
  const ofRuntime = socketInodes(pids.runtime);
  const ofFront = socketInodes(pids.front);
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (row.state === LISTENING && ofRuntime.has(row.inode)) counts.set(row.localPort, 0);
  }
  for (const row of rows) {
    const known = counts.get(row.remotePort);
    if (row.state === ESTABLISHED && ofFront.has(row.inode) && known !== undefined)
      counts.set(row.remotePort, known + 1);
  }
  const best = [...counts].sort((a, b) => b[1] - a[1])[0];
  return best !== undefined && best[1] > 0 ? best[0] : undefined;
}

/** Processor time a hypervisor took from this machine so far, as a share of all its time; two readings make a figure. */
export function readSteal(): { steal: number; all: number } {
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').trim().split(/\s+/).slice(1).map(Number);
  return { steal: fields[7] ?? 0, all: fields.slice(0, 8).reduce((sum, value) => sum + value, 0) };
}
