import { expect, test } from 'vitest';
import { makeSharedDrawings } from './shared-drawings.ts';

const LIMITS = { waitMs: 1_000, pollMs: 10, waiting: 3 };

function makeDrawings() {
  let nowMs = 0;
  const after: Promise<unknown>[] = [];
  const drawings = makeSharedDrawings<string>({
    ...LIMITS,
    clock: { nowMs: () => nowMs },
    sleep: async (ms) => {
      nowMs += ms;
      await Promise.resolve();
    },
    afterAnswer: (work) => void after.push(work),
  });
  return { drawings, after, pass: (ms: number) => (nowMs += ms) };
}

/** A drawing that the test ends. */
function held() {
  let finish: (card: string | null) => void = () => undefined;
  const card = new Promise<string | null>((resolve) => {
    finish = resolve;
  });
  let begun = 0;
  const draw = () => {
    begun += 1;
    return card;
  };
  return { draw, finish, begun: () => begun };
}

test('all who ask for a card at once get the one drawing, which outlives the request that began it', async () => {
  const { drawings, after } = makeDrawings();
  const { draw, finish, begun } = held();
  const asked = [1, 2, 3, 4].map(() => drawings.drawing('a', draw));
  expect(after).toHaveLength(1);
  finish('card');
  expect(await Promise.all(asked)).toEqual(['card', 'card', 'card', 'card']);
  expect(begun()).toBe(1);
  expect(await drawings.drawing('a', async () => 'anew')).toBe('anew');
});

test('a card that cannot be drawn is null for all, and another one is drawn beside it', async () => {
  const { drawings } = makeDrawings();
  const { draw, finish } = held();
  const asked = [drawings.drawing('a', draw), drawings.drawing('a', draw)];
  expect(await drawings.drawing('b', async () => 'other')).toBe('other');
  finish(null);
  expect(await Promise.all(asked)).toEqual([null, null]);
});

test('a wait ends by time, those beyond the limit do not wait, and a lost drawing is begun anew', async () => {
  const { drawings, pass } = makeDrawings();
  const lost = held();
  void drawings.drawing('a', lost.draw);
  const waiting = [1, 2, 3].map(() => drawings.drawing('a', lost.draw));
  expect(await drawings.drawing('a', lost.draw)).toBeNull();
  expect(await Promise.all(waiting)).toEqual([null, null, null]);
  pass(LIMITS.waitMs);
  expect(await drawings.drawing('a', async () => 'anew')).toBe('anew');
  expect(lost.begun()).toBe(1);
});
