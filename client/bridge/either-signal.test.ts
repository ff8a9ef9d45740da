import { expect, test } from 'vitest';
import { eitherSignal } from './either-signal.ts';

test.each([0, 1])('ends with signal %i of two, for its reason', (which) => {
  const both = [new AbortController(), new AbortController()];
  const ended = eitherSignal(both.map(({ signal }) => signal));
  expect(ended.aborted).toBe(false);
  both[which]?.abort('enough');
  expect(ended.reason).toBe('enough');
  both[1 - which]?.abort('late');
  expect(ended.reason).toBe('enough');
});

test('is aborted at once when one of them was', () => {
  expect(eitherSignal([new AbortController().signal, AbortSignal.abort('before')]).reason).toBe('before');
});
