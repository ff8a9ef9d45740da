import { expect, test } from 'vitest';
import { channelTo } from './notice.ts';

test.each([
  [true, true, 'a@b.co', '+49', 'mail'],
  [false, true, 'a@b.co', '+49', 'sms'],
  [true, true, '', '+49', 'sms'],
  [false, true, 'a@b.co', '', null],
  [true, false, '', '+49', null],
])('mail %s, text messages %s: %j and %j are reached by %s', (ready, textReady, email, phone, channel) => {
  expect(channelTo({ ready, textReady }, { email, phone })).toBe(channel);
});
