import { expect, test } from 'vitest';
import { bar, cutTo, makeProgress } from './progress.ts';

function screenOf(columns: number) {
  const written: string[] = [];
  let nowMs = 0;
  const screen = { write: (text: string) => void written.push(text), columns: () => columns, nowMs: () => nowMs };
  return { screen, written, pass: (ms: number) => (nowMs += ms) };
}

test('progress: bars take the place of those before, and leave nothing when they end', () => {
  const { screen, written, pass } = screenOf(200);
  const progress = makeProgress(screen);
  progress.expect(2048);
  const one = progress.begin('a.bin', 2048);
  pass(1_000);
  one.at(1024);
  expect(written.at(-1)).toContain(`${bar(0.5)}  50%  1.0 KB of 2.0 KB  a.bin\n`);
  expect(written.at(-1)).toContain('1.0 KB/s  0:01 left  0 done');
  progress.clear();
  expect(written.at(-1)).toBe('\u001b[2A\u001b[J');
  const before = written.length;
  progress.clear();
  expect(written).toHaveLength(before);
});

test('progress: bytes that are only read count for no speed, and say so', () => {
  const { screen, written, pass } = screenOf(200);
  const progress = makeProgress(screen);
  progress.expect(100);
  const one = progress.begin('a', 100);
  pass(1_000);
  one.read(50);
  expect(written.at(-1)).toContain('reading a');
  expect(written.at(-1)).toContain('0 B/s');
});

test('a line is never wider than the terminal, and names carry no control characters', () => {
  const { screen, written, pass } = screenOf(60);
  const progress = makeProgress(screen);
  const one = progress.begin(`${'文'.repeat(80)}\u001b[2J`, 100);
  pass(1_000);
  one.at(1);
  for (const line of (written.at(-1) ?? '').split('\n')) expect(line.length).toBeLessThan(60);
  expect(cutTo('文a', 2)).toBe('文');
  expect(cutTo('ab', 1)).toBe('a');
});

test('progress: without a terminal nothing is drawn', () => {
  const progress = makeProgress(null);
  progress.expect(1);
  progress.begin('a', 1).end();
  expect(() => progress.clear()).not.toThrow();
});
