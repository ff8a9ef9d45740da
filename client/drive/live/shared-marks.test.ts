import { expect, test, vi } from 'vitest';
import type { SharedMark } from '#shared/drive/shared-mark.ts';
import { thing, world } from '../drive-fixture.ts';
import { watchMarks } from './shared-marks.ts';

const mark = (id: string): SharedMark => ({ id, links: 1, views: 3, isLocked: false, people: 0, collects: false });

const NoSign = () => null;

function setUp(shared: string[], place: 'all' | 'trash' = 'all') {
  const { state } = world(place);
  let nowMs = 0;
  let due: () => void = () => undefined;
  let wake: () => void = () => undefined;
  const ask = vi.fn(async (ids: readonly string[]) => ids.filter((id) => shared.includes(id)).map(mark));
  watchMarks({
    state,
    ask,
    loadSign: async () => NoSign,
    browser: {
      after: (_ms, run) => {
        due = run;
        return () => undefined;
      },
      nowMs: () => nowMs,
      isVisible: () => true,
      onWake: (listener) => {
        wake = listener;
      },
    },
  });
  return {
    state,
    ask,
    shared,
    marked: () => [...state.marks.value.keys()],
    wake: () => wake(),
    rest: async (ms = 0) => {
      nowMs += ms;
      due();
      await vi.waitFor(() => Promise.all(ask.mock.results.map(({ value }) => value as Promise<unknown>)));
    },
  };
}

test('rows of the list are asked for once, and rows that come later alone', async () => {
  const { state, ask, marked, rest } = setUp(['a', 'new']);
  await rest();
  expect(ask.mock.calls).toEqual([[['f', 'a', 'b']]]);
  await vi.waitFor(() => expect(marked()).toEqual(['a']));
  state.rows.value = [...state.rows.value, thing('new')];
  await rest();
  expect(ask.mock.calls.at(-1)).toEqual([['new']]);
  await vi.waitFor(() => expect(marked()).toEqual(['a', 'new']));
});

test('a change on this page asks again, and a mark that has ended goes', async () => {
  const { state, marked, shared, rest } = setUp(['a']);
  await rest();
  await vi.waitFor(() => expect(marked()).toEqual(['a']));
  shared.length = 0;
  state.sharedTurn.value += 1;
  await rest();
  await vi.waitFor(() => expect(marked()).toEqual([]));
});

test('a window that returns asks again once the marks are old', async () => {
  const { ask, wake, rest } = setUp([]);
  await rest();
  wake();
  await rest(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
  wake();
  await rest(30_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('the trash is not asked for', async () => {
  const { ask, rest } = setUp([], 'trash');
  await rest();
  expect(ask).not.toHaveBeenCalled();
});
