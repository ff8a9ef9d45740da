/// <reference types="@cloudflare/vitest-plugin/types" />
/** Questions for the password of a sign-in: a guess costs nothing, however many come. */
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/units.ts';
import { toBase64Url } from '#worker/platform/crypto.ts';
import { makeWorld } from '../auth-fixture.ts';

it('only a token that the server made, and only while it lasts, costs an object call', async () => {
  const { auth, call, spent, time } = await makeWorld();
  const { token } = await auth.startProgramLogin('DE', call());
  const callsFor = async (text: string) => {
    const before = spent.objectCalls;
    expect(await auth.pollProgramLogin(text)).toBeNull();
    return spent.objectCalls - before;
  };
  expect(await callsFor(token)).toBe(1);
  const [, signature = ''] = token.split('.');
  const other = toBase64Url(new TextEncoder().encode(JSON.stringify({ code: '0'.repeat(34), untilMs: 9e15 })));
  for (const guess of ['', 'x', '0'.repeat(34), `${token}x`, `${other}.${signature}`, 'a.b.c', '.'.repeat(1_000)])
    expect(await callsFor(guess), guess).toBe(0);
  time.nowMs += 10 * MINUTE_MS;
  expect(await callsFor(token)).toBe(0);
});
