import { expect, test } from 'vitest';
import { readMainThread, type TraceEvent } from './trace.ts';

const main = { pid: 7, tid: 1 };
const name = (pid: number, tid: number, thread: string): TraceEvent => ({
  ...{ name: 'thread_name', ph: 'M', ts: 0, pid, tid },
  args: { name: thread },
});
const task = (ts: number, dur: number, thread = main): TraceEvent => ({ ...thread, name: 'RunTask', ph: 'X', ts, dur });
const frame = (ts: number): TraceEvent => ({ ...main, name: 'BeginMainThreadFrame', ph: 'I', ts });

test('work is counted in the frame it was done in, a task over two frames in both', () => {
  const found = readMainThread([
    name(7, 1, 'CrRendererMain'),
    ...[frame(0), frame(16_000), frame(50_000)],
    ...[task(1_000, 2_000), task(4_000, 1_000), task(15_000, 4_000), task(48_000, 9_000)],
  ]);
  expect(found.taskMs).toEqual([2, 1, 4, 9]);
  expect(found.frameWorkMs).toEqual([4, 5]);
  expect(found.frameMs).toEqual([16, 34]);
});

test('a task inside a task is not counted twice, and events may come in any order', () => {
  const found = readMainThread([
    ...[task(20_000, 1_000), task(2_000, 3_000), task(0, 10_000), frame(30_000), frame(0)],
    name(7, 1, 'CrRendererMain'),
  ]);
  expect(found.taskMs).toEqual([10, 1]);
  expect(found.frameWorkMs).toEqual([11]);
});

test('the page is the main thread that worked most; other threads do not count', () => {
  const idle = { pid: 8, tid: 1 };
  const other = { pid: 7, tid: 2 };
  const found = readMainThread([
    ...[name(8, 1, 'CrRendererMain'), name(7, 1, 'CrRendererMain'), name(7, 2, 'Compositor')],
    ...[task(0, 500, idle), task(0, 3_000), task(0, 90_000, other)],
  ]);
  expect(found.taskMs).toEqual([3]);
});

test('what other processes took from a task is no work of it', () => {
  const found = readMainThread([
    ...[name(7, 1, 'CrRendererMain'), frame(0), frame(20_000)],
    { ...task(0, 10_000), tdur: 4_000 },
  ]);
  expect(found.taskMs).toEqual([4]);
  expect(found.taskWallMs).toEqual([10]);
  expect(found.frameWorkMs).toEqual([4]);
});

test('while the page wants no frame none is late', () => {
  const wants = (ts: number, needsBeginFrame: number, pid = 7): TraceEvent => ({
    ...{ name: 'NeedsBeginFrameChanged', ph: 'I', ts, pid, tid: 2 },
    args: { data: { needsBeginFrame } },
  });
  const found = readMainThread([
    ...[name(7, 1, 'CrRendererMain'), task(0, 1_000)],
    ...[frame(0), frame(46_000), frame(62_000), frame(100_000)],
    ...[wants(29_000, 0), wants(31_000, 1), wants(50_000, 1), wants(70_000, 0, 8)],
  ]);
  expect(found.frameMs).toEqual([16, 38]);
});

test('a trace without a page is an error, not a good result', () => {
  expect(() => readMainThread([name(7, 1, 'Compositor'), task(0, 5)])).toThrow('no task of a page');
});
