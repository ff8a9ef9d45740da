import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { UserSource } from '#client/api/user.api.ts';
import { makeUserSource } from '#client/api/user.api.ts';
import { COOKIE, makeCookieJar } from '#client/store/cookies.ts';
import { makeLocalStore } from '#client/store/local.ts';
import { credentialsKey, LOCAL } from '#client/store/local-keys.ts';
import type { Profile } from '#shared/auth/contract.ts';
import { makeUserActions } from './user.actions.ts';
import { daysUntil, makeUserState, VISITOR } from './user.state.ts';

const ALICE = {
  sub: 'V1',
  name: 'Alice',
  picture: '/p.png',
  email: 'a***@example.com',
  phone_number: '',
  username: 'alice',
  password: 'set',
} as Profile;
const MEMBER = {
  status: 'ok',
  type: 'platinum',
  expire: '2027-01-01T00:00:00Z',
  user_id: 'V1',
  vipItem: [{ type: 'platinum', expire: '2027-01-01T00:00:00Z', surplus_day: 3 }],
};

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
    membership: vi.fn<UserSource['membership']>(async () => MEMBER),
    space: vi.fn<UserSource['space']>(async () => ({ limit: 100, usage: 40 })),
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
  test('merges profile, membership and space, and keeps the id in cookie and storage', async () => {
    expect(await it.actions.refreshUser()).toBe(true);
    const { state } = it;
    expect([state.userId.value, state.username.value, state.avatar.value]).toEqual(['V1', 'Alice', '/p.png']);
    expect([state.haveSetPassword.value, state.premium.value, state.userType.value]).toEqual([true, true, 2]);
    expect([state.limit.value, state.usage.value, state.overStorageLimit.value]).toEqual([100, 40, false]);
    expect(state.vipInfo.value).toEqual([{ type: 'platinum', expire: MEMBER.expire, surplusDays: 3 }]);
    expect(it.document.cookie).toMatch(/^pp_user_id=%22V1%22; Path=\/; Max-Age=31536000/);
    expect(it.store.get(LOCAL.userId)).toBe('V1');
  });

  test('without credentials asks nobody, clears the cookie and answers false', async () => {
    it.store.remove(credentialsKey('web'));
    it.state.merge({ userId: 'V1' });
    expect(await it.actions.refreshUser()).toBe(false);
    expect(it.source.profile).not.toHaveBeenCalled();
    expect([it.state.userId.value, it.store.get(LOCAL.userId)]).toEqual(['', null]);
    expect(it.document.cookie).toMatch(new RegExp(`^${COOKIE.userId.name}=.*Max-Age=0`));
  });

  test('that fails clears id and cookie and answers false', async () => {
    await it.actions.refreshUser();
    it.source.profile.mockRejectedValue(new ApiError({ error: 'unreachable' }, '/v1/user/me'));
    expect(await it.actions.refreshUser()).toBe(false);
    expect(it.state.userId.value).toBe('');
    expect(it.document.cookie).toContain('Max-Age=0');
  });

  test('goes on without a membership or space that cannot be learnt', async () => {
    it.source.membership.mockRejectedValue(new Error('down'));
    it.source.space.mockRejectedValue(new Error('down'));
    expect(await it.actions.refreshUser()).toBe(true);
    expect([it.state.premium.value, it.state.userType.value, it.state.limit.value]).toEqual([false, 1, 0]);
  });

  test('is asked once by callers of the same moment', async () => {
    await Promise.all([it.actions.refreshUser(), it.actions.refreshUser()]);
    expect(it.source.profile).toHaveBeenCalledTimes(1);
  });

  test('whose answer comes after signing out changes nothing', async () => {
    const refresh = it.actions.refreshUser();
    it.actions.forgetUser();
    expect(await refresh).toBe(false);
    expect([it.state.userId.value, it.texts.size]).toEqual(['', 0]);
  });

  test('shows nothing of the person before', async () => {
    await it.actions.refreshUser();
    it.source.profile.mockResolvedValue({ ...ALICE, sub: 'V2', name: 'Bob' });
    it.source.membership.mockRejectedValue(new Error('down'));
    it.source.space.mockRejectedValue(new Error('down'));
    await it.actions.refreshUser();
    expect([it.state.username.value, it.state.premium.value, it.state.usage.value]).toEqual(['Bob', false, 0]);
  });
});

describe('the user state', () => {
  test('has every field of the specification, at first a visitor’s', () => {
    const named =
      'username email phone premium expire status type userId avatar limit usage haveSetPassword overFreeTaskLimit overStorageLimit freeDays ipBlock getFreeVipCalled vipInfo unsubscribeInfo';
    for (const name of named.split(' ')) expect(it.state).toHaveProperty([name, 'value']);
    expect([it.state.premium.value, it.state.userId.value]).toEqual([false, VISITOR.userId]);
  });

  test.each([
    ['ok', 0, true],
    ['OK', 0, false],
    ['expired', 0, false],
    ['', 0, false],
    ['expired', 3, true],
  ])('status %j with %i free days: premium %s', (status, freeDays, premium) => {
    it.state.merge({ status, freeDays });
    expect(it.state.premium.value).toBe(premium);
  });

  test('counts days left up, and never below none', () => {
    const nowMs = Date.parse('2026-11-21T00:00:00Z');
    expect(daysUntil('2026-11-22T00:00:00Z', nowMs)).toBe(1);
    expect(daysUntil('2026-11-22T00:00:01Z', nowMs)).toBe(2);
    expect(daysUntil('2026-11-20T00:00:00Z', nowMs)).toBe(0);
    expect(daysUntil('', nowMs)).toBe(0);
    it.state.merge({ expire: '2026-11-22T00:00:00Z' });
    expect(it.state.daysLeft(nowMs)).toBe(1);
  });

  test('keeps what the browser knows when the person goes', () => {
    it.state.merge({ userId: 'V1', ipBlock: { country: 'XX' } });
    it.state.clear();
    expect([it.state.userId.value, it.state.ipBlock.value]).toEqual(['', { country: 'XX' }]);
  });
});

describe('the source of the user', () => {
  const client = (answer: () => Promise<unknown>) => ({ call: answer }) as unknown as ApiClient;

  test.each(['not_found', 'unimplemented'] as const)('%s of the membership call is no membership', async (error) => {
    const source = makeUserSource(
      client(() => Promise.reject(new ApiError({ error }, '/x'))),
      true,
    );
    expect(await source.membership()).toBeNull();
  });

  test('asks no server that has no membership call', async () => {
    const asked = vi.fn(() => Promise.reject(new Error('asked')));
    expect(await makeUserSource(client(asked), false).membership()).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  test('reads a membership with holes, and refuses what is none', async () => {
    const holes = makeUserSource(
      client(async () => ({ data: { status: 'ok' } })),
      true,
    );
    expect(await holes.membership()).toMatchObject({ status: 'ok', expire: '', vipItem: [] });
    const none = makeUserSource(
      client(async () => ({ data: 'yes' })),
      true,
    );
    await expect(none.membership()).rejects.toThrow();
  });
});
