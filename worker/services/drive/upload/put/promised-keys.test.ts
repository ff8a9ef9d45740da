import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/units.ts';
import { makePutKeys } from './promised-keys.ts';

const lease = (key: string, untilMs = 3 * HOUR_MS) => ({ key, seq: 1, untilMs });

it('asks for one object first, for several once file follows file, and hands each out once', () => {
  const keys = makePutKeys();
  expect(keys.take('a', 0)).toEqual({ ask: 1 });
  expect(keys.take('a', 1_000)).toEqual({ ask: 16 });
  keys.keep('a', [lease('k1'), lease('k2')], 2_000);
  expect([keys.take('a', 3_000), keys.take('a', 3_000)]).toEqual([lease('k2'), lease('k1')]);
  expect(keys.take('a', 3_000)).toEqual({ ask: 16 });
  expect(keys.take('b', 3_000)).toEqual({ ask: 1 });
});

it('of many at once one asks for several, the others for their own, and nothing that was asked for is lost', () => {
  const keys = makePutKeys();
  keys.take('a', 0);
  expect([1, 2, 3].map((at) => keys.take('a', at))).toEqual([{ ask: 16 }, { ask: 1 }, { ask: 1 }]);
  keys.keep('a', [lease('k1')], 10);
  keys.keep('a', [lease('k2')], 11);
  expect([keys.take('a', 12), keys.take('a', 12)]).toEqual([lease('k2'), lease('k1')]);
});

it('hands out nothing that the drive may sweep soon, nor what counts no longer', () => {
  const keys = makePutKeys();
  keys.keep('a', [lease('k1')], 0);
  expect(keys.take('a', 2 * HOUR_MS)).toEqual({ ask: 1 });
  keys.keep('a', [lease('k2', 9 * HOUR_MS)], 5 * HOUR_MS);
  keys.forget('a');
  expect(keys.take('a', 5 * HOUR_MS)).toEqual({ ask: 1 });
});

it('remembers a thousand people, the latest', () => {
  const keys = makePutKeys();
  for (let person = 0; person <= 1_000; person += 1) keys.keep(`p${person}`, [lease('k')], 0);
  expect(keys.take('p0', 1)).toEqual({ ask: 1 });
  expect(keys.take('p1000', 1)).toEqual(lease('k'));
});

it('an answer of the drive counts for a second, for one session and folder, until a file is refused', () => {
  const keys = makePutKeys();
  keys.admit('a', 'session folder', 1_000);
  expect(keys.isAdmitted('a', 'session folder', 1_999)).toBe(true);
  expect(keys.isAdmitted('a', 'session other', 1_500)).toBe(false);
  expect(keys.isAdmitted('b', 'session folder', 1_500)).toBe(false);
  expect(keys.isAdmitted('a', 'session folder', 2_000)).toBe(false);
  keys.admit('a', 'session folder', 2_000);
  keys.forget('a');
  expect(keys.isAdmitted('a', 'session folder', 2_001)).toBe(false);
});
