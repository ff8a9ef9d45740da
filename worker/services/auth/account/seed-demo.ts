/**
 * The demo people. Their ids are derived, and the directory is claimed before the account is created: after a crash between the
 * two, the next run completes the state.
 */

import { unwrap } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { toBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { AuthParts } from '../deps.ts';
import { DEMO_PURPOSE, directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { normaliseIdentifier } from '../session/rules.ts';

interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly premium: boolean;
  readonly operator?: boolean;
}

const PEOPLE: readonly DemoPerson[] = Object.freeze([
  { name: 'Alice', email: 'alice@example.com', premium: false },
  { name: 'Bob', email: 'bob@example.com', premium: false },
  { name: 'Carla', email: 'carla@example.com', premium: true },
  { name: 'Olga', email: 'olga@example.com', premium: false, operator: true },
]);
/** Public on purpose: demo mode answers only this machine. */
const PASSWORD = 'magpie-demo';

export type SeededPerson = { readonly userId: UserId; readonly email: string; readonly premium: boolean };

async function seedPerson(parts: AuthParts, demo: DemoPerson, nowMs: number): Promise<SeededPerson> {
  const userId = asUserId(`V${toBase64Url(await parts.keyring.mac(DEMO_PURPOSE, demo.email)).slice(0, 25)}`);
  const seeded = { userId, email: demo.email, premium: demo.premium };
  const account = parts.accounts.getByName(userId);
  if (unwrap(await account.person()) !== null) return seeded;
  for (const identifier of [demo.email, demo.name]) {
    const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(identifier)));
    const claimed = await parts.directory.getByName(directoryObjectName(digest)).claim(digest, userId);
    // The demo person closed the account, and another person has the address since.
    if (!claimed.ok && claimed.error.name === 'already_exists') return seeded;
    unwrap(claimed);
  }
  const password = await parts.passwords.hash(PASSWORD);
  const { name, email, premium } = demo;
  unwrap(await account.create({ name, email, premium, phone: '', avatar: '', password, createdMs: nowMs }));
  if (demo.operator) unwrap(await account.setRole('operator'));
  return seeded;
}

export function seedDemo(parts: AuthParts, nowMs: number): Promise<readonly SeededPerson[]> {
  return Promise.all(PEOPLE.map((demo) => seedPerson(parts, demo, nowMs)));
}
