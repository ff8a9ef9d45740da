import { describe, expect, test } from 'vitest';
import { makeOrigins } from './origins.ts';

function world(origins: readonly string[] = ['a', 'b', 'c']) {
  let nowMs = 0;
  const rotation = makeOrigins(origins, () => nowMs);
  const ask = (outcome: 'worked' | 'failed' | 'unknown' = 'worked', tried: readonly string[] = []) => {
    const turn = rotation.take({ tried });
    turn.end(outcome);
    return turn.origin;
  };
  return {
    rotation,
    ask,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('origins', () => {
  test('follow each other and begin again', () => {
    const { ask } = world();
    expect([ask(), ask(), ask(), ask()]).toEqual(['a', 'b', 'c', 'a']);
  });

  test('a single one is asked always, well or not', () => {
    const { ask } = world(['a']);
    expect([ask('failed'), ask('failed', ['a']), ask()]).toEqual(['a', 'a', 'a']);
  });

  test('one that failed rests while the others share its turns', () => {
    const { ask } = world();
    expect(ask('failed')).toBe('a');
    expect([ask(), ask(), ask(), ask()]).toEqual(['b', 'c', 'b', 'c']);
  });

  test('after its rest one request probes it; the others wait for what the probe says', () => {
    const { ask, rotation, pass } = world();
    ask('failed');
    pass(2_000);
    const probe = [rotation.take(), rotation.take(), rotation.take()].find(({ origin }) => origin === 'a');
    expect(probe?.origin).toBe('a');
    expect([ask(), ask(), ask()]).not.toContain('a');
    probe?.end('worked');
    expect([ask(), ask(), ask()]).toContain('a');
  });

  test('a probe that fails doubles the rest, up to five minutes', () => {
    const { rotation, pass } = world(['a', 'b']);
    const askA = () => [rotation.take(), rotation.take()].find(({ origin }) => origin === 'a');
    const restSeconds: number[] = [];
    askA()?.end('failed');
    for (let round = 0; round < 10; round += 1) {
      let seconds = 0;
      let probe = askA();
      for (; !probe; probe = askA()) {
        pass(1_000);
        seconds += 1;
      }
      restSeconds.push(seconds);
      probe.end('failed');
    }
    expect(restSeconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('ten requests that broke together are one failure', () => {
    const { rotation, ask, pass } = world(['a', 'b']);
    const turns = Array.from({ length: 20 }, () => rotation.take());
    for (const turn of turns) turn.end(turn.origin === 'a' ? 'failed' : 'worked');
    pass(2_000);
    expect([ask(), ask()]).toContain('a');
  });

  test('while all rest, the one that is back soonest is asked', () => {
    const { ask, pass } = world(['a', 'b']);
    expect(ask('failed')).toBe('a');
    pass(500);
    expect(ask('failed')).toBe('b');
    expect(ask('failed')).toBe('a');
  });

  test('a call that has asked some asks the others first, even those at rest', () => {
    const { ask } = world();
    expect(ask('failed')).toBe('a');
    expect(ask('failed')).toBe('b');
    expect(ask('failed', ['c', 'b'])).toBe('a');
    expect(ask('worked', ['a', 'b'])).toBe('c');
  });

  test('a request that was given up says nothing of its origin', () => {
    const { ask } = world(['a', 'b']);
    expect([ask('unknown'), ask('unknown'), ask('unknown')]).toEqual(['a', 'b', 'a']);
  });

  test('large requests probe nobody, and what they tell counts', () => {
    const { rotation, pass } = world(['a', 'b']);
    rotation.tell('a', 'failed');
    pass(60_000);
    const large = () => rotation.take({ mayProbe: false }).origin;
    expect([large(), large()]).toEqual(['b', 'b']);
    rotation.tell('a', 'worked');
    expect([large(), large()]).toContain('a');
  });
});
