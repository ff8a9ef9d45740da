/**
 * Reads a trace of Chromium: how long the main thread of a page was at work, task by task and frame by frame. Pure.
 * Source: the trace event format; times there are microseconds of one clock.
 */

/** What is read of one event. */
export interface TraceEvent {
  readonly name: string;
  /** `X` is a piece of time, `M` tells of the process, others are moments. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, what the thread ran itself; other processes of a busy machine took the rest. */
  readonly tdur?: number;
  readonly args?: { readonly name?: unknown; readonly data?: { readonly needsBeginFrame?: unknown } };
}

export interface MainThreadWork {
  /** Ms each task worked, as they came; none inside another. */
  readonly taskMs: readonly number[];
  /** Ms from the beginning to the end of each: longer where something else had the processor meanwhile. */
  readonly taskWallMs: readonly number[];
  /** Ms of work in each frame, from one start of a frame to the next; none where the page wanted no frame for a while. */
  readonly frameWorkMs: readonly number[];
  /** Ms from one start of a frame to the next. */
  readonly frameMs: readonly number[];
}

/** Tasks of the main thread: the one name stands for the other in builds of different age. */
const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask'];
const FRAME = 'BeginMainThreadFrame';
/** Whether the page wants frames at all; told by its compositor. */
const WANTED = 'NeedsBeginFrameChanged';
const THREAD_NAME = 'thread_name';
const MAIN_THREAD = 'CrRendererMain';
const US_PER_MS = 1_000;

/** Whether an event is one of those that are read: a trace holds a hundred times as many. */
export function isRead({ name }: TraceEvent): boolean {
  return name === FRAME || name === WANTED || name === THREAD_NAME || TASKS.includes(name);
}

interface Span {
  readonly start: number;
  readonly end: number;
  /** Share of the time that was work, 0 to 1. */
  readonly share: number;
}

/** Tasks by time; what lies inside another is part of it. */
function tasksOf(events: readonly TraceEvent[]): Span[] {
  const spans: Span[] = [];
  const whole = events.filter(({ name, ph }) => ph === 'X' && TASKS.includes(name)).toSorted((a, b) => a.ts - b.ts);
  for (const { ts, dur = 0, tdur = dur } of whole) {
    const last = spans.at(-1);
    if (!last || ts >= last.end) spans.push({ start: ts, end: ts + dur, share: dur > 0 ? Math.min(1, tdur / dur) : 0 });
  }
  return spans;
}

/** @returns the thread of the page that worked most; a browser has others that only wait */
function busiest(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ ph, name, args }) => ph === 'M' && name === THREAD_NAME && args?.name === MAIN_THREAD);
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const workOf = (thread: readonly TraceEvent[]) =>
    tasksOf(thread).reduce((all, { start, end }) => all + end - start, 0);
  return threads.toSorted((a, b) => workOf(b) - workOf(a))[0] ?? [];
}

/** @throws Error for a trace without a page */
export function readMainThread(events: readonly TraceEvent[]): MainThreadWork {
  const thread = busiest(events);
  const tasks = tasksOf(thread);
  if (tasks.length === 0) throw new Error('the trace holds no task of a page');
  const { pid } = thread[0] ?? {};
  const rests = events.filter(
    ({ name, pid: of, args }) => of === pid && name === WANTED && args?.data?.needsBeginFrame === 0,
  );
  const starts = thread
    .filter(({ name }) => name === FRAME)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const frameWorkMs: number[] = [];
  const frameMs: number[] = [];
  let first = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1];
    if (end === undefined) break;
    if (rests.some(({ ts }) => ts > start && ts < end)) continue;
    while ((tasks[first]?.end ?? end) <= start) first += 1;
    let work = 0;
    for (let at = first; at < tasks.length; at += 1) {
      const task = tasks[at];
      if (!task || task.start >= end) break;
      work += (Math.min(task.end, end) - Math.max(task.start, start)) * task.share;
    }
    frameWorkMs.push(work / US_PER_MS);
    frameMs.push((end - start) / US_PER_MS);
  }
  return {
    taskMs: tasks.map(({ start, end, share }) => ((end - start) * share) / US_PER_MS),
    taskWallMs: tasks.map(({ start, end }) => (end - start) / US_PER_MS),
    frameWorkMs,
    frameMs,
  };
}
