import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { refusal } from '#worker/platform/call-fixture.ts';
import { listen, makeWorld, type TestWorld } from '../auth-fixture.ts';
import { refresh as refreshTokens } from './refresh.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld();
});

const refresh = (refreshToken: string, clientId = 'cli') =>
  refreshTokens(world.parts, { clientId, refreshToken }, world.call());

const outbox = (userId: string) =>
  runInDurableObject(
    world.accounts.getByName(userId),
    (_object, state) => state.storage.sql.exec('SELECT event FROM _outbox').toArray().length,
  );

it('a refresh gives new tokens and another refresh token', async () => {
  const { tokens } = await world.signIn();
  world.time.nowMs += 60_000;
  const next = await refresh(tokens.refresh_token);
  expect(next.tokens.sub).toBe(tokens.sub);
  expect(next.tokens.refresh_token).not.toBe(tokens.refresh_token);
  expect((await world.bearer(next.tokens.access_token)).sessionId).toBe(
    (await world.bearer(tokens.access_token)).sessionId,
  );
  world.time.nowMs += 60_000;
  await refresh(next.tokens.refresh_token);
});

it('a refresh may be repeated within the grace, and each answer works', async () => {
  const { tokens } = await world.signIn();
  await refresh(tokens.refresh_token);
  world.time.nowMs += 29_000;
  const again = await refresh(tokens.refresh_token);
  world.time.nowMs += 3_600_000;
  await refresh(again.tokens.refresh_token);
});

it('50 parallel refreshes with one token leave one token family with one next generation', async () => {
  const { tokens } = await world.signIn();
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens.refresh_token)));
  const rows = await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) =>
    state.storage.sql.exec('SELECT generation, revoked_ms FROM families').toArray(),
  );
  expect(rows).toEqual([{ generation: 2, revoked_ms: null }]);
  world.time.nowMs += 60_000;
  const last = answers.at(-1);
  if (!last) throw new Error('no answer');
  await refresh(last.tokens.refresh_token);
});

it('a token refreshed long ago ends the token family, delivers the event before the answer, and reports the time', async () => {
  const { tokens } = await world.signIn();
  const received = await listen(world, tokens.sub, () => true);
  const refreshedAt = new Date(world.time.nowMs).toISOString();
  const next = await refresh(tokens.refresh_token);
  world.time.nowMs += 31_000;
  const error = (await refresh(tokens.refresh_token).catch((caught: unknown) => caught)) as AppError;
  expect(error.errorName).toBe('invalid_grant');
  expect(error.detail).toMatchObject({
    reason: 'refresh_token_reused',
    message: `refresh token has been refreshed at ${refreshedAt}`,
  });
  const { sessionId } = await world.bearer(next.tokens.access_token);
  expect(received.map(({ event, payload }) => ({ event, ...payload, untilMs: 0 }))).toEqual([
    { event: 'auth.sessions-ended', userId: tokens.sub, familyId: sessionId, minEpoch: 1, untilMs: 0 },
  ]);
  expect(await refusal(refresh(next.tokens.refresh_token))).toBe('invalid_grant');
});

it('a refresh of one token family does not touch another', async () => {
  const [one, two] = [await world.signIn(), await world.signIn()];
  await refresh(one.tokens.refresh_token);
  world.time.nowMs += 31_000;
  expect(await refusal(refresh(one.tokens.refresh_token))).toBe('invalid_grant');
  await refresh(two.tokens.refresh_token);
});

it.each<[string, string, () => Promise<string>]>([
  ['noise', 'cli', async () => 'noise'],
  ['nothing', 'cli', async () => ''],
  ['an access token', 'cli', async () => (await world.signIn()).tokens.access_token],
  ['a token of another client', 'web', async () => (await world.signIn()).tokens.refresh_token],
  ['a token of another installation', 'cli', async () => (await (await makeWorld()).signIn()).tokens.refresh_token],
  [
    'a token of a session that ended',
    'cli',
    async () => {
      const token = (await world.signIn()).tokens.refresh_token;
      await world.auth.signOut({ token }, world.call());
      return token;
    },
  ],
  [
    'a token past its 30 days',
    'cli',
    async () => {
      const token = (await world.signIn()).tokens.refresh_token;
      world.time.nowMs += 30 * 86_400_000;
      return token;
    },
  ],
])('a refresh with %s is invalid_grant', async (_what, clientId, make) => {
  const token = await make();
  expect(await refusal(refresh(token, clientId))).toBe('invalid_grant');
});

