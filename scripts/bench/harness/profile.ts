/** Processor time of the Worker by function, from the inspector of the runtime (`--profile`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#scripts/build/ensure.ts';
import { printTable } from './report.ts';

const SAMPLE_MICROS = 500;
const DEAREST = 10;
/** Of the built source, which has no names. */
const SHOWN_CHARS = 90;
/** Entries of a profile that are no function of the Worker. */
const IDLE = new Set(['(idle)', '(root)']);

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** A profile of the Chrome DevTools protocol. Times are µs. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface FunctionTime {
  readonly frame: CallFrame;
  /** In the function itself. */
  readonly ownMs: number;
  /** With all that it calls. */
  readonly wholeMs: number;
}

/** The environment of a server whose runtime can be profiled. */
export function profiledEnv(port: number): Readonly<Record<string, string>> {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'inspected-runtime.ts')).href;
  return { NODE_OPTIONS: `--import ${hook}`, MAGPIE_BENCH_INSPECTOR: String(port) };
}

/** Times by function, the dearest first. */
export function timesOf({ nodes, samples, timeDeltas }: CpuProfile): FunctionTime[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const times = new Map<string, { frame: CallFrame; ownMs: number; wholeMs: number }>();
  const timeFor = ({ callFrame: frame }: ProfileNode) => {
    const key = `${frame.functionName} ${frame.url} ${frame.lineNumber} ${frame.columnNumber}`;
    const time = times.get(key) ?? { frame, ownMs: 0, wholeMs: 0 };
    times.set(key, time);
    return time;
  };
  for (const [at, sample] of samples.entries()) {
    const ms = (timeDeltas[at] ?? 0) / 1_000;
    const seen = new Set<object>();
    for (let node = byId.get(sample); node; node = byId.get(parents.get(node.id) ?? -1)) {
      const time = timeFor(node);
      if (node.id === sample) time.ownMs += ms;
      if (!seen.has(time)) time.wholeMs += ms;
      seen.add(time);
    }
  }
  return [...times.values()].filter(({ frame }) => !IDLE.has(frame.functionName)).toSorted((a, b) => b.ownMs - a.ownMs);
}

/** Where a function begins in the built source. */
function sourceOf({ functionName, url, lineNumber, columnNumber }: CallFrame, lines: readonly string[]): string {
  if (!url.endsWith('index.js')) return functionName;
  const line = lines[lineNumber] ?? '';
  const from = Math.max(0, columnNumber - functionName.length - 9);
  return line.slice(from, from + SHOWN_CHARS);
}

type Send = (method: string, params?: object) => Promise<unknown>;

async function openInspector(port: number): Promise<{ send: Send; close(): void }> {
  const answer = await fetch(`http://127.0.0.1:${port}/json`);
  const targets = (await answer.json()) as { title: string; webSocketDebuggerUrl: string }[];
  const target = targets.find(({ title }) => title.endsWith('magpie'));
  if (target === undefined) throw new Error('the runtime has no Worker to profile');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const pending = new Map<number, (result: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    pending.get(id)?.(result);
    pending.delete(id);
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('the inspector of the runtime could not be opened'));
  });
  let last = 0;
  return {
    send: (method, params = {}) =>
      new Promise((resolve) => {
        last += 1;
        pending.set(last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}

/** Profiles the Worker until the returned function is called, which prints its dearest functions. */
export async function startProfile(port: number, root = ROOT): Promise<() => Promise<void>> {
  const { send, close } = await openInspector(port);
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
  await send('Profiler.start');
  return async () => {
    const { profile } = (await send('Profiler.stop')) as { profile: CpuProfile };
    close();
    const lines = readFileSync(path.join(root, 'dist/magpie/index.js'), 'utf8').split('\n');
    const times = timesOf(profile);
    const allMs = times.reduce((sum, { ownMs }) => sum + ownMs, 0);
    const share = (ms: number): string => ((100 * ms) / Math.max(1, allMs)).toFixed(1);
    printTable(
      `Dearest functions of the Worker in ${(allMs / 1_000).toFixed(1)} s of its thread`,
      ['own %', 'whole %', 'function'],
      times
        .slice(0, DEAREST)
        .map(({ frame, ownMs, wholeMs }) => [share(ownMs), share(wholeMs), sourceOf(frame, lines)]),
    );
  };
}
