/** People made for one case, and their confirmations by password. */
import { authContract } from '#shared/auth/contract.ts';
import { unwrap } from '#shared/errors.ts';
import { EMPTY_TIMELINE } from '#shared/membership/timeline.ts';
import { DAY_MS } from '#shared/units.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Asking } from '../callers.ts';
import { env } from '../send.ts';
import { objects, ok, type Person } from '../world.ts';
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

/** A premium person of a plan that allows no links. */
export async function newcomerWithoutLinks(): Promise<Person> {
  const person = { ...(await newcomer()), refreshToken: '' };
  const both = await servicesOf(env).membership.plans();
  const plans = { ...both, premium: { ...both.premium, links: 0 } };
  const always = { entryId: 'e', startMs: 0, endMs: Date.now() + DAY_MS, region: 'global' as const };
  const timeline = { ...EMPTY_TIMELINE, premium: [always] };
  unwrap(await objects.drives.getByName(person.userId).setMembership({ version: 1, plans, timeline }));
  return person;
}
