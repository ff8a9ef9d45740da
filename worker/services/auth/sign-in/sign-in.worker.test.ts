import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { refusal } from '#worker/platform/call-fixture.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { DEVICE, makeWorld, PASSWORD, type TestWorld } from '../auth-fixture.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { makePasswords, UNKNOWN_USER_HASH } from '../password/password.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld();
});

const wrong = (username = 'alice@example.com') => refusal(world.signIn({ username, password: 'wrong' }));

it.each(['alice@example.com', ' ALICE@Example.com ', 'alice', 'Alice'])(
  'sign-in accepts %s and the password',
  async (username) => {
    const { tokens, setCookie } = await world.signIn({ username });
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 7_200,
      sub: tokens.user_id,
      scope: 'user pan offline',
    });
    expect(setCookie).toContain(tokens.refresh_token);
    expect(await world.bearer(tokens.access_token)).toMatchObject({ userId: tokens.sub, clientId: 'cli', epoch: 1 });
  },
);

it('sign-in answers the same to a wrong password and an unknown person, at the same cost', async () => {
  const seen: unknown[] = [];
  for (const username of ['alice@example.com', 'nobody@example.com', '+8613812345678', 'nobody']) {
    Object.assign(world.spent, { argon2: 0, objectCalls: 0 });
    const error = await world.signIn({ username, password: 'wrong' }).catch((caught: unknown) => caught as AppError);
    expect(error).toBeInstanceOf(AppError);
    const { errorName, detail, message } = error as AppError;
    seen.push({ errorName, detail, message, ...world.spent });
  }
  expect(seen[0]).toEqual({
    errorName: 'invalid_account_or_password',
    detail: undefined,
    message: 'invalid_account_or_password',
    argon2: 1,
    objectCalls: 3,
  });
  expect(new Set(seen.map((entry) => JSON.stringify(entry))).size).toBe(1);
});

it('sign-in costs one Argon2id and three object calls', async () => {
  await world.signIn();
  expect(world.spent).toEqual({ argon2: 1, objectCalls: 3 });
});

it.each([
  ['', 'invalid_argument'],
  ['stranger', 'unauthorized_client'],
])('sign-in with client id "%s" is refused as %s before any look-up', async (clientId, name) => {
  expect(await refusal(world.signIn({ clientId }))).toBe(name);
  expect(world.spent).toEqual({ argon2: 0, objectCalls: 0 });
});

it('sign-in refuses a blocked person with the right password, and reveals nothing to a guesser', async () => {
  const { tokens } = await world.signIn();
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec("UPDATE account SET status = 'BLOCKED'");
  });
  expect(await refusal(world.signIn())).toBe('user_blocked');
  expect(await wrong()).toBe('invalid_account_or_password');
});

it('sign-in renews the hash of a password stored with older parameters', async () => {
  const older = await makeWorld({}, { isOutdated: () => true });
  const { tokens } = await older.signIn();
  const account = older.accounts.getByName(tokens.sub);
  const stored = () =>
    runInDurableObject(account, (_object, state) =>
      String(state.storage.sql.exec('SELECT password FROM account').one()['password']),
    );
  const before = await stored();
  await older.signIn();
  expect(await stored()).not.toBe(before);
  await older.signIn();
  const passwords = makePasswords(world.keyring);
  expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=1,p=1$aaaa$bbbb')).toBe(true);
  expect(passwords.isOutdated(before)).toBe(false);
});

describe('guessing', () => {
  it('guessing ends in captcha_required after the limit, for right passwords and unknown people too', async () => {
    for (const username of ['bob@example.com', 'nobody@example.com']) {
      for (let i = 0; i < 10; i++) expect(await wrong(username)).toBe('invalid_account_or_password');
      expect(await wrong(username)).toBe('captcha_required');
    }
    expect(await refusal(world.signIn({ username: 'bob' }))).toBe('captcha_required');
    expect(await refusal(world.signIn())).toBe('no refusal');
  });

  it.each(['alice@example.com', 'nobody@example.com'])(
    '300 parallel guesses at %s check no more passwords than the limit',
    async (username) => {
      const outcomes = await Promise.all(Array.from({ length: 300 }, () => wrong(username)));
      expect(world.spent.argon2).toBe(10);
      expect(outcomes.filter((outcome) => outcome === 'invalid_account_or_password')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === 'captcha_required')).toHaveLength(290);
    },
  );

  it('many honest sign-ins at once are not refused', async () => {
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => refusal(world.signIn())));
    expect(new Set(outcomes)).toEqual(new Set(['no refusal']));
  });

  it('a right password and the end of the window reset the count of guesses', async () => {
    for (let i = 0; i < 9; i++) await wrong();
    await world.signIn();
    for (let i = 0; i < 10; i++) expect(await wrong()).toBe('invalid_account_or_password');
    expect(await wrong()).toBe('captcha_required');
    world.time.nowMs += 900_000;
    expect(await wrong()).toBe('invalid_account_or_password');
  });

  describe('past the limit', () => {
    beforeEach(async () => {
      for (let i = 0; i < 10; i++) await wrong();
      Object.assign(world.spent, { argon2: 0, objectCalls: 0 });
    });

    it('past the limit each captcha token allows one try', async () => {
      const captchaToken = await world.captcha();
      expect(await refusal(world.signIn({ captchaToken }))).toBe('no refusal');
    });

    it('past the limit one captcha token used 300 times at once checks one password', async () => {
      const captchaToken = await world.captcha();
      const outcomes = await Promise.all(
        Array.from({ length: 300 }, () => refusal(world.signIn({ captchaToken, password: 'wrong' }))),
      );
      expect(world.spent.argon2).toBe(1);
      expect(outcomes.filter((outcome) => outcome === 'invalid_account_or_password')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'captcha_invalid')).toHaveLength(299);
    });

    it('past the limit captcha tokens of another action or device are refused', async () => {
      expect(await refusal(world.signIn({ captchaToken: await world.captcha('GET:/drive/v1/files') }))).toBe(
        'captcha_invalid',
      );
      expect(await refusal(world.signIn({ captchaToken: await world.captcha() }, { deviceId: 'f'.repeat(32) }))).toBe(
        'captcha_invalid',
      );
      expect(world.spent.argon2).toBe(0);
    });
  });
});

