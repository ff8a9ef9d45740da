/** Session cookies after a newer one exists: pages, forms and consents. */
import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/units.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { refresh } from './refresh.ts';

const GRACE_MS = 30_000;

let world: TestWorld;
let first: string;
beforeEach(async () => {
  world = await makeWorld();
  first = (await world.signIn({ clientId: 'web' })).tokens.refresh_token;
});

const later = (ms: number) => {
  world.time.nowMs += ms;
};
const renew = async (cookie: string) =>
  (await refresh(world.parts, { clientId: 'web', refreshToken: cookie }, world.call())).tokens.refresh_token;
const found = (cookie: string, use: 'page' | 'form') =>
  world.auth.verifySessionCookie(`__Host-magpie_session=${cookie}`, world.time.nowMs, use);
const opens = async (cookie: string, use: 'page' | 'form' = 'page') => {
  const caller = await found(cookie, use);
  return caller !== null && caller !== 'late';
};

it('the newest cookie opens pages and posts forms', async () => {
  expect([await opens(first), await opens(first, 'form')]).toEqual([true, true]);
  const second = await renew(first);
  expect([await opens(second), await opens(second, 'form')]).toEqual([true, true]);
});

it('the newest cookie opens nothing once its session has ended', async () => {
  await world.auth.signOut({ token: first }, world.call());
  expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
});

it('a cookie costs one object call for the pages of half a minute, and one for each form', async () => {
  const before = world.spent.objectCalls;
  for (let pages = 0; pages < 5; pages += 1) await opens(first);
  expect(world.spent.objectCalls - before).toBe(1);
  for (let forms = 0; forms < 2; forms += 1) await opens(first, 'form');
  expect(world.spent.objectCalls - before).toBe(3);
});

it('a superseded cookie opens pages for the grace, and posts no form', async () => {
  const second = await renew(first);
  await opens(second);
  expect([await opens(first), await found(first, 'form')]).toEqual([true, 'late']);
});

it('a superseded cookie after the grace is reuse: it opens nothing and ends the session', async () => {
  const second = await renew(first);
  await opens(second);
  later(GRACE_MS + 1);
  expect(await opens(second)).toBe(true);
  expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
  later(GRACE_MS + 1);
  expect(await opens(second)).toBe(false);
});

it('a cookie of some renewals ago is reuse, at a page and at a form', async () => {
  let newest = first;
  for (let renewals = 0; renewals < 3; renewals += 1) {
    newest = await renew(newest);
    await opens(newest);
    later(MINUTE_MS);
  }
  expect(await opens(first, 'form')).toBe(false);
  expect(await opens(newest, 'form')).toBe(false);
});

it('a cookie superseded twice within the grace opens nothing and ends nothing', async () => {
  const second = await renew(first);
  await opens(second);
  const third = await renew(second);
  await opens(third);
  expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
  expect(await opens(third, 'form')).toBe(true);
});

it('a cookie whose renewal got lost opens pages and posts forms until a newer token comes back', async () => {
  await renew(first);
  later(3 * 86_400_000);
  expect([await opens(first), await opens(first, 'form')]).toEqual([true, true]);
  const next = await renew(first);
  expect(await opens(next, 'form')).toBe(true);
});

it('a cookie is reuse once a newer one was used', async () => {
  const taken = await renew(first);
  later(MINUTE_MS);
  expect(await opens(taken)).toBe(true);
  expect(await opens(first, 'form')).toBe(false);
  expect(await opens(taken, 'form')).toBe(false);
});
