/** Cases of second factors, with an authenticator app in software. */

import { authContract } from '#shared/auth/contract.ts';
import { totpCode } from '#worker/services/auth/factor/totp.ts';
import { forPerson, type MatrixRows } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { send } from '../send.ts';
import { ok } from '../world.ts';
import { bySudo, NEWCOMERS_PASSWORD, type NewPerson, newcomer, sudoFor } from './newcomer.ts';
import { type PasskeyRows, passkeyCases, passkeyMatrix } from './passkey.cases.ts';

type FactorRows = PasskeyRows &
  Pick<
    typeof authContract,
    'twoFactor' | 'setUpTwoFactor' | 'enableTwoFactor' | 'disableTwoFactor' | 'renewRecoveryCodes'
  >;

const STEP_MS = 30_000;

interface Guarded extends NewPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function setUp({ token }: NewPerson): Promise<{ setup_token: string; secret: string }> {
  return ok(authContract.setUpTwoFactor, { token, body: { sudo_token: await sudoFor({ token }, NEWCOMERS_PASSWORD) } });
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
  const body = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
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
      body: { client_id: 'cli', ...more, username: (await guarded()).email, password: NEWCOMERS_PASSWORD },
    }),
    invalid_two_factor: () => second({ two_factor_code: 'wrong' }),
    invalid_two_factor_recovery: () => second({ recovery_code: 'aaaaa-aaaaa' }),
    too_many_requests: () => second({ recovery_code: 'aaaaa-aaaaa' }, 5),
  };
}

export const factorCases: ContractCases<FactorRows> = {
  twoFactor: {
    success: {
      'that it is off': ({ alice: { token } }) => ({ token }),
      'that it is on': async () => ({ token: (await guarded()).token }),
    },
  },
  setUpTwoFactor: {
    success: {
      'a secret with its picture': async ({ alice }) => ({ body: { sudo_token: await sudoFor(alice) } }),
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
      already_exists: async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD) } };
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
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD), code } };
      },
      'nothing when a recovery code was right': async () => {
        const person = await guarded();
        const recovery_code = person.recoveryCodes[0] ?? '';
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD), recovery_code } };
      },
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ body: { sudo_token: await sudoFor(alice) } }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise', code: '123456' } }),
      failed_precondition: async ({ alice }) => ({ body: { sudo_token: await sudoFor(alice), code: '123456' } }),
      invalid_two_factor: async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD), code: 'wrong' } };
      },
      invalid_two_factor_recovery: async () => {
        const person = await guarded();
        return {
          token: person.token,
          body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD), recovery_code: 'wrong' },
        };
      },
      too_many_requests: async () => {
        const person = await guarded();
        await guessWrong(person, 5);
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD), code: 'wrong' } };
      },
    },
  },
  renewRecoveryCodes: {
    success: {
      'ten new recovery codes': async () => {
        const person = await guarded();
        return { token: person.token, body: { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD) } };
      },
    },
    errors: {
      invalid_argument: ({ alice: { token } }) => ({ token, body: {} }),
      permission_denied: ({ alice: { token } }) => ({ token, body: { sudo_token: 'noise' } }),
      failed_precondition: async ({ alice }) => ({ body: { sudo_token: await sudoFor(alice) } }),
    },
  },
  ...passkeyCases,
};

export const factorMatrix: MatrixRows<FactorRows> = {
  twoFactor: forPerson(() => ({}), 'own'),
  setUpTwoFactor: forPerson(bySudo(), 'permission_denied'),
  enableTwoFactor: forPerson(
    () => ({ body: { setup_token: 'noise', code: '123456' } }),
    'expired_token',
    'expired_token',
  ),
  disableTwoFactor: forPerson(bySudo({ code: '123456' }), 'permission_denied', 'failed_precondition'),
  renewRecoveryCodes: forPerson(bySudo(), 'permission_denied', 'failed_precondition'),
  ...passkeyMatrix,
};
