import { beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/local-keys.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import { makeUserActions } from './user.actions.ts';

function world() {
  const texts = new Map([['credentials_web', '{"sub":"V1","expires_at":"2026-01-01T00:00:00Z"}']]);
  const document = { cookie: '' };
  const store = makeLocalStore(
    () => ({
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, text) => void texts.set(name, text),
      removeItem: (name) => void texts.delete(name),
    }),
    () => undefined,
  );
  const call = vi.fn(async (_endpoint: unknown): Promise<unknown> => ({ sub: 'V1' }));
  const actions = makeUserActions({
    api: { call } as unknown as ApiClient,
    store,
    cookies: makeCookieJar(document),
    clientId: 'web',
    log: () => undefined,
  });
  return { texts, document, store, call, actions };
}

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

test('refreshUser asks once and stores the id in the cookie', async () => {
  expect(await it.actions.refreshUser()).toBe(true);
  expect(it.call.mock.calls).toEqual([[sessionEndpoints.me]]);
  expect(it.document.cookie).toMatch(/^pp_user_id=%22V1%22; Path=\/; Max-Age=31536000/);
});

test('refreshUser without credentials sends no call, clears the id and returns false', async () => {
  await it.actions.refreshUser();
  it.store.remove(credentialsKey('web'));
  expect(await it.actions.refreshUser()).toBe(false);
  expect(it.call).toHaveBeenCalledTimes(1);
  expect(it.document.cookie).toMatch(new RegExp(`^${COOKIE.userId.name}=.*Max-Age=0`));
});

test('a failed refreshUser clears the id and returns false', async () => {
  await it.actions.refreshUser();
  it.call.mockRejectedValue(new ApiError({ error: 'unreachable' }, '/v1/user/me'));
  expect(await it.actions.refreshUser()).toBe(false);
  expect(it.document.cookie).toContain('Max-Age=0');
});

test('concurrent refreshUser calls share one result', async () => {
  await Promise.all([it.actions.refreshUser(), it.actions.refreshUser()]);
  expect(it.call).toHaveBeenCalledTimes(1);
});

test('an answer after signing out is ignored', async () => {
  const refresh = it.actions.refreshUser();
  it.actions.forgetUser();
  expect(await refresh).toBe(false);
  expect(it.texts.size).toBe(0);
});