it('the demo people are the same after seeding twice, and only carla is meant to be premium', async () => {
  const first = await world.auth.seedDemo(world.time.nowMs);
  const second = await world.auth.seedDemo(world.time.nowMs + 1_000);
  expect(second).toEqual(first);
  expect(first.map(({ email, premium }) => [email, premium])).toEqual([
    ['alice@example.com', false],
    ['bob@example.com', false],
    ['carla@example.com', true],
    ['olga@example.com', false],
  ]);
  expect(world.spent.argon2).toBe(0);
});

it('seeding completes a demo person whose account a crash left out', async () => {
  const [alice] = await world.auth.seedDemo(world.time.nowMs);
  if (!alice) throw new Error('no alice');
  await runInDurableObject(world.accounts.getByName(alice.userId), (_object, state) => {
    state.storage.sql.exec('DELETE FROM account');
  });
  expect(await refusal(world.signIn())).toBe('invalid_account_or_password');
  await world.auth.seedDemo(world.time.nowMs);
  expect((await world.signIn()).tokens.sub).toBe(alice.userId);
});

it('a public person shows a masked name, and nothing for an unknown user', async () => {
  const [alice] = await world.auth.seedDemo(world.time.nowMs);
  if (!alice) throw new Error('no alice');
  expect(await world.auth.publicPerson(alice.userId)).toEqual({
    userId: alice.userId,
    nickname: 'Al**e',
    avatar: '',
  });
  const unknown = `V${'x'.repeat(25)}` as typeof alice.userId;
  expect(await world.auth.publicPerson(unknown)).toEqual({ userId: unknown, nickname: '', avatar: '' });
  const tables = await runInDurableObject(
    world.accounts.getByName(unknown),
    (_object, state) => state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = '_self'").toArray().length,
  );
  expect(tables).toBe(0);
});

it('the directory gives an identifier to one of 300 people who claim it at once, and repeats its answer to that one', async () => {
  const digest = toHex(await world.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier('new@example.com')));
  const shard = world.directory.getByName(directoryObjectName(digest));
  const claims = await Promise.all(Array.from({ length: 300 }, (_, i) => shard.claim(digest, `user-${i}`)));
  const won = claims.filter((claim) => claim.ok);
  expect(won).toHaveLength(1);
  const { userId } = won[0]?.value ?? { userId: '' };
  expect(await shard.lookup(digest)).toEqual({ ok: true, value: { userId } });
  expect((await shard.claim(digest, userId)).ok).toBe(true);
});

describe('passwords', () => {
  let passwords: ReturnType<typeof makePasswords>;
  beforeEach(() => {
    passwords = makePasswords(world.keyring);
  });

  it('passwords are verified whole, in any script and length', async () => {
    const phc = await passwords.hash(`pässwörd-\u{1f426}-${'x'.repeat(900)}`);
    expect(await passwords.verify(phc, `pässwörd-\u{1f426}-${'x'.repeat(900)}`)).toBe(true);
    expect(await passwords.verify(phc, `pässwörd-\u{1f426}-${'x'.repeat(899)}y`)).toBe(false);
  });

  it('passwords have their own salts, and the key of the installation', async () => {
    const [one, two] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(one).not.toBe(two);
    const elsewhere = await makeWorld();
    expect(await makePasswords(elsewhere.keyring).verify(one, PASSWORD)).toBe(false);
  });

  it('the hash for unknown users is checked and never right', async () => {
    expect(await passwords.verify(UNKNOWN_USER_HASH, '')).toBe(false);
    expect(await passwords.verify(UNKNOWN_USER_HASH, PASSWORD)).toBe(false);
  });

  it('a damaged password hash is an error and not a refusal', async () => {
    await expect(passwords.verify('$argon2id$v=19$damaged', PASSWORD)).rejects.toThrow('unreadable');
  });
});

it('the device of a sign-in is stored with its session', async () => {
  const { tokens } = await world.signIn();
  const rows = await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) =>
    state.storage.sql.exec('SELECT device_id, client_id FROM families').toArray(),
  );
  expect(rows).toEqual([{ device_id: DEVICE, client_id: 'cli' }]);
});
