import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { makeRoom, type TestRoom } from '../auth-fixture.ts';

let room: TestRoom;
beforeEach(async () => {
  room = await makeRoom();
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
  );
const refresh = (refreshToken: string, clientId = 'cli') => room.auth.refresh({ clientId, refreshToken }, room.call());

/** Replaces the way news leaves the account of `userId`; what was told is in the answer. */
async function listen(userId: string, take: (item: DomainEvent) => boolean): Promise<DomainEvent[]> {
  const heard: DomainEvent[] = [];
  await runInDurableObject(room.accounts.getByName(userId), (object) => {
    Object.assign(object, {
      deliver: async (items: readonly DomainEvent[]) => {
        const taken = items.filter(take);
        heard.push(...taken);
        return taken.map((item) => item.id);
      },
    });
  });
  return heard;
}

const outbox = (userId: string) =>
  runInDurableObject(
    room.accounts.getByName(userId),
    (_object, state) => state.storage.sql.exec('SELECT event FROM _outbox').toArray().length,
  );

describe('refreshing', () => {
  it('gives new tokens and another refresh token', async () => {
    const { tokens } = await room.signIn();
    room.time.nowMs += 60_000;
    const next = await refresh(tokens.refresh_token);
    expect(next.tokens.sub).toBe(tokens.sub);
    expect(next.tokens.refresh_token).not.toBe(tokens.refresh_token);
    expect((await room.bearer(next.tokens.access_token)).familyId).toBe(
      (await room.bearer(tokens.access_token)).familyId,
    );
    room.time.nowMs += 60_000;
    await refresh(next.tokens.refresh_token);
  });

  it('may be repeated within the grace, and the repeated answer is as good as the first', async () => {
    const { tokens } = await room.signIn();
    await refresh(tokens.refresh_token);
    room.time.nowMs += 29_000;
    const again = await refresh(tokens.refresh_token);
    room.time.nowMs += 3_600_000;
    await refresh(again.tokens.refresh_token);
  });

  it('50 times at once with one token leaves one family with one next generation', async () => {
    const { tokens } = await room.signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens.refresh_token)));
    const rows = await runInDurableObject(room.accounts.getByName(tokens.sub), (_object, state) =>
      state.storage.sql.exec('SELECT generation, revoked_ms FROM families').toArray(),
    );
    expect(rows).toEqual([{ generation: 2, revoked_ms: null }]);
    room.time.nowMs += 60_000;
    const last = answers.at(-1);
    if (!last) throw new Error('no answer');
    await refresh(last.tokens.refresh_token);
  });

  it('with a token refreshed long ago ends the family, tells so before it answers, and says when it was refreshed', async () => {
    const { tokens } = await room.signIn();
    const heard = await listen(tokens.sub, () => true);
    const refreshedAt = new Date(room.time.nowMs).toISOString();
    const next = await refresh(tokens.refresh_token);
    room.time.nowMs += 31_000;
    const error = (await refresh(tokens.refresh_token).catch((caught: unknown) => caught)) as AppError;
    expect(error.errorName).toBe('invalid_grant');
    expect(error.detail).toMatchObject({
      reason: 'refresh_token_reused',
      message: `refresh token has been refreshed at ${refreshedAt}`,
    });
    const { familyId } = await room.bearer(next.tokens.access_token);
    expect(heard.map(({ event, payload }) => ({ event, ...payload, untilMs: 0 }))).toEqual([
      { event: 'auth.sessions-ended', userId: tokens.sub, familyId, minEpoch: 1, untilMs: 0 },
    ]);
    expect(await refusal(refresh(next.tokens.refresh_token))).toBe('invalid_grant');
  });

  it('of one family does not touch another', async () => {
    const [one, two] = [await room.signIn(), await room.signIn()];
    await refresh(one.tokens.refresh_token);
    room.time.nowMs += 31_000;
    expect(await refusal(refresh(one.tokens.refresh_token))).toBe('invalid_grant');
    await refresh(two.tokens.refresh_token);
  });

  it.each<[string, string, () => Promise<string>]>([
    ['noise', 'cli', async () => 'noise'],
    ['nothing', 'cli', async () => ''],
    ['an access token', 'cli', async () => (await room.signIn()).tokens.access_token],
    ['a token of another client', 'web', async () => (await room.signIn()).tokens.refresh_token],
    ['a token of another installation', 'cli', async () => (await (await makeRoom()).signIn()).tokens.refresh_token],
    [
      'a token of a session that ended',
      'cli',
      async () => {
        const token = (await room.signIn()).tokens.refresh_token;
        await room.auth.signOut({ token }, room.call());
        return token;
      },
    ],
    [
      'a token past its 30 days',
      'cli',
      async () => {
        const token = (await room.signIn()).tokens.refresh_token;
        room.time.nowMs += 30 * 86_400_000;
        return token;
      },
    ],
  ])('with %s is invalid_grant', async (_what, clientId, make) => {
    const token = await make();
    expect(await refusal(refresh(token, clientId))).toBe('invalid_grant');
  });
});

