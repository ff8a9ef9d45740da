/** The password grant beside a second factor, and what introspection says of renewed tokens. */
import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/units.ts';
import { makeWorld, PASSWORD, type TestWorld } from '../auth-fixture.ts';
import { guardAlice, refusalOf } from '../factor/factor-fixture.ts';
import { refresh } from '../session/refresh.ts';
import { introspect } from './introspect.ts';
import { grantByApi } from './token-by-api.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld();
});

it('the password grant asks for the second factor', async () => {
  await guardAlice(world);
  const granted = grantByApi(
    world.parts,
    {
      grantType: 'password',
      clientId: 'cli',
      clientSecret: '',
      refreshToken: '',
      username: 'alice@example.com',
      password: PASSWORD,
      captchaToken: '',
      code: '',
      codeVerifier: '',
      redirectUri: '',
      deviceCode: '',
      scope: '',
    },
    { cookieHeader: null, fetchSite: null, origin: null },
    world.call(),
  );
  expect(await refusalOf(granted)).toMatchObject({ name: 'two_factor_required' });
});

it('introspection calls a token active until the answer with the next one has come back', async () => {
  const { tokens: first } = await world.signIn({ clientId: 'web' });
  const renewed = async () => {
    const ask = { clientId: 'web', refreshToken: first.refresh_token };
    return (await refresh(world.parts, ask, world.call())).tokens;
  };
  const isActive = async (token: string) =>
    (await introspect(world.parts, { clientId: 'web', clientSecret: '', token }, world.call())).active;
  const lost = await renewed();
  world.time.nowMs += 10 * MINUTE_MS;
  expect(await isActive(first.refresh_token)).toBe(true);
  const next = await renewed();
  expect(await isActive(lost.refresh_token)).toBe(false);
  expect(await isActive(next.refresh_token)).toBe(true);
  await world.bearer(next.access_token);
  world.time.nowMs += MINUTE_MS;
  expect(await isActive(first.refresh_token)).toBe(false);
});
