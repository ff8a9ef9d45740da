import { expect, it } from 'vitest';
import { logLine } from './workerd.ts';

it('a log of the Worker is its level and message, without addresses inside the runtime', () => {
  expect(logLine('{"timestamp":1,"level":"error","message":"it failed\\nstack: 5f3a 77b1"}')).toBe('error: it failed');
});

it('words of the runtime itself are kept', () => {
  expect(logLine('kj/async.c++:1: failed')).toBe('runtime: kj/async.c++:1: failed');
  expect(logLine('{"event":1}')).toBe('runtime: {"event":1}');
});
