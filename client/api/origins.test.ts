import { expect, test } from 'vitest';
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

test('origins rotate', () => {
  const { ask } = world();
  expect([ask(), ask(), ask(), ask()]).toEqual(['a', 'b', 'c', 'a']);
});

test('a single origin is always used', () => {
  const { ask } = world(['a']);
  expect([ask('failed'), ask('failed', ['a']), ask()]).toEqual(['a', 'a', 'a']);
});

test('a failed origin rests while the others take its turns', () => {
  const { ask } = world();
  expect(ask('failed')).toBe('a');
  expect([ask(), ask(), ask(), ask()]).toEqual(['b', 'c', 'b', 'c']);
});

test('after its rest one request probes an origin, and others avoid it until the probe ends', () => {
  const { ask, rotation, pass } = world();
  ask('failed');
  pass(2_000);
  const probe = [rotation.take(), rotation.take(), rotation.take()].find(({ origin }) => origin === 'a');
  expect(probe?.origin).toBe('a');
  expect([ask(), ask(), ask()]).not.toContain('a');
  probe?.end('worked');
  expect([ask(), ask(), ask()]).toContain('a');
});

test('a failed probe doubles the rest, up to five minutes', () => {
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

test('origins: requests that fail together count as one failure', () => {
  const { rotation, ask, pass } = world(['a', 'b']);
  const turns = Array.from({ length: 20 }, () => rotation.take());
  for (const turn of turns) turn.end(turn.origin === 'a' ? 'failed' : 'worked');
  pass(2_000);
  expect([ask(), ask()]).toContain('a');
});

test('while all origins rest, the one with the shortest rest is used', () => {
  const { ask, pass } = world(['a', 'b']);
  expect(ask('failed')).toBe('a');
  pass(500);
  expect(ask('failed')).toBe('b');
  expect(ask('failed')).toBe('a');
});

test('a call prefers origins it has not asked, even resting ones', () => {
  const { ask } = world();
  expect(ask('failed')).toBe('a');
  expect(ask('failed')).toBe('b');
  expect(ask('failed', ['c', 'b'])).toBe('a');
  expect(ask('worked', ['a', 'b'])).toBe('c');
});

test('a cancelled request does not change the state of its origin', () => {
  const { ask } = world(['a', 'b']);
  expect([ask('unknown'), ask('unknown'), ask('unknown')]).toEqual(['a', 'b', 'a']);
});

test('origins: large requests do not probe, and their reports count', () => {
  const { rotation, pass } = world(['a', 'b']);
  rotation.report('a', 'failed');
  pass(60_000);
  const large = () => rotation.take({ mayProbe: false }).origin;
  expect([large(), large()]).toEqual(['b', 'b']);
  rotation.report('a', 'worked');
  expect([large(), large()]).toContain('a');
});
