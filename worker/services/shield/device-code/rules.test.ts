import { expect, it } from 'vitest';
import { type DeviceCodeRow, decidePoll, groupUserCode, readUserCode, slowerInterval, userCodeOf } from './rules.ts';

const ROW: DeviceCodeRow = {
  clientId: 'tv',
  scope: 'user',
  state: 'pending',
  untilMs: 600_000,
  intervalSeconds: 5,
  polledMs: 0,
  userId: '',
  sessionId: '',
  epoch: 0,
};
const decide = (row: Partial<DeviceCodeRow>, nowMs = 100_000, clientId = 'tv') =>
  decidePoll({ ...ROW, ...row }, { clientId, nowMs });

it('a poll waits for the decision, and the first may come at once', () => {
  expect(decide({})).toBe('pending');
});

it('an early poll answers slow_down, decided or not, with half a second of grace', () => {
  expect(decide({ polledMs: 95_501 })).toBe('slow_down');
  expect(decide({ polledMs: 95_500 })).toBe('pending');
  expect(decide({ state: 'allowed', polledMs: 99_000 })).toBe('slow_down');
  expect(slowerInterval(5)).toBe(10);
});

it('a poll gets the decision', () => {
  expect([decide({ state: 'allowed' }), decide({ state: 'denied' })]).toEqual(['allowed', 'denied']);
});

it('a device code expires at its time, whatever was decided', () => {
  expect([decide({ state: 'allowed' }, 599_999), decide({ state: 'allowed' }, 600_000)]).toEqual([
    'allowed',
    'expired',
  ]);
});

it('a poll of another client, or for a taken code, answers unknown', () => {
  expect([decide({}, 1, 'cli'), decide({ state: 'taken' }), decidePoll(null, { clientId: 'tv', nowMs: 1 })]).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});

it.each([
  ['BCDF-GHJK', 'BCDFGHJK'],
  [' bcdf ghjk ', 'BCDFGHJK'],
  ['ｂｃｄｆ－ｇｈｊｋ', 'BCDFGHJK'],
  ['BCDF\u2013GHJK', 'BCDFGHJK'],
  ['BCDF-GHJ', ''],
  ['BCDF-GHJKL', ''],
  ['ABCD-FGHJ', ''],
  ['B0DF-GHJK', ''],
  ['', ''],
])('a user code typed as %s is read as %s', (typed, code) => expect(readUserCode(typed)).toBe(code));

it('a user code is read back from its groups', () => {
  expect(readUserCode(groupUserCode('BCDFGHJK'))).toBe('BCDFGHJK');
});

it('a user code has each letter equally often, and skips bytes that would favour one', () => {
  const letters = new Map<string, number>();
  for (let at = 0; at < 240; at += 8)
    for (const letter of userCodeOf(Uint8Array.from({ length: 8 }, (_, more) => at + more)))
      letters.set(letter, (letters.get(letter) ?? 0) + 1);
  expect([...letters.values()]).toEqual(Array.from({ length: 20 }, () => 12));
  expect(userCodeOf(new Uint8Array(16).fill(255))).toBe('');
  expect(userCodeOf(Uint8Array.from([255, 0, 1, 2, 3, 4, 5, 6, 7]))).toBe('BCDFGHJK');
});
