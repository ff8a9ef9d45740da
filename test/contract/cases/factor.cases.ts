/** Cases of second factors and passkeys: an authenticator app and an authenticator, both in software. */
import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import { makeAuthenticator, type SoftAuthenticator } from '#worker/services/auth/authenticator-fixture.ts';
import { totpCode } from '#worker/services/auth/factor/totp.ts';
import type { Case, ContractCases } from '../cases.ts';
import { ORIGIN, send } from '../send.ts';
import { objects, ok, type Person, UNKNOWN_ID, type World } from '../world.ts';
import { newPerson } from './codes.cases.ts';

type FactorRows = Pick<
  typeof authContract,
  | 'twoFactor'
  | 'setUpTwoFactor'
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'renewRecoveryCodes'
  | 'passkeyOptions'
  | 'addPasskey'
  | 'passkeys'
  | 'renamePasskey'
  | 'removePasskey'
  | 'passkeySignInOptions'
  | 'passkeySignIn'
>;

export const NEWCOMERS_PASSWORD = 'a password of the test';
const PASSWORD = NEWCOMERS_PASSWORD;
const DEMO_PASSWORD = 'magpie-demo';
const STEP_MS = 30_000;

type NewPerson = Pick<Person, 'token'> & { readonly email: string; readonly userId: string };

/** Shows the password once more. */
export async function sudoFor({ token }: Pick<Person, 'token'>, password = DEMO_PASSWORD): Promise<string> {
  return (await ok(authContract.sudo, { token, body: { password } })).sudo_token;
}

/** A person made for one case, signed in. */
export async function newcomer(): Promise<NewPerson> {
  const { email, userId } = await newPerson();
  const body = { client_id: 'cli', username: email, password: PASSWORD };
  return { email, userId, token: (await ok(authContract.signIn, { body })).access_token };
}

interface Guarded extends NewPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function setUp({ token }: NewPerson): Promise<{ setup_token: string; secret: string }> {
  return ok(authContract.setUpTwoFactor, { token, body: { sudo_token: await sudoFor({ token }, PASSWORD) } });
}

/** The same with the second factor on. */
async function guarded(): Promise<Guarded> {
  const person = await newcomer();
  const { setup_token, secret } = await setUp(person);
  const body = { setup_token, code: totpCode(secret, Date.now()) };
  const { recovery_codes } = await ok(authContract.enableTwoFactor, { token: person.token, body });
  return { ...person, secret, recoveryCodes: recovery_codes };
}

async function ticketFor({ email }: NewPerson): Promise<string> {
  const body = { client_id: 'cli', username: email, password: PASSWORD };
  const answer = (await (await send(authContract.signIn, { body })).json()) as {
    details: { metadata?: { two_factor_token?: string } }[];
  };
  const token = answer.details.find((entry) => entry.metadata?.two_factor_token)?.metadata?.two_factor_token;
  if (token === undefined) throw new Error(`no second step: ${JSON.stringify(answer)}`);
  return token;
}

async function guessWrong(person: Guarded, times: number): Promise<void> {
  const two_factor_token = await ticketFor(person);
  for (let tries = 0; tries < times; tries += 1)
    await send(authContract.signIn, { body: { client_id: 'cli', two_factor_token, recovery_code: 'aaaaa-aaaaa' } });
}

/** @param more  further fields of the endpoint's body, such as its grant */
export function secondStepSuccess(more: object = {}): Readonly<Record<string, Case>> {
  const second = async (by: (person: Guarded) => object) => {
    const person = await guarded();
    return { body: { client_id: 'cli', ...more, two_factor_token: await ticketFor(person), ...by(person) } };
  };
  return {
    // The code of the present step was used to switch it on.
    'tokens for a second step by code': () =>
      second(({ secret }) => ({ two_factor_code: totpCode(secret, Date.now() + STEP_MS) })),
    'tokens for a second step by recovery code': () =>
      second(({ recoveryCodes }) => ({ recovery_code: recoveryCodes[0] ?? '' })),
  };
}

