import { expect, test } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { makeEvents } from '#client/api/events.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { makeSessionActions } from './session.actions.ts';
import type { SessionEvent } from './session.events.ts';

interface Setup {
  stored?: string;
  fresh?: string;
  refreshes?: boolean;
  showsPerson?: boolean;
}

function world(setup: Setup = {}) {
  const texts = new Map<string, string>(setup.stored ? [['credentials_web', setup.stored]] : []);
  const told: string[] = [];
  const logged: string[] = [];
  let refreshed = 0;
  let forgotten = 0;
  let woken = 0;
  let onEvent: (event: SessionEvent) => void = () => undefined;
  const events = makeEvents();
  events.on('after-login', ({ userId }) => told.push(`after-login ${userId}`));
  events.on('login-failed', () => told.push('login-failed'));
  events.on('logout-success', ({ userId }) => told.push(`logout-success ${userId}`));
  const actions = makeSessionActions({
    clientId: 'web',
    store: makeLocalStore(() => ({
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, value) => void texts.set(name, value),
      removeItem: (name) => void texts.delete(name),
    })),
    events,
    user: async () => ({
      refreshUser: async () => {
        refreshed += 1;
        return setup.refreshes ?? true;
      },
      forgetUser: () => {
        forgotten += 1;
      },
    }),
    takeFresh: () => setup.fresh ?? '',
    showsPerson: () => setup.showsPerson ?? false,
    ensureSession: async () => {
      woken += 1;
    },
    subscribe: (listen) => {
      onEvent = listen;
    },
    nowMs: () => 1_000,
    log: (...parts) => void logged.push(parts.join(' ')),
  });
  actions.start();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    actions,
    texts,
    told,
    logged,
    settled,
    subscribe: (event: SessionEvent) => onEvent(event),
    refreshed: () => refreshed,
    forgotten: () => forgotten,
    woken: () => woken,
  };
}

const ALICE = { sub: 'alice', expiresInSeconds: 7_200 };
const STORED = JSON.stringify({ sub: 'alice', expires_at: '2026-01-01T00:00:00.000Z' });

test('a renewed session is stored as user id and expiry only', () => {
  const { actions, texts } = world();
  actions.onSession({ ...ALICE, access_token: 'secret' } as typeof ALICE);
  expect([...texts]).toEqual([['credentials_web', '{"sub":"alice","expires_at":"1970-01-01T02:00:01.000Z"}']]);
});

test('a renewed session of a new user loads the facts and fires after-login', async () => {
  const { actions, told, settled, refreshed } = world();
  actions.onSession(ALICE);
  expect(told).toEqual([]);
  await settled();
  expect(refreshed()).toBe(1);
  expect(told).toEqual(['after-login alice']);
});

test('a renewed session of the same user fires no event', async () => {
  const { actions, told, settled } = world({ stored: STORED });
  actions.onSession(ALICE);
  await settled();
  expect(told).toEqual([]);
});

test('a session after a hand-off fires after-login, though the record exists', async () => {
  const { actions, told, settled } = world({ stored: STORED, fresh: 'alice' });
  actions.onSession(ALICE);
  await settled();
  expect(told).toEqual(['after-login alice']);
});

test('a renewed session of another user fires after-login', async () => {
  const { actions, told, settled } = world({ stored: STORED });
  actions.onSession({ ...ALICE, sub: 'bob' });
  await settled();
  expect(told).toEqual(['after-login bob']);
});

test('a session whose profile cannot be read is a failed login', async () => {
  const { actions, told, logged, settled } = world({ refreshes: false });
  actions.onSession(ALICE);
  await settled();
  expect(told).toEqual(['login-failed']);
  expect(logged).toEqual(['not login']);
});

test.each([
  [{ showsPerson: true }, 1],
  [{ showsPerson: true, stored: STORED }, 0],
  [{ showsPerson: true, stored: STORED, fresh: 'alice' }, 1],
  [{}, 0],
])('with %j start ensures the session %i times', (setup, times) => {
  expect(world(setup).woken()).toBe(times);
});

test('an ended session deletes its record and the facts of the user', async () => {
  const { actions, texts, told, settled, forgotten } = world({ stored: STORED });
  actions.onSession(null);
  expect(texts.size).toBe(0);
  await settled();
  expect(forgotten()).toBe(1);
  expect(told).toEqual([]);
});

test('only a failure of number 16 is logged as not login', () => {
  const { actions, told, logged } = world();
  actions.loginFailed(new ApiError({ error: 'unreachable', error_code: 8000 }, '/v1/auth/token'));
  expect(logged).toEqual([]);
  actions.loginFailed(new ApiError({ error: 'unauthenticated', error_code: 16 }, '/v1/user/me'));
  expect(logged).toEqual(['not login']);
  expect(told).toEqual(['login-failed', 'login-failed']);
});

test('leaving: signing out in another tab forgets the user and fires logout-success', async () => {
  const { subscribe, actions, told, settled, forgotten } = world({ stored: STORED });
  actions.onSession(ALICE);
  subscribe({ kind: 'signed-in', sub: 'bob' });
  subscribe({ kind: 'signed-out' });
  await settled();
  expect(told).toEqual(['logout-success alice']);
  expect(forgotten()).toBe(1);
});
