/** Renewals of a browser whose answer was lost, and what a thief of a token makes of that. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError, fail, succeed } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { introspect } from '../oauth/introspect.ts';
import { refresh } from './refresh.ts';
import { makeArrivals } from './token-receipts.ts';

const DAYS_MS = 3 * 86_400_000;

let world: TestWorld;
let told: string[];
beforeEach(async () => {
  world = await makeWorld();
});

/** What one holder of a refresh token has. */
interface Held {
  readonly cookie: string;
  readonly access: string;
}

async function signIn(): Promise<Held & { userId: string }> {
  const { tokens } = await world.signIn({ clientId: 'web' });
  told = [];
  await runInDurableObject(world.accounts.getByName(tokens.sub), (object) => {
    Object.assign(object, {
      deliver: async (items: readonly DomainEvent[]) => {
        told.push(...items.map(({ event }) => event));
        return items.map(({ id }) => id);
      },
    });
  });
  return { cookie: tokens.refresh_token, access: tokens.access_token, userId: tokens.sub };
}

/** Comes with a refresh token. */
async function renew({ cookie }: Held): Promise<Held> {
  const { tokens } = await refresh(world.parts, { clientId: 'web', refreshToken: cookie }, world.call());
  return { cookie: tokens.refresh_token, access: tokens.access_token };
}

const later = (ms: number) => {
  world.time.nowMs += ms;
};

/** Makes a call with the access token, as every page does that got one. */
const call = async ({ access }: Held) => void (await world.bearer(access));

/** Looks at a page with the session cookie. */
async function look({ cookie }: Held): Promise<void> {
  await world.auth.verifySessionCookie(`__Host-magpie_session=${cookie}`, world.time.nowMs);
  await world.settle();
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.detail?.['reason'] : String(error)),
  );

/** Nobody holds anything of the family any more, and the serving objects were told. */
async function expectOver(...all: Held[]): Promise<void> {
  expect(told).toEqual(['auth.sessions-ended']);
  for (const held of all) {
    expect(await refusal(renew(held))).toBe('session_ended');
    expect(await refusal(world.auth.profile(await world.bearer(held.access)))).toBe('session_ended');
  }
}

describe('a browser that never got the answer', () => {
  it.each([
    ['10 minutes', 10 * MINUTE_MS],
    ['3 days', DAYS_MS],
  ])('is still signed in %s later, and goes on as ever', async (_what, ms) => {
    const first = await signIn();
    await renew(first);
    later(ms);
    const next = await renew(first);
    await call(next);
    later(ms);
    const after = await renew(next);
    await call(after);
    expect((await world.auth.profile(await world.bearer(after.access))).sub).toBe(first.userId);
    expect(told).toEqual([]);
  });

  it('may lose the next answers too', async () => {
    const first = await signIn();
    for (let lost = 0; lost < 5; lost += 1) {
      await renew(first);
      later(10 * MINUTE_MS);
    }
    const next = await renew(first);
    later(DAYS_MS);
    await renew(next);
    expect(told).toEqual([]);
  });

  it('is not forgiven past the life of the token it holds', async () => {
    const first = await signIn();
    later(20 * 86_400_000);
    await renew(first);
    later(10 * 86_400_000);
    expect(await refusal(renew(first))).toBe('refresh_token_invalid');
  });

  it('may come back in 50 tabs at once: all get the one next generation', async () => {
    const first = await signIn();
    await renew(first);
    later(DAYS_MS);
    const tabs = await Promise.all(Array.from({ length: 50 }, () => renew(first)));
    for (const tab of tabs) await call(tab);
    later(10 * MINUTE_MS);
    const last = tabs.at(-1);
    if (!last) throw new Error('no answer');
    await renew(last);
    const rows = await runInDurableObject(world.accounts.getByName(first.userId), (_object, state) =>
      state.storage.sql.exec('SELECT generation, voided, shown, revoked_ms FROM families').toArray(),
    );
    expect(rows).toEqual([{ generation: 4, voided: 0, shown: 0, revoked_ms: null }]);
  });

  it('may be asked about: the token is active until the answer to it has come back', async () => {
    const first = await signIn();
    const active = async (token: string) =>
      (await introspect(world.parts, { clientId: 'web', clientSecret: '', token }, world.call())).active;
    const lost = await renew(first);
    later(10 * MINUTE_MS);
    expect(await active(first.cookie)).toBe(true);
    const next = await renew(first);
    expect(await active(lost.cookie)).toBe(false);
    expect(await active(next.cookie)).toBe(true);
    await call(next);
    later(MINUTE_MS);
    expect(await active(first.cookie)).toBe(false);
    expect(told).toEqual([]);
  });

  it('signs out by the token it holds', async () => {
    const first = await signIn();
    const lost = await renew(first);
    later(10 * MINUTE_MS);
    await world.auth.signOut({ token: first.cookie }, world.call());
    await expectOver(lost, first);
  });
});

