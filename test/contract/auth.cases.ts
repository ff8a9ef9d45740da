/** Cases of sign-in, profile and the human check. */
import { runInDurableObject } from 'cloudflare:test';
import type { authContract } from '#shared/auth/contract.ts';
import type { shieldContract } from '#shared/shield/contract.ts';
import { DEVICE_ID, makeServer } from './ask.ts';
import type { Case, ContractCases } from './cases.ts';
import { codeCases, verifiedToken } from './codes.cases.ts';
import { credentials, objects, type Person, signIn, type World } from './world.ts';

/** Asks for a human check at the first attempt. */
const strict = makeServer({ limits: { signInAttempts: 0 } });

function setStatus(person: Person, status: string): Promise<void> {
  return runInDurableObject(objects.accounts.getByName(person.userId), (_account, state) => {
    state.storage.sql.exec('UPDATE account SET status = ?', status);
  });
}

async function blocked({ carla, after }: World): Promise<Person> {
  await setStatus(carla, 'BLOCKED');
  after(() => setStatus(carla, 'ACTIVE'));
  return carla;
}

const alice = credentials('alice@example.com');
const byPassword = { ...alice, grant_type: 'password' };

/** Refusals that sign-in and the password grant share. */
function passwordErrors(
  body: Readonly<Record<string, string>>,
): Record<
  'unauthorized_client' | 'captcha_required' | 'captcha_invalid' | 'invalid_account_or_password' | 'user_blocked',
  Case
> {
  return {
    unauthorized_client: () => ({ body: { ...body, client_id: 'stranger' } }),
    captcha_required: () => ({ server: strict, body }),
    captcha_invalid: () => ({ server: strict, body, headers: { 'x-captcha-token': 'noise' } }),
    invalid_account_or_password: () => ({ body: { ...body, password: 'wrong' } }),
    user_blocked: async (world) => ({ body: { ...body, username: (await blocked(world)).email } }),
  };
}

export const authCases: ContractCases<typeof authContract> = {
  signIn: {
    success: {
      'tokens for a password': () => ({ body: alice }),
      'tokens for a verification token': async () => ({
        body: {
          client_id: 'cli',
          username: alice.username,
          verification_token: await verifiedToken(alice.username, 'sign-in'),
        },
      }),
      'tokens for a name in place of the address': () => ({ body: { ...alice, username: 'Alice' } }),
    },
    errors: {
      ...passwordErrors(alice),
      invalid_verification_code: () => ({
        body: { client_id: 'cli', username: alice.username, verification_token: 'noise' },
      }),
      expired_verification_code: async () => ({
        body: {
          client_id: 'cli',
          username: alice.username,
          verification_token: await verifiedToken(alice.username, 'sign-in', -1),
        },
      }),
      user_not_exist: async () => ({
        body: {
          client_id: 'cli',
          username: 'nobody@example.com',
          verification_token: await verifiedToken('nobody@example.com', 'sign-in'),
        },
      }),
      invalid_argument: () => ({ body: { client_id: 'cli', username: 'alice' } }),
    },
  },
  token: {
    success: {
      'tokens for a refresh token': async ({ bob }) => ({
        body: {
          client_id: 'cli',
          grant_type: 'refresh_token',
          refresh_token: (await signIn(bob.email)).refreshToken,
        },
      }),
      'tokens for the password grant': () => ({ body: byPassword }),
    },
    errors: {
      ...passwordErrors(byPassword),
      invalid_argument: () => ({ body: { client_id: 'cli', grant_type: 'magic' } }),
      invalid_grant: () => ({ body: { client_id: 'cli', grant_type: 'refresh_token', refresh_token: 'noise' } }),
      cross_site_request: () => ({
        body: { client_id: 'web', grant_type: 'refresh_token' },
        headers: { cookie: '__Host-magpie_session=noise', 'sec-fetch-site': 'cross-site' },
      }),
    },
  },
  ...codeCases,
  revoke: {
    success: {
      'nothing for a token that is named': async ({ bob }) => ({ body: { token: (await signIn(bob.email)).token } }),
      'nothing for its own bearer': async ({ bob }) => ({ token: (await signIn(bob.email)).token, body: {} }),
      'nothing for a token nobody gave': () => ({ body: { token: 'noise' } }),
    },
    errors: { invalid_argument: () => ({ body: '"a text"' }) },
  },
  me: { success: { 'the profile': ({ alice: { token } }) => ({ token }) }, errors: {} },
};

const init = {
  client_id: 'cli',
  action: 'POST:/v1/auth/signin',
  device_id: DEVICE_ID,
  meta: { email: 'a@example.com' },
};

export const shieldCases: ContractCases<typeof shieldContract> = {
  captchaInit: {
    success: { 'a token for an action': () => ({ body: init }) },
    errors: {
      invalid_argument: () => ({ body: { ...init, action: 'x'.repeat(301) } }),
      too_many_requests: () => ({ server: makeServer({ limits: { captchaPerMinute: 0 } }), body: init }),
    },
  },
};