export function secondStepErrors(
  more: object = {},
): Record<'two_factor_required' | 'invalid_two_factor' | 'invalid_two_factor_recovery' | 'too_many_requests', Case> {
  const second = async (by: object, guesses = 0) => {
    const person = await guarded();
    await guessWrong(person, guesses);
    return { body: { client_id: 'cli', ...more, two_factor_token: await ticketFor(person), ...by } };
  };
  return {
    two_factor_required: async () => ({
      body: { client_id: 'cli', ...more, username: (await guarded()).email, password: PASSWORD },
    }),
    invalid_two_factor: () => second({ two_factor_code: 'wrong' }),
    invalid_two_factor_recovery: () => second({ recovery_code: 'aaaaa-aaaaa' }),
    too_many_requests: () => second({ recovery_code: 'aaaaa-aaaaa' }, 5),
  };
}

async function challengeFor(person: Pick<Person, 'token'>, password = PASSWORD) {
  const body = { sudo_token: await sudoFor(person, password) };
  return ok(authContract.passkeyOptions, { token: person.token, body });
}

/** Adds a passkey to a person. */
export async function makePasskey(
  person: Pick<Person, 'token'>,
  password = DEMO_PASSWORD,
): Promise<{ id: string; device: SoftAuthenticator }> {
  const device = await makeAuthenticator(ORIGIN);
  const { challenge_token, options } = await challengeFor(person, password);
  const credential = await device.create(options);
  const { id } = await ok(authContract.addPasskey, {
    token: person.token,
    body: { challenge_token, credential, name: 'Laptop' },
  });
  return { id, device };
}

async function fillUp({ userId }: NewPerson): Promise<void> {
  await runInDurableObject(objects.accounts.getByName(userId), (_account, state) => {
    for (let number = 0; number < 20; number += 1)
      state.storage.sql.exec(
        `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms)
         VALUES (?, ?, 'x', 'x', 0, '', 0, 0)`,
        `c${number}`,
        `p${number}`,
      );
  });
}

/** A passkey about to be added for a new person. */
async function adding(change: (person: NewPerson, device: SoftAuthenticator) => unknown = () => undefined) {
  const person = await newcomer();
  const device = await makeAuthenticator(ORIGIN);
  const { challenge_token, options } = await challengeFor(person);
  const credential = await device.create(options);
  await change(person, device);
  return { token: person.token, body: { challenge_token, credential, name: 'Laptop' } };
}

async function signingIn(device: SoftAuthenticator, more: object = {}) {
  const { challenge_token, options } = await ok(authContract.passkeySignInOptions, { body: { client_id: 'cli' } });
  return { body: { client_id: 'cli', challenge_token, credential: await device.get(options), ...more } };
}

async function removing({ token }: World['bob']) {
  const { id } = await makePasskey({ token });
  return { token, params: { id }, body: { sudo_token: await sudoFor({ token }) } };
}

/** The passkey of a person whose account has changed its state since. */
async function signingInAs(status: string) {
  const person = await newcomer();
  const { device } = await makePasskey(person, PASSWORD);
  await runInDurableObject(objects.accounts.getByName(person.userId), (_account, state) => {
    state.storage.sql.exec('UPDATE account SET status = ?, ends_ms = ?', status, Date.now() + 60_000);
  });
  return signingIn(device);
}