describe('signing out', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'by %s ends the family and is told before it is answered',
    async (kind) => {
      const { tokens } = await room.signIn();
      const heard = await listen(tokens.sub, () => true);
      const { setCookie } = await room.auth.signOut({ token: tokens[kind] }, room.call());
      expect(setCookie).toContain('Max-Age=0');
      expect(heard).toHaveLength(1);
      expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
      expect(await refusal(room.auth.profile(await room.bearer(tokens.access_token)))).toBe('unauthenticated');
    },
  );

  it('by an access token past its time works too', async () => {
    const { tokens } = await room.signIn();
    room.time.nowMs += 7_200_000;
    await room.auth.signOut({ token: tokens.access_token }, room.call());
    expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
  });

  it('by caller and cookie ends both families, and no other', async () => {
    const [one, two, three] = [await room.signIn(), await room.signIn(), await room.signIn()];
    const caller = await room.bearer(one.tokens.access_token);
    await room.auth.signOut({ token: '', cookieHeader: two.setCookie.split(';')[0] ?? '' }, room.call({ caller }));
    expect(await refusal(refresh(one.tokens.refresh_token))).toBe('invalid_grant');
    expect(await refusal(refresh(two.tokens.refresh_token))).toBe('invalid_grant');
    await refresh(three.tokens.refresh_token);
  });

  it('twice, or with a token nobody knows, is no error', async () => {
    const { tokens } = await room.signIn();
    for (const token of [tokens.refresh_token, tokens.refresh_token, 'noise', ''])
      await room.auth.signOut({ token }, room.call());
  });

  it('is unavailable while the news cannot be delivered; the alarm delivers it and asking again succeeds', async () => {
    const { tokens } = await room.signIn();
    await listen(tokens.sub, () => false);
    expect(await refusal(room.auth.signOut({ token: tokens.refresh_token }, room.call()))).toBe('unavailable');
    expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect(await outbox(tokens.sub)).toBe(1);
    const heard = await listen(tokens.sub, () => true);
    await runInDurableObject(room.accounts.getByName(tokens.sub), (_object, state) => {
      state.storage.sql.exec('UPDATE _outbox SET due_ms = 0');
    });
    await runDurableObjectAlarm(room.accounts.getByName(tokens.sub));
    expect(heard).toHaveLength(1);
    await room.auth.signOut({ token: tokens.refresh_token }, room.call());
    expect(await outbox(tokens.sub)).toBe(0);
  });
});

describe('the profile', () => {
  it('masks the address and says that a password is set', async () => {
    const { tokens } = await room.signIn();
    expect(await room.auth.profile(await room.bearer(tokens.access_token))).toEqual({
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

  it('is refused when every token of the person died', async () => {
    const { tokens } = await room.signIn();
    await runInDurableObject(room.accounts.getByName(tokens.sub), (_object, state) => {
      state.storage.sql.exec('UPDATE account SET epoch = 2');
    });
    expect(await refusal(room.auth.profile(await room.bearer(tokens.access_token)))).toBe('unauthenticated');
    expect(await refusal(refresh(tokens.refresh_token))).toBe('invalid_grant');
  });
});
