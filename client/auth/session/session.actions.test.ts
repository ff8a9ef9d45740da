import { describe, expect, test } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { makeEvents } from '#client/api/events.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { makeSessionActions } from './session.actions.ts';
import type { SessionNews } from './session-channel.ts';

interface Setup {
  kept?: string;
  fresh?: string;
  refreshes?: boolean;
  showsPerson?: boolean;
}

function world(setup: Setup = {}) {
  const texts = new Map<string, string>(setup.kept ? [['credentials_web', setup.kept]] : []);
  const told: string[] = [];
  const logged: string[] = [];
  let refreshed = 0;
  let forgotten = 0;
  let woken = 0;
  let onNews: (news: SessionNews) => void = () => undefined;
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
      actions: {
        refreshUser: async () => {
          refreshed += 1;
          return setup.refreshes ?? true;
        },
        forgetUser: () => {
          forgotten += 1;
        },
      },
    }),
    takeFresh: () => setup.fresh ?? '',
    showsPerson: () => setup.showsPerson ?? false,
    wake: async () => {
      woken += 1;
    },
    hear: (listen) => {
      onNews = listen;
    },
    nowMs: () => 1_000,
    log: (...words) => void logged.push(words.join(' ')),
  });
  actions.start();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    actions,
    texts,
    told,
    logged,
    settled,
    hear: (news: SessionNews) => onNews(news),
    refreshed: () => refreshed,
    forgotten: () => forgotten,
    woken: () => woken,
  };
}

const ALICE = { sub: 'alice', expiresInSeconds: 7_200 };
const KEPT = JSON.stringify({ sub: 'alice', expires_at: '2026-01-01T00:00:00.000Z' });

describe('a session that is renewed', () => {
  test('is kept as who and until when, and nothing else', () => {
    const { actions, texts } = world();
    actions.onSession({ ...ALICE, access_token: 'secret' } as typeof ALICE);
    expect([...texts]).toEqual([['credentials_web', '{"sub":"alice","expires_at":"1970-01-01T02:00:01.000Z"}']]);
  });

  test('of somebody new refreshes what is known of them, then tells that they are in', async () => {
    const { actions, told, settled, refreshed } = world();
    actions.onSession(ALICE);
    expect(told).toEqual([]);
    await settled();
    expect(refreshed()).toBe(1);
    expect(told).toEqual(['after-login alice']);
  });

  test('of the same person is no news', async () => {
    const { actions, told, settled } = world({ kept: KEPT });
    actions.onSession(ALICE);
    await settled();
    expect(told).toEqual([]);
  });

  test('after a hand-off is news, though the hand-off has kept the record', async () => {
    const { actions, told, settled } = world({ kept: KEPT, fresh: 'alice' });
    actions.onSession(ALICE);
    await settled();
    expect(told).toEqual(['after-login alice']);
  });

  test('of another person than before is news', async () => {
    const { actions, told, settled } = world({ kept: KEPT });
    actions.onSession({ ...ALICE, sub: 'bob' });
    await settled();
    expect(told).toEqual(['after-login bob']);
  });

  test('whose person cannot be read is a failed login', async () => {
    const { actions, told, logged, settled } = world({ refreshes: false });
    actions.onSession(ALICE);
    await settled();
    expect(told).toEqual(['login-failed']);
    expect(logged).toEqual(['not login']);
  });
});

test.each([
  [{ showsPerson: true }, 1],
  [{ showsPerson: true, kept: KEPT }, 0],
  [{ showsPerson: true, kept: KEPT, fresh: 'alice' }, 1],
  [{}, 0],
])('with %j the session is asked for %i times before anything else does', (setup, times) => {
  expect(world(setup).woken()).toBe(times);
});

test('a session that is over takes its record along, and what was known of the person', async () => {
  const { actions, texts, told, settled, forgotten } = world({ kept: KEPT });
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

describe('leaving', () => {
  test('in another tab forgets the person here and publishes who left', async () => {
    const { hear, actions, told, settled, forgotten } = world({ kept: KEPT });
    actions.onSession(ALICE);
    hear({ kind: 'signed-in', sub: 'bob' });
    hear({ kind: 'signed-out' });
    await settled();
    expect(told).toEqual(['logout-success alice']);
    expect(forgotten()).toBe(1);
  });
});