it.each(['access_token', 'refresh_token'] as const)(
  'a sign-out by %s ends the session and delivers the event before it returns',
  async (kind) => {
    const { tokens } = await world.signIn();
    const received = await listen(world, tokens.sub, () => true);
    const { setCookie } = await world.auth.signOut({ token: tokens[kind] }, world.call());
    expect(setCookie).toContain('Max-Age=0');
    expect(received).toHaveLength(1);
    expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect(await refusal(world.auth.profile(await world.bearer(tokens.access_token)))).toBe('unauthenticated');
  },
);

it('a sign-out by an expired access token works', async () => {
  const { tokens } = await world.signIn();
  world.time.nowMs += 7_200_000;
  await world.auth.signOut({ token: tokens.access_token }, world.call());
  expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
});

it('a sign-out by caller and cookie ends both sessions, and no other', async () => {
  const [one, two, three] = [await world.signIn(), await world.signIn(), await world.signIn()];
  const caller = await world.bearer(one.tokens.access_token);
  await world.auth.signOut({ token: '', cookieHeader: two.setCookie.split(';')[0] ?? '' }, world.call({ caller }));
  expect(await refusal(refresh(one.tokens.refresh_token))).toBe('invalid_grant');
  expect(await refusal(refresh(two.tokens.refresh_token))).toBe('invalid_grant');
  await refresh(three.tokens.refresh_token);
});

it('a repeated sign-out, or one with an unknown token, is no error', async () => {
  const { tokens } = await world.signIn();
  for (const token of [tokens.refresh_token, tokens.refresh_token, 'noise', ''])
    await world.auth.signOut({ token }, world.call());
});

it('a sign-out is unavailable while its event cannot be delivered; the alarm delivers it and a repeat succeeds', async () => {
  const { tokens } = await world.signIn();
  await listen(world, tokens.sub, () => false);
  expect(await refusal(world.auth.signOut({ token: tokens.refresh_token }, world.call()))).toBe('unavailable');
  expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
  // The other event is about the list of people: the account is new.
  expect(await outbox(tokens.sub)).toBe(2);
  const received = await listen(world, tokens.sub, () => true);
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec('UPDATE _outbox SET due_ms = 0');
  });
  await runAlarm(world.accounts.getByName(tokens.sub));
  expect(received).toHaveLength(1);
  await world.auth.signOut({ token: tokens.refresh_token }, world.call());
  expect(await outbox(tokens.sub)).toBe(0);
});

it('a session that expires unused ends by an event too, so that its device gets nothing more; another goes on', async () => {
  const [one, two] = [await world.signIn(), await world.signIn()];
  const received = await listen(world, one.tokens.sub, () => true);
  const { sessionId } = await world.bearer(one.tokens.access_token);
  const other = (await world.bearer(two.tokens.access_token)).sessionId;
  const rows = async (change: string) => {
    const account = world.accounts.getByName(one.tokens.sub);
    await runInDurableObject(account, async (_object, state) => {
      state.storage.sql.exec(change, sessionId);
      state.storage.sql.exec('UPDATE _outbox SET due_ms = 0');
      await state.storage.setAlarm(Date.now() + 60_000);
    });
    await runAlarm(account);
    return runInDurableObject(account, (_object, state) =>
      state.storage.sql.exec<{ id: string }>('SELECT family_id AS id FROM families').toArray(),
    );
  };
  const left = await rows('UPDATE families SET rotated_ms = CASE family_id WHEN ? THEN 0 ELSE 4e12 END');
  expect(left).toEqual([{ id: other }]);
  await rows('UPDATE families SET used_ms = used_ms WHERE family_id = ?');
  expect(received.map(({ event, payload }) => [event, payload['familyId']])).toEqual([
    ['auth.sessions-ended', sessionId],
  ]);
});

it('the profile masks the address and reports that a password is set', async () => {
  const { tokens } = await world.signIn();
  expect(await world.auth.profile(await world.bearer(tokens.access_token))).toEqual({
    sub: tokens.sub,
    name: 'Alice',
    picture: '',
    email: 'a***e@example.com',
    phone_number: '',
    username: 'alice',
    password: 'SET',
    status: 'ACTIVE',
    created_at: '2027-01-15T16:00:00.000+08:00',
    password_updated_at: '2027-01-15T16:00:00.000+08:00',
    providers: [],
  });
});

it('the profile is refused when every session of the person has ended', async () => {
  const { tokens } = await world.signIn();
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec('UPDATE account SET epoch = 2');
  });
  expect(await refusal(world.auth.profile(await world.bearer(tokens.access_token)))).toBe('unauthenticated');
  expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
});
