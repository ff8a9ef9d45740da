/** Cases of passkeys, with an authenticator in software. */
import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import { makeAuthenticator, type SoftAuthenticator } from '#worker/services/auth/authenticator-fixture.ts';
import { forAnyone, forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeServer, ORIGIN } from '../send.ts';
import { objects, ok, type Person, UNKNOWN_ID, type World } from '../world.ts';
import { bySudo, DEMO_PASSWORD, NEWCOMERS_PASSWORD, type NewPerson, newcomer, sudoFor } from './newcomer.ts';

export type PasskeyRows = Pick<
  typeof authContract,
  | 'passkeyOptions'
  | 'addPasskey'
  | 'passkeys'
  | 'renamePasskey'
  | 'removePasskey'
  | 'passkeySignInOptions'
  | 'passkeySignIn'
>;

/** A server whose pages have an address, reached by its name for calls. */
const byAddress = makeServer({
  bindings: { APP_ORIGIN: 'http://127.0.0.1:8787', CONTENT_ORIGIN: 'http://127.0.0.2:8787', API_ORIGINS: ORIGIN },
});

async function challengeFor(person: Pick<Person, 'token'>, password = NEWCOMERS_PASSWORD) {
  const body = { sudo_token: await sudoFor(person, password) };
  return ok(authContract.passkeyOptions, { token: person.token, body });
}

/** Adds a passkey to a person. */
async function makePasskey(
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
  const { device } = await makePasskey(person, NEWCOMERS_PASSWORD);
  await runInDurableObject(objects.accounts.getByName(person.userId), (_account, state) => {
    state.storage.sql.exec('UPDATE account SET status = ?, ends_ms = ?', status, Date.now() + 60_000);
  });
  return signingIn(device);
}

export const passkeyCases: ContractCases<PasskeyRows> = {
  passkeyOptions: {
    success: {
      'what the browser must be asked': async ({ alice }) => ({ body: { sudo_token: await sudoFor(alice) } }),
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
      failed_precondition: async () => {
        const server = byAddress;
        const { email } = await newcomer();
        const login = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
        const { access_token: token } = await ok(authContract.signIn, { body: login, server });
        const shown = { token, body: { password: NEWCOMERS_PASSWORD }, server };
        const { sudo_token } = await ok(authContract.sudo, shown);
        return { token, body: { sudo_token }, server };
      },
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
        await makePasskey(person, NEWCOMERS_PASSWORD);
        return { token: person.token };
      },
    },
  },
  renamePasskey: {
    success: {
      'the passkey with its new name': async () => {
        const person = await newcomer();
        const { id } = await makePasskey(person, NEWCOMERS_PASSWORD);
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
      not_found: async ({ alice }) => ({ params: { id: UNKNOWN_ID }, body: { sudo_token: await sudoFor(alice) } }),
    },
  },
  passkeySignInOptions: {
    success: { 'what the browser must be asked': () => ({ body: { client_id: 'cli' } }) },
    errors: {
      invalid_argument: () => ({ body: {} }),
      unauthorized_client: () => ({ body: { client_id: 'stranger' } }),
      failed_precondition: () => ({ body: { client_id: 'cli' }, server: byAddress }),
    },
  },
  passkeySignIn: {
    success: {
      'tokens for a passkey': async () => signingIn((await makePasskey(await newcomer(), NEWCOMERS_PASSWORD)).device),
    },
    errors: {
      invalid_argument: () => ({ body: { client_id: 'cli', challenge_token: 'noise', credential: 'noise' } }),
      unauthorized_client: () => ({ body: { client_id: 'stranger', challenge_token: 'noise', credential: {} } }),
      invalid_account_or_password: async () => {
        const person = await newcomer();
        const { id, device } = await makePasskey(person, NEWCOMERS_PASSWORD);
        const body = { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD) };
        await ok(authContract.removePasskey, { token: person.token, params: { id }, body });
        return signingIn(device);
      },
      user_blocked: () => signingInAs('BLOCKED'),
      cannot_unlock: () => signingInAs('FROZEN'),
      account_freeze: () => signingInAs('CLOSING'),
    },
  },
};

export const passkeyMatrix: MatrixRows<PasskeyRows> = {
  passkeyOptions: forPerson(bySudo(), 'permission_denied'),
  addPasskey: forPerson(
    () => ({ body: { challenge_token: 'noise', credential: {}, name: 'x' } }),
    'expired_token',
    'expired_token',
  ),
  passkeys: forPerson(() => ({}), 'own'),
  renamePasskey: forPerson(
    async (owner) => ({ params: { id: (await makePasskey(owner)).id }, body: { name: 'Phone' } }),
    'not_found',
  ),
  removePasskey: forPerson(async (owner) => {
    const { id } = await makePasskey(owner);
    return { params: { id }, body: { sudo_token: await sudoFor(owner) } };
  }, 'permission_denied'),
  passkeySignInOptions: forAnyone(() => ({ body: { client_id: 'cli' } })),
  passkeySignIn: forAnyone(
    () => ({ body: { client_id: 'cli', challenge_token: 'noise', credential: {} } }),
    'invalid_account_or_password',
  ),
};
