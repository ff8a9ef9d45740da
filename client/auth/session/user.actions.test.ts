import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { UserSource } from '#client/api/user.api.ts';
import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey, LOCAL } from '#client/browser-storage/local-keys.ts';
import type { Profile } from '#shared/auth/contract.ts';
import { makeUserActions } from './user.actions.ts';
import { makeUserState } from './user.state.ts';

const ALICE = {
  sub: 'V1',
  name: 'Alice',
  picture: '/p.png',
  email: 'a***@example.com',
  phone_number: '',
  username: 'alice',
  password: 'SET',
} as Profile;
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
  const source = {
    profile: vi.fn<UserSource['profile']>(async () => ALICE),
    space: vi.fn<UserSource['space']>(async () => ({ limit: 100, usage: 40 })),
    isOverTaskLimit: vi.fn<UserSource['isOverTaskLimit']>(async () => true),
  };
  const state = makeUserState();
  const cookies = makeCookieJar(document);
  const actions = makeUserActions({ state, source, store, cookies, clientId: 'web', log: () => undefined });
  return { texts, document, store, source, state, actions };
}

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

describe('refreshing the user', () => {
  test('refreshUser merges profile and storage, and stores the id in cookie and local storage', async () => {
    expect(await it.actions.refreshUser()).toBe(true);
    const { state } = it;
    expect([state.userId.value, state.username.value, state.avatar.value]).toEqual(['V1', 'Alice', '/p.png']);
    expect(state.haveSetPassword.value).toBe(true);
    expect([state.limit.value, state.usage.value, state.overStorageLimit.value]).toEqual([100, 40, false]);
    expect(state.overFreeTaskLimit.value).toBe(true);
    expect(it.document.cookie).toMatch(/^pp_user_id=%22V1%22; Path=\/; Max-Age=31536000/);
    expect(it.store.get(LOCAL.userId)).toBe('V1');
  });

  test('refreshUser without credentials sends no call, clears the cookie and returns false', async () => {
    it.store.remove(credentialsKey('web'));
    it.state.merge({ userId: 'V1' });
    expect(await it.actions.refreshUser()).toBe(false);
    expect(it.source.profile).not.toHaveBeenCalled();
    expect([it.state.userId.value, it.store.get(LOCAL.userId)]).toEqual(['', null]);
    expect(it.document.cookie).toMatch(new RegExp(`^${COOKIE.userId.name}=.*Max-Age=0`));
  });

  test('a failed refreshUser clears id and cookie and returns false', async () => {
    await it.actions.refreshUser();
    it.source.profile.mockRejectedValue(new ApiError({ error: 'unreachable' }, '/v1/user/me'));
    expect(await it.actions.refreshUser()).toBe(false);
    expect(it.state.userId.value).toBe('');
    expect(it.document.cookie).toContain('Max-Age=0');
  });

  test('refreshUser works without the storage numbers', async () => {
    it.source.space.mockRejectedValue(new Error('down'));
    expect(await it.actions.refreshUser()).toBe(true);
    expect([it.state.userId.value, it.state.limit.value]).toEqual(['V1', 0]);
  });

  test('refreshUser works without the limit of fetches', async () => {
    it.source.isOverTaskLimit.mockRejectedValue(new Error('down'));
    expect(await it.actions.refreshUser()).toBe(true);
    expect([it.state.limit.value, it.state.overFreeTaskLimit.value]).toEqual([100, false]);
  });

  test('concurrent refreshUser calls share one result', async () => {
    await Promise.all([it.actions.refreshUser(), it.actions.refreshUser()]);
    expect(it.source.profile).toHaveBeenCalledTimes(1);
  });

  test('an answer after signing out is ignored', async () => {
    const refresh = it.actions.refreshUser();
    it.actions.forgetUser();
    expect(await refresh).toBe(false);
    expect([it.state.userId.value, it.texts.size]).toEqual(['', 0]);
  });

  test('refreshUser shows nothing of another user', async () => {
    await it.actions.refreshUser();
    it.source.profile.mockResolvedValue({ ...ALICE, sub: 'V2', name: 'Bob' });
    it.source.space.mockRejectedValue(new Error('down'));
    await it.actions.refreshUser();
    expect([it.state.username.value, it.state.usage.value]).toEqual(['Bob', 0]);
  });
});

describe('the user state', () => {
  test('clearing the user state keeps the facts of the browser', () => {
    it.state.merge({ userId: 'V1', ipBlock: { country: 'XX' } });
    it.state.clear();
    expect([it.state.userId.value, it.state.ipBlock.value]).toEqual(['', { country: 'XX' }]);
  });
});
