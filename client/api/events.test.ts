import { expect, test } from 'vitest';
import { makeEvents } from './events.ts';

test('a listener gets its event until it is removed', () => {
  const events = makeEvents();
  const heard: string[] = [];
  const off = events.on('after-login', ({ userId }) => heard.push(userId));
  events.on('logout-success', () => heard.push('out'));
  events.fire('after-login', { userId: 'a' });
  off();
  events.fire('after-login', { userId: 'b' });
  events.fire('logout-success', { userId: 'a' });
  expect(heard).toEqual(['a', 'out']);
});

test('a failing listener is logged and does not stop the others', () => {
  const logged: unknown[] = [];
  const heard: string[] = [];
  const events = makeEvents((...parts) => logged.push(parts[1]));
  events.on('login-failed', () => {
    throw new Error('mine');
  });
  events.on('login-failed', () => heard.push('told'));
  events.fire('login-failed', { error: null });
  expect([heard, logged]).toEqual([['told'], ['login-failed']]);
});