export const factorCases: ContractCases<FactorRows> = {
  twoFactor: {
    success: {
      'that it is off': ({ alice: { token } }) => ({ token }),
      'that it is on': async () => ({ token: (await guarded()).token }),
    },
    errors: {},
  },
  setUpTwoFactor: {
    success: {
      'a secret with its picture': async ({ alice }) => ({
        token: alice.token,
        body: { sudo_token: await sudoFor(alice) },
      }),
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
      already_exists: async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD) } };
      },
    },
  },
  enableTwoFactor: {
    success: {
      'ten recovery codes': async () => {
        const person = await newcomer();
        const { setup_token, secret } = await setUp(person);
        return { token: person.token, body: { setup_token, code: totpCode(secret, Date.now()) } };
      },
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: { code: '123456' } }),
      invalid_two_factor: async () => {
        const person = await newcomer();
        const { setup_token } = await setUp(person);
        return { token: person.token, body: { setup_token, code: 'wrong' } };
      },
      expired_token: ({ alice: { token } }) => ({ token, body: { setup_token: 'noise', code: '123456' } }),
      already_exists: async () => {
        const person = await newcomer();
        const { setup_token, secret } = await setUp(person);
        const body = { setup_token, code: totpCode(secret, Date.now()) };
        await ok(authContract.enableTwoFactor, { token: person.token, body });
        return { token: person.token, body };
      },
    },
  },
  disableTwoFactor: {
    success: {
      'nothing when a code was right': async () => {
        const person = await guarded();
        const code = totpCode(person.secret, Date.now() + STEP_MS);
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD), code } };
      },
      'nothing when a recovery code was right': async () => {
        const person = await guarded();
        const recovery_code = person.recoveryCodes[0] ?? '';
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD), recovery_code } };
      },
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ token: alice.token, body: { sudo_token: await sudoFor(alice) } }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise', code: '123456' } }),
      failed_precondition: async ({ alice }) => ({
        token: alice.token,
        body: { sudo_token: await sudoFor(alice), code: '123456' },
      }),
      invalid_two_factor: async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD), code: 'wrong' } };
      },
      invalid_two_factor_recovery: async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD), recovery_code: 'wrong' } };
      },
      too_many_requests: async () => {
        const person = await guarded();
        await guessWrong(person, 5);
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD), code: 'wrong' } };
      },
    },
  },
  renewRecoveryCodes: {
    success: {
      'ten new recovery codes': async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, PASSWORD) } };
      },
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
      failed_precondition: async ({ alice }) => ({ token: alice.token, body: { sudo_token: await sudoFor(alice) } }),
    },
  },
  passkeyOptions: {
    success: {
      'what the browser must be asked': async ({ alice }) => ({
        token: alice.token,
        body: { sudo_token: await sudoFor(alice) },
      }),
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
    },
  },
  addPasskey: {
    success: { 'the passkey': () => adding() },
    errors: {
      invalid_argument: async () => {
        const ask = await adding();
        return { ...ask, body: { ...ask.body, credential: { id: 'noise' } } };
      },
      expired_token: ({ alice: { token } }) => ({ token, body: { challenge_token: 'noise', credential: {} } }),
      already_exists: () =>
        adding(async (person, device) => {
          const { challenge_token, options } = await challengeFor(person);
          const credential = await device.create(options);
          await ok(authContract.addPasskey, { token: person.token, body: { challenge_token, credential, name: 'x' } });
        }),
      failed_precondition: () => adding(fillUp),
    },
  },
  passkeys: {
    success: {
      'the list': async () => {
        const person = await newcomer();
        await makePasskey(person, PASSWORD);
        return { token: person.token };
      },
    },
    errors: {},
  },
  renamePasskey: {
    success: {
      'the passkey with its new name': async () => {
        const person = await newcomer();
        const { id } = await makePasskey(person, PASSWORD);
        return { token: person.token, params: { id }, body: { name: 'Phone' } };
      },
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, params: { id: UNKNOWN_ID }, body: { name: ' ' } }),
      not_found: ({ alice: { token } }) => ({ token, params: { id: UNKNOWN_ID }, body: { name: 'Phone' } }),
    },
  },
  removePasskey: {
    success: { 'nothing when it is gone': ({ bob }) => removing(bob) },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, params: { id: UNKNOWN_ID }, body: {} }),
      permission_denied: ({ alice: { token } }) => ({
        token,
        params: { id: UNKNOWN_ID },
        body: { sudo_token: 'noise' },
      }),
      not_found: async ({ alice }) => ({
        token: alice.token,
        params: { id: UNKNOWN_ID },
        body: { sudo_token: await sudoFor(alice) },
      }),
    },
  },
  passkeySignInOptions: {
    success: { 'what the browser must be asked': () => ({ body: { client_id: 'cli' } }) },
    errors: {
      invalid_argument: () => ({ body: {} }),
      unauthorized_client: () => ({ body: { client_id: 'stranger' } }),
    },
  },
  passkeySignIn: {
    success: {
      'tokens for a passkey': async () => signingIn((await makePasskey(await newcomer(), PASSWORD)).device),
    },
    errors: {
      invalid_argument: () => ({ body: { client_id: 'cli', challenge_token: 'noise', credential: 'noise' } }),
      unauthorized_client: () => ({ body: { client_id: 'stranger', challenge_token: 'noise', credential: {} } }),
      invalid_account_or_password: async () => {
        const person = await newcomer();
        const { id, device } = await makePasskey(person, PASSWORD);
        const body = { sudo_token: await sudoFor(person, PASSWORD) };
        await ok(authContract.removePasskey, { token: person.token, params: { id }, body });
        return signingIn(device);
      },
      user_blocked: () => signingInAs('BLOCKED'),
      cannot_unlock: () => signingInAs('FROZEN'),
      account_freeze: () => signingInAs('CLOSING'),
    },
  },
};