describe('a stolen token', () => {
  it.each<[string, (held: Held) => Promise<unknown>]>([
    ['called with what it got', call],
    ['looked at a page with what it got', look],
    ['renewed what it got', renew],
  ])('that was renewed by a thief who %s is found out when its owner comes', async (_what, use) => {
    const owner = await signIn();
    const thief = await renew(owner);
    await use(thief);
    later(DAYS_MS / 100);
    expect(await refusal(renew(owner))).toBe('refresh_token_reused');
    await expectOver(thief, owner);
  });

  it.each<[string, (held: Held) => Promise<unknown>]>([
    ['called with what it got', call],
    ['looked at a page with what it got', look],
    ['renewed what it got', renew],
  ])('that was renewed by its owner who %s is found out when the thief comes', async (_what, use) => {
    const thief = await signIn();
    const owner = await renew(thief);
    await use(owner);
    later(10 * MINUTE_MS);
    expect(await refusal(renew(thief))).toBe('refresh_token_reused');
    await expectOver(owner, thief);
  });

  it.each<[string, (held: Held) => Promise<unknown>]>([
    ['calls with', call],
    ['looks at a page with', look],
    ['renews', (held) => expect(refusal(renew(held))).resolves.toBe('refresh_token_reused')],
  ])('that both have renewed is found out when whoever came first %s what they got', async (_what, use) => {
    const start = await signIn();
    const one = await renew(start);
    later(10 * MINUTE_MS);
    const two = await renew(start);
    if (_what !== 'looks at a page with') await call(two);
    expect(told).toEqual([]);
    await use(one);
    await expectOver(one, two, start);
  });

  it('that both have renewed is found out when it is renewed again after the second was used', async () => {
    const start = await signIn();
    const one = await renew(start);
    later(10 * MINUTE_MS);
    const two = await renew(start);
    await call(two);
    later(10 * MINUTE_MS);
    expect(await refusal(renew(start))).toBe('refresh_token_reused');
    await expectOver(one, two);
  });

  it.each<[string, (held: Held) => Promise<unknown>]>([
    ['calls with', call],
    ['looks at a page with', look],
  ])('renewed in silence is found out when the thief %s that after its owner has gone on', async (_what, use) => {
    const owner = await signIn();
    const thief = await renew(owner);
    later(10 * MINUTE_MS);
    const next = await renew(owner);
    await call(next);
    later(10 * MINUTE_MS);
    const last = await renew(next);
    await call(last);
    expect(told).toEqual([]);
    await use(thief);
    await expectOver(last, thief);
  });

  it('cannot be kept alive beside its owner by never using what it got', async () => {
    const thief = await signIn();
    const owner = await renew(thief);
    later(10 * MINUTE_MS);
    const again = await renew(thief);
    // The owner's answer had come after all.
    expect(await refusal(renew(owner))).toBe('refresh_token_reused');
    await expectOver(again, thief, owner);
  });

  it('of a program is forgiven nothing', async () => {
    const { tokens } = await world.signIn();
    const ask = () => refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call());
    await ask();
    later(MINUTE_MS);
    expect(await refusal(ask())).toBe('refresh_token_reused');
  });
});

describe('word of an arrival', () => {
  it('costs one call of an object for each renewal, and none for a sign-in', async () => {
    const first = await signIn();
    const next = await renew(first);
    const before = world.spent.objectCalls;
    for (const held of [first, first, next, next, next]) await call(held);
    expect(world.spent.objectCalls - before).toBe(1);
  });

  it('that did not reach the account is said again at the next call, and one that did never again', async () => {
    const answers = [fail('unavailable'), new Error('the line broke'), succeed(null)];
    const received: unknown[] = [];
    const noteArrival = async (word: unknown) => {
      const answer = answers.shift();
      received.push(word);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const works: Promise<unknown>[] = [];
    const accounts = { getByName: () => ({ noteArrival }) } as unknown as TestWorld['accounts'];
    const arrivals = makeArrivals(accounts, (work) => void works.push(work));
    for (let calls = 0; calls < 5; calls += 1) {
      arrivals.note({ userId: 'somebody', clientId: 'web', sessionId: 'family', generation: 2 });
      await Promise.all(works);
    }
    expect(received).toEqual(Array.from({ length: 3 }, () => ({ sessionId: 'family', generation: 2 })));
  });
});

it('says nothing of families from before: their token before the newest stays refused', async () => {
  const first = await signIn();
  await renew(first);
  await runInDurableObject(world.accounts.getByName(first.userId), (_object, state) => {
    // As the column is filled for rows that were there.
    state.storage.sql.exec('UPDATE families SET shown = 1');
  });
  later(10 * MINUTE_MS);
  expect(await refusal(renew(first))).toBe('refresh_token_reused');
});
