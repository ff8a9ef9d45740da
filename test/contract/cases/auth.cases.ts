/** Cases of sign-in, profile and the human check. */

import { runInDurableObject } from 'cloudflare:test';
import type { authContract } from '#shared/auth/contract.ts';
import { forAnyone, forPerson, type MatrixRows } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { makeServer } from '../send.ts';
import { credentials, objects, type Person, signIn, type World } from '../world.ts';
import { appPasswordCases, appPasswordMatrix } from './app-password.cases.ts';
import { codeCases, codeMatrix, verifiedToken } from './codes.cases.ts';
import { factorCases, factorMatrix, secondStepErrors, secondStepSuccess } from './factor.cases.ts';
import { grantErrors, grantSuccess, oauthCases, oauthMatrix } from './oauth.cases.ts';
import { phoneCases, phoneMatrix } from './phone.cases.ts';
import { preferenceCases, preferenceMatrix } from './preference.cases.ts';
import { settingsCases, settingsMatrix } from './settings.cases.ts';

/** A server that requires a human check at the first attempt. */
const strict = makeServer({ limits: { signInAttempts: 0 } });

function setStatus(person: Person, status: string): Promise<void> {
  return runInDurableObject(objects.accounts.getByName(person.userId), (_account, state) => {
    const endsMs = status === 'CLOSING' ? Date.now() + 60_000 : 0;
    state.storage.sql.exec('UPDATE account SET status = ?, ends_ms = ?', status, endsMs);
  });
}

async function inState({ carla, after }: World, status: string): Promise<Person> {
  await setStatus(carla, status);
  after(() => setStatus(carla, 'ACTIVE'));
  return carla;
}

const alice = credentials('alice@example.com');
const byPassword = { ...alice, grant_type: 'password' };

/** Refusals that sign-in and the password grant share. */
function passwordErrors(
  body: Readonly<Record<string, string>>,
): Record<
  | 'unauthorized_client'
  | 'captcha_required'
  | 'captcha_invalid'
  | 'invalid_account_or_password'
  | 'user_blocked'
  | 'cannot_unlock'
  | 'account_freeze',
  Case
> {
  return {
    unauthorized_client: () => ({ body: { ...body, client_id: 'stranger' } }),
    captcha_required: () => ({ server: strict, body }),
    captcha_invalid: () => ({ server: strict, body, headers: { 'x-captcha-token': 'noise' } }),
    invalid_account_or_password: () => ({ body: { ...body, password: 'wrong' } }),
    user_blocked: async (world) => ({ body: { ...body, username: (await inState(world, 'BLOCKED')).email } }),
    cannot_unlock: async (world) => ({ body: { ...body, username: (await inState(world, 'FROZEN')).email } }),
    account_freeze: async (world) => ({ body: { ...body, username: (await inState(world, 'CLOSING')).email } }),
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
      ...secondStepSuccess(),
    },
    errors: {
      ...passwordErrors(alice),
      ...secondStepErrors(),
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
          username: 'unknown@example.com',
          verification_token: await verifiedToken('unknown@example.com', 'sign-in'),
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
      ...grantSuccess,
      ...secondStepSuccess({ grant_type: 'password' }),
    },
    errors: {
      ...passwordErrors(byPassword),
      ...grantErrors,
      ...secondStepErrors({ grant_type: 'password' }),
      invalid_grant: () => ({ body: { client_id: 'cli', grant_type: 'refresh_token', refresh_token: 'noise' } }),
      cross_site_request: () => ({
        body: { client_id: 'web', grant_type: 'refresh_token' },
        headers: { cookie: '__Host-magpie_session=noise', 'sec-fetch-site': 'cross-site' },
      }),
    },
  },
  ...codeCases,
  ...phoneCases,
  ...settingsCases,
  ...preferenceCases,
  ...oauthCases,
  ...factorCases,
  ...appPasswordCases,
  me: { success: { 'the profile': ({ alice: { token } }) => ({ token }) }, errors: {} },
};

export const authMatrix: MatrixRows<typeof authContract> = {
  ...codeMatrix,
  ...phoneMatrix,
  ...settingsMatrix,
  ...preferenceMatrix,
  ...oauthMatrix,
  ...factorMatrix,
  ...appPasswordMatrix,
  signIn: forAnyone(({ email }) => ({ body: credentials(email) })),
  token: forAnyone(({ email }) => ({ body: { ...credentials(email), grant_type: 'password' } })),
  me: forPerson(() => ({}), 'own'),
};
