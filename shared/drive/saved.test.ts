import { expect, test } from 'vitest';
import { readSaved, renamedParams } from './saved.ts';

test('the outcome of a save holds how many were saved and which names were taken', () => {
  const names = [{ from: 'a.txt', to: 'a(1).txt' }];
  const trace = JSON.stringify({ one: '1', two: '2', three: '3' });
  expect(readSaved({ trace_file_ids: trace, ...renamedParams(names, 2) })).toEqual({ saved: 3, renamed: 2, names });
});

test.each<Record<string, string>>([
  {},
  { trace_file_ids: '{}', ...renamedParams([], 0) },
  { trace_file_ids: 'null', renamed: '[1]', renamed_count: '4' },
  { trace_file_ids: '[', renamed: '{', renamed_count: 'x' },
])('params %j hold no outcome of a save', (params) => {
  expect(readSaved(params)).toEqual({ saved: 0, renamed: 0, names: [] });
});
