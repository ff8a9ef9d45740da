/** Cases of app passwords. Their use: test/contract/programs.worker.test.ts. */
import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import { forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { objects, ok, type Person, UNKNOWN_ID } from '../world.ts';
import { bySudo, DEMO_PASSWORD, NEWCOMERS_PASSWORD, newcomer, sudoFor } from './newcomer.ts';

export type AppPasswordRows = Pick<typeof authContract, 'appPasswords' | 'makeAppPassword' | 'endAppPassword'>;

export const BASIC_PASSWORD = { name: 'File manager', scope: 'write' as const, folder_id: '', ends_in_days: 0 };

/** Makes an app password. */
export async function appPasswordOf(
  person: Pick<Person, 'token'>,
  more: Partial<{ name: string; scope: 'read' | 'write'; folder_id: string; ends_in_days: number }> = {},
  password = DEMO_PASSWORD,
): Promise<{ id: string; password: string }> {
  const body = { sudo_token: await sudoFor(person, password), ...BASIC_PASSWORD, ...more };
  const made = await ok(authContract.makeAppPassword, { token: person.token, body });
  return { id: made.app_password.id, password: made.password };
}

async function fillUp(userId: string): Promise<void> {
  await runInDurableObject(objects.accounts.getByName(userId), (_account, state) => {
    for (let number = 0; number < 50; number += 1)
      state.storage.sql.exec(
        `INSERT INTO app_passwords (id, hash, name, scope, folder_id, epoch, created_ms, ends_ms, used_ms, used_by, used_from)
         VALUES (?, 'x', 'x', 'read', '', 1, 0, 0, 0, '', '')`,
        `p${number}`,
      );
  });
}

const asking = async (person: Pick<Person, 'token'>, more: object = {}, password = DEMO_PASSWORD) => ({
  token: person.token,
  body: { sudo_token: await sudoFor(person, password), ...BASIC_PASSWORD, ...more },
});

export const appPasswordCases: ContractCases<AppPasswordRows> = {
  appPasswords: {
    success: {
      'the list': async () => {
        const person = await newcomer();
        await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
        return { token: person.token };
      },
    },
  },
  makeAppPassword: {
    success: {
      'a password for the whole drive': ({ bob }) => asking(bob),
      'a password that only reads one folder, for a year': ({ bob }) =>
        asking(bob, { scope: 'read', folder_id: UNKNOWN_ID, ends_in_days: 365 }),
    },
    errors: {
      invalid_argument: ({ bob }) => asking(bob, { name: ' ' }),
      permission_denied: ({ bob: { token } }) => ({ token, body: { sudo_token: 'noise', ...BASIC_PASSWORD } }),
      failed_precondition: async () => {
        const person = await newcomer();
        await fillUp(person.userId);
        return asking(person, {}, NEWCOMERS_PASSWORD);
      },
    },
  },
  endAppPassword: {
    success: {
      'nothing when it has ended': async ({ bob }) => ({
        token: bob.token,
        params: { id: (await appPasswordOf(bob)).id },
      }),
    },
    errors: { not_found: ({ alice: { token } }) => ({ token, params: { id: UNKNOWN_ID } }) },
  },
};

export const appPasswordMatrix: MatrixRows<AppPasswordRows> = {
  appPasswords: forPerson(() => ({}), 'own'),
  makeAppPassword: forPerson(bySudo(BASIC_PASSWORD), 'permission_denied'),
  endAppPassword: forPerson(async (owner) => ({ params: { id: (await appPasswordOf(owner)).id } }), 'not_found'),
};
