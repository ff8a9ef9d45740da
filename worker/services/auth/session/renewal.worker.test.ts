/** Renewals of a browser whose answer was lost, and what a thief of a token makes of that. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { AppError, fail, succeed } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { PERSON_CHANGED } from '../keys.ts';
import { makeArrivals } from '../token/token-receipts.ts';
import { refresh } from './refresh.ts';

const DAYS_MS = 3 * 86_400_000;

let world: TestWorld;
let told: string[];
beforeEach(async () => {
  world = await makeWorld();
});

/** The tokens of one holder. */
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
        told.push(...items.map(({ event }) => event).filter((event) => event !== PERSON_CHANGED));
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

/** Expects that no token of the session is valid, and that its event was published. */
async function expectOver(...all: Held[]): Promise<void> {
  expect(told).toEqual(['auth.sessions-ended']);
  for (const held of all) {
    expect(await refusal(renew(held))).toBe('session_ended');
    expect(await refusal(world.auth.profile(await world.bearer(held.access)))).toBe('session_ended');
  }
}

it.each([
  ['10 minutes', 10 * MINUTE_MS],
  ['3 days', DAYS_MS],
])('a browser that lost an answer is still signed in %s later, and continues', async (_what, ms) => {
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

it('a browser may lose several answers in a row', async () => {
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

it('a lost answer is not forgiven past the lifetime of the held token', async () => {
  const first = await signIn();
  later(20 * 86_400_000);
  await renew(first);
  later(10 * 86_400_000);
  expect(await refusal(renew(first))).toBe('refresh_token_invalid');
});

it('50 tabs after a lost answer get the same next generation', async () => {
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

it('a browser that lost an answer signs out by the token it holds', async () => {
  const first = await signIn();
  const lost = await renew(first);
  later(10 * MINUTE_MS);
  await world.auth.signOut({ token: first.cookie }, world.call());
  await expectOver(lost, first);
});

it.each<[string, (held: Held) => Promise<unknown>]>([
  ['called with what it got', call],
  ['looked at a page with what it got', look],
  ['renewed what it got', renew],
])('a token renewed by one holder, owner or thief, who %s is detected when the other calls', async (_what, use) => {
  const other = await signIn();
  const one = await renew(other);
  await use(one);
  later(10 * MINUTE_MS);
  expect(await refusal(renew(other))).toBe('refresh_token_reused');
  await expectOver(one, other);
});

it.each<[string, (held: Held) => Promise<unknown>]>([
  ['calls with', call],
  ['looks at a page with', look],
  ['renews', (held) => expect(refusal(renew(held))).resolves.toBe('refresh_token_reused')],
])('a token renewed by owner and thief is detected when the first of them %s their tokens', async (_what, use) => {
  const start = await signIn();
  const one = await renew(start);
  later(10 * MINUTE_MS);
  const two = await renew(start);
  if (_what !== 'looks at a page with') await call(two);
  expect(told).toEqual([]);
  await use(one);
  await expectOver(one, two, start);
});

it('a token renewed by owner and thief is detected at its next renewal after the second was used', async () => {
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
])('a token renewed without use is detected when the thief %s it after its owner continued', async (_what, use) => {
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

it('a thief cannot keep a token alive by never using the renewed ones', async () => {
  const thief = await signIn();
  const owner = await renew(thief);
  later(10 * MINUTE_MS);
  const again = await renew(thief);
  // The owner's answer had come after all.
  expect(await refusal(renew(owner))).toBe('refresh_token_reused');
  await expectOver(again, thief, owner);
});

it('a program is not forgiven a lost answer', async () => {
  const { tokens } = await world.signIn();
  const ask = () => refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call());
  await ask();
  later(MINUTE_MS);
  expect(await refusal(ask())).toBe('refresh_token_reused');
});

it('the report of an arrival costs one object call for each renewal, and none for a sign-in', async () => {
  const first = await signIn();
  const next = await renew(first);
  const before = world.spent.objectCalls;
  for (const held of [first, first, next, next, next]) await call(held);
  expect(world.spent.objectCalls - before).toBe(1);
});

it('a failed report of an arrival is repeated at the next call, and a delivered one never', async () => {
  const answers = [succeed(null), new Error('the line broke'), fail('unavailable')];
  const received: unknown[] = [];
  const send = async (_userId: string, arrival: unknown) => {
    const answer = answers.pop() ?? succeed(null);
    received.push(arrival);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const works: Promise<unknown>[] = [];
  const arrivals = makeArrivals(send, (work) => void works.push(work));
  for (let calls = 0; calls < 5; calls += 1) {
    arrivals.note({ userId: 'somebody', clientId: 'web', sessionId: 'family', generation: 2 });
    await Promise.all(works);
  }
  expect(received).toEqual(Array.from({ length: 3 }, () => ({ sessionId: 'family', generation: 2 })));
});

it('sessions stored before generations were recorded stay refused their token before the newest', async () => {
  const first = await signIn();
  await renew(first);
  await runInDurableObject(world.accounts.getByName(first.userId), (_object, state) => {
    // As the column is filled for rows that were there.
    state.storage.sql.exec('UPDATE families SET shown = 1');
  });
  later(10 * MINUTE_MS);
  expect(await refusal(renew(first))).toBe('refresh_token_reused');
});
