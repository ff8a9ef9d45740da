import { expect, test } from 'vitest';
import { readCheckMessage } from './messages.ts';

const from = 'magpie-check';

test.each([[{ from, type: 'close' }], [{ from, type: 'responsive-layout', width: 320, height: 600 }]])(
  'readCheckMessage reads %j',
  (message) => {
    expect(readCheckMessage(message)).toEqual(message);
  },
);

test.each([
  [null],
  ['close'],
  [{ type: 'close' }],
  [{ from: 'other', type: 'close' }],
  [{ from, type: 'open' }],
  [{ from, type: 'responsive-layout' }],
  [{ from, type: 'responsive-layout', width: '320', height: 600 }],
  [{ from, type: 'responsive-layout', width: 320, height: -1 }],
  [{ from, type: 'responsive-layout', width: 320, height: Number.NaN }],
  [{ from, type: 'responsive-layout', width: 320, height: 1e9 }],
])('readCheckMessage returns null for %j', (message) => {
  expect(readCheckMessage(message)).toBeNull();
});

test('readCheckMessage drops unknown fields', () => {
  expect(readCheckMessage({ from, type: 'close', captcha_token: 'x' })).toEqual({ from, type: 'close' });
});
