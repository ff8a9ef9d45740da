/**
 * The demo people. Their ids are derived, and the directory is claimed before the account is created: after a crash between the
 * two, the next run completes the state.
 */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { toBase64Url, toHex } from '#worker/platform/crypto.ts';
import { SCOPES } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { DEMO_PURPOSE, directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import type { personPart } from '../person/part.ts';

const demoPerson = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  email: v.pipe(v.string(), v.email(), v.maxLength(100)),
  premium: v.optional(v.boolean(), false),
  operator: v.optional(v.boolean(), false),
});

type DemoPerson = v.InferOutput<typeof demoPerson>;

const PEOPLE: readonly DemoPerson[] = Object.freeze([
  { name: 'Alice', email: 'alice@example.com', premium: false, operator: false },
  { name: 'Bob', email: 'bob@example.com', premium: false, operator: false },
  { name: 'Carla', email: 'carla@example.com', premium: true, operator: false },
  { name: 'Olga', email: 'olga@example.com', premium: false, operator: true },
]);

const seedInput = v.strictObject({
  /** Default: the four of every demo. */
  people: v.optional(v.pipe(v.array(demoPerson), v.maxLength(20))),
  /** New people get a session for their samples. */
  samples: v.optional(v.boolean(), false),
});
/** In whose name samples are stored. */
const SAMPLE_CLIENT = 'cli';
/** Public on purpose: demo mode answers only this machine. */
const PASSWORD = 'magpie-demo';

export interface SeededPerson {
  readonly userId: UserId;
  readonly email: string;
  readonly premium: boolean;
  /** Of a person that this call made, where it was asked for samples. Its session has no device, and who uses the token ends it. */
  readonly accessToken?: string;
}

/** The four sign in by their names too; the name of another one may be anybody's. */
function identifiersOf(demo: DemoPerson): string[] {
  return PEOPLE.includes(demo) ? [demo.email, demo.name] : [demo.email];
}

async function seedPerson(
  parts: AuthParts,
  demo: DemoPerson,
  hash: () => Promise<string>,
  { nowMs, samples }: { readonly nowMs: number; readonly samples: boolean },
): Promise<SeededPerson> {
  const userId = asUserId(`V${toBase64Url(await parts.keyring.mac(DEMO_PURPOSE, demo.email)).slice(0, 25)}`);
  const seeded = { userId, email: demo.email, premium: demo.premium };
  const account = accountOf<typeof corePart & typeof personPart>(parts, userId);
  if (unwrap(await account.person()) !== null) return seeded;
  for (const identifier of identifiersOf(demo)) {
    const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(identifier)));
    const claimed = await parts.directory.getByName(directoryObjectName(digest)).claim(digest, userId);
    // The demo person closed the account, and another person has the address since.
    if (!claimed.ok && claimed.error.name === 'already_exists') return seeded;
    unwrap(claimed);
  }
  const password = await hash();
  const { name, email, premium } = demo;
  unwrap(await account.create({ name, email, premium, phone: '', avatar: '', password, createdMs: nowMs }));
  if (demo.operator) unwrap(await account.setRole('all'));
  if (!samples) return seeded;
  const { sessionId, epoch } = unwrap(await account.openSampleSession(SAMPLE_CLIENT, nowMs));
  const subject = { userId, clientId: SAMPLE_CLIENT, sessionId, epoch };
  return { ...seeded, accessToken: await parts.tokens.signAccess(subject, SCOPES.join(' '), nowMs) };
}

/** @param text  body of the call; '' for the four of every demo @throws AppError invalid_argument */
export function readDemoPeople(text: string): v.InferOutput<typeof seedInput> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), seedInput), text || '{}');
  if (!read.success) throw new AppError('invalid_argument', { message: read.issues[0].message });
  return read.output;
}

export function seedDemo(
  parts: AuthParts,
  nowMs: number,
  {
    people = PEOPLE,
    samples = false,
  }: { readonly people?: readonly DemoPerson[] | undefined; readonly samples?: boolean } = {},
): Promise<readonly SeededPerson[]> {
  let made: Promise<string> | undefined;
  // One hash for all: their password is the same and public, and hashes are most of what the first start computes.
  const hash = () => {
    made ??= parts.passwords.hash(PASSWORD);
    return made;
  };
  return Promise.all(people.map((demo) => seedPerson(parts, demo, hash, { nowMs, samples })));
}
