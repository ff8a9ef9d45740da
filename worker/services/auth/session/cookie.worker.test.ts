/** What a session cookie opens once a newer one exists: pages, forms and consents. */
import { beforeEach, describe, expect, it } from 'vitest';
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
const opens = async (cookie: string, use: 'page' | 'form' = 'page') =>
  (await world.auth.verifySessionCookie(`__Host-magpie_session=${cookie}`, world.time.nowMs, use)) !== null;

describe('the newest cookie', () => {
  it('opens pages and posts forms', async () => {
    expect([await opens(first), await opens(first, 'form')]).toEqual([true, true]);
    const second = await renew(first);
    expect([await opens(second), await opens(second, 'form')]).toEqual([true, true]);
  });

  it('opens nothing once its session has ended', async () => {
    await world.auth.signOut({ token: first }, world.call());
    expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
  });

  it('costs one object call for the pages of half a minute, and one for each form', async () => {
    const before = world.spent.objectCalls;
    for (let pages = 0; pages < 5; pages += 1) await opens(first);
    expect(world.spent.objectCalls - before).toBe(1);
    for (let forms = 0; forms < 2; forms += 1) await opens(first, 'form');
    expect(world.spent.objectCalls - before).toBe(3);
  });
});

describe('a superseded cookie', () => {
  it('opens pages for the grace, because they may be under way, and posts no form', async () => {
    const second = await renew(first);
    await opens(second);
    expect([await opens(first), await opens(first, 'form')]).toEqual([true, false]);
  });

  it('is reuse after the grace: it opens nothing and ends the session', async () => {
    const second = await renew(first);
    await opens(second);
    later(GRACE_MS + 1);
    expect(await opens(second)).toBe(true);
    expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
    later(GRACE_MS + 1);
    expect(await opens(second)).toBe(false);
  });

  it('of some renewals ago is reuse, whether a page or a form shows it', async () => {
    let newest = first;
    for (let renewals = 0; renewals < 3; renewals += 1) {
      newest = await renew(newest);
      await opens(newest);
      later(MINUTE_MS);
    }
    expect(await opens(first, 'form')).toBe(false);
    expect(await opens(newest, 'form')).toBe(false);
  });

  it('opens nothing when two renewals passed it within the grace, and ends nothing: the request was under way', async () => {
    const second = await renew(first);
    await opens(second);
    const third = await renew(second);
    await opens(third);
    expect([await opens(first), await opens(first, 'form')]).toEqual([false, false]);
    expect(await opens(third, 'form')).toBe(true);
  });
});

describe('a cookie whose renewal was never answered', () => {
  it('opens pages and posts forms for as long as nothing of the newer one came back', async () => {
    await renew(first);
    later(3 * 86_400_000);
    expect([await opens(first), await opens(first, 'form')]).toEqual([true, true]);
    const next = await renew(first);
    expect(await opens(next, 'form')).toBe(true);
  });

  it('is reuse once the newer one is seen', async () => {
    const taken = await renew(first);
    later(MINUTE_MS);
    expect(await opens(taken)).toBe(true);
    expect(await opens(first, 'form')).toBe(false);
    expect(await opens(taken, 'form')).toBe(false);
  });
});
