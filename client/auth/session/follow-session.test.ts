import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { makeEvents } from '#client/api/events.ts';
import { followSession } from './follow-session.ts';

function world(userId: string) {
  const events = makeEvents();
  const [reload, endDrive, log] = [vi.fn(), vi.fn(), vi.fn()];
  followSession(events, { userId, reload, endDrive, log });
  return { events, reload, endDrive, log };
}

test.each([
  ['alice', 'bob', 1],
  ['alice', 'alice', 0],
  ['', 'alice', 0],
])('the page of "%s" after a login of "%s" is loaded again %i times', (userId, other, times) => {
  const { events, reload } = world(userId);
  events.fire('after-login', { userId: other });
  expect(reload).toHaveBeenCalledTimes(times);
});

test('a failed login is logged', () => {
  const { events, log } = world('alice');
  const error = new ApiError({ error: 'unreachable' }, '/v1/auth/token');
  events.fire('login-failed', { error });
  expect(log).toHaveBeenCalledExactlyOnceWith('login failed', error);
});

test('a sign-out hides the files of the drive', () => {
  const { events, endDrive } = world('alice');
  events.fire('logout-success', { userId: 'alice' });
  expect(endDrive).toHaveBeenCalledTimes(1);
});
