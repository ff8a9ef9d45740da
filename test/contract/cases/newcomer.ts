/** People made for one case, and their confirmations by password. */
import { authContract } from '#shared/auth/contract.ts';
import type { Asking } from '../callers.ts';
import { ok, type Person } from '../world.ts';
import { newPerson } from './codes.cases.ts';

export const NEWCOMERS_PASSWORD = 'a password of the test';
export const DEMO_PASSWORD = 'magpie-demo';

export type NewPerson = Pick<Person, 'token'> & { readonly email: string; readonly userId: string };

/** Shows the password once more. */
export async function sudoFor({ token }: Pick<Person, 'token'>, password = DEMO_PASSWORD): Promise<string> {
  return (await ok(authContract.sudo, { token, body: { password } })).sudo_token;
}

/** A person made for one case, signed in. */
export async function newcomer(): Promise<NewPerson> {
  const { email, userId } = await newPerson();
  const body = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
  return { email, userId, token: (await ok(authContract.signIn, { body })).access_token };
}

export const bySudo =
  (more: object = {}): Asking =>
  async (owner) => ({ body: { sudo_token: await sudoFor(owner), ...more } });
