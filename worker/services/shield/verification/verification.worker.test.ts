import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeCall, refusal } from '#worker/platform/call-fixture.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShieldParts, makeShieldService, type ShieldDeps } from '../index.ts';
import { shieldObjectName, VERIFIED_PURPOSE } from '../keys.ts';

const namespace = (env as unknown as { SHIELD: ShieldDeps['shield'] }).SHIELD;

function makeWorld(limits: Partial<ShieldDeps['limits']> = {}) {
  const time = { nowMs: 1_800_000_000_000 };
  const keyring = makeKeyring(newHexId(32));
  const shield = makeShieldService(
    makeShieldParts({
      shield: namespace,
      keyring,
      limits: { captchaPerMinute: 600, verificationsPerHour: 1_000, mailGapSeconds: 60, mailsPerDay: 10, ...limits },
      clock: { nowMs: () => time.nowMs },
    }),
  );
  const codes: string[] = [];
  const call = (more: Partial<CallContext> = {}) =>
    makeCall(time.nowMs, {
      deviceId: '0123456789abcdef0123456789abcdef',
      clientId: 'cli',
      origin: 'https://drive.example.com',
      ...more,
    });
  const open = (
    subject = 'email:a@example.com',
    purpose = 'sign-up',
    callMore: Partial<CallContext> = {},
    isKnownDevice = false,
  ) =>
    shield.openVerification(
      {
        subject,
        purpose,
        isKnownDevice,
        makeEvent: async (code) => {
          codes.push(code);
          return { event: 'test.letter', payload: {} };
        },
      },
      call(callMore),
    );
  return { time, keyring, shield, codes, open, call };
}

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const check = (verificationId: string, code: string) => world.shield.checkCode({ verificationId, code });

async function opened(subject?: string, purpose?: string): Promise<{ id: string; code: string }> {
  const { verificationId: id } = await world.open(subject, purpose);
  return { id, code: world.codes.at(-1) ?? '' };
}

it('a code has six digits and a lifetime of ten minutes', async () => {
  const { verificationId, expiresInSeconds } = await world.open();
  expect(expiresInSeconds).toBe(600);
  expect(verificationId).toMatch(/^[0-9a-f]{34}$/);
  expect(world.codes).toEqual([expect.stringMatching(/^\d{6}$/)]);
});

it('a code gives a token for its address and purpose, once', async () => {
  const { id, code } = await opened();
  const { verificationToken, expiresInSeconds } = await check(id, code);
  expect(expiresInSeconds).toBe(900);
  const read = await world.shield.readVerified({
    token: verificationToken,
    subject: 'email:a@example.com',
    purposes: ['sign-in', 'sign-up'],
  });
  expect(read).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), untilMs: world.time.nowMs + 900_000 });
  expect(await refusal(check(id, code))).toBe('expired_verification_code');
});

it('a code expires after ten minutes', async () => {
  const { id, code } = await opened();
  world.time.nowMs += 600_000;
  expect(await refusal(check(id, code))).toBe('expired_verification_code');
});

it('a code opens no other verification of the same address', async () => {
  const first = await opened();
  world.time.nowMs += 60_000;
  const second = await opened();
  if (first.code !== second.code) expect(await refusal(check(second.id, first.code))).toBe('invalid_verification_code');
  expect(await refusal(check(second.id, second.code))).toBe('no refusal');
  expect(await refusal(check(first.id, first.code))).toBe('no refusal');
});

it('a code: five wrong codes end a verification, and the right one is then refused too', async () => {
  const { id, code } = await opened();
  for (let i = 0; i < 5; i++) expect(await refusal(check(id, wrongOf(code)))).toBe('invalid_verification_code');
  expect(await refusal(check(id, code))).toBe('expired_verification_code');
});

it('a verification survives four wrong codes and any number of texts that cannot be a code', async () => {
  const { id, code } = await opened();
  for (let i = 0; i < 4; i++) await refusal(check(id, wrongOf(code)));
  for (const slip of ['', '12345', 'abcdef', '1234567'])
    expect(await refusal(check(id, slip))).toBe('invalid_verification_code');
  expect(await refusal(check(id, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe('no refusal');
});

it('a code: 300 parallel guesses compare five codes at most', async () => {
  const { id, code } = await opened();
  const guesses = Array.from({ length: 300 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'));
  const outcomes = await Promise.all(guesses.map((guess) => refusal(check(id, guess))));
  expect(outcomes.filter((outcome) => outcome === 'invalid_verification_code')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'expired_verification_code')).toHaveLength(295);
  expect(await refusal(check(id, code))).toBe('expired_verification_code');
});

it('a right code sent 100 times at once gives one token', async () => {
  const { id, code } = await opened();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => refusal(check(id, code))));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
});

it.each(['', 'noise', 'f'.repeat(34), '../../x'])('a code of an unknown verification (%j) is refused', async (id) => {
  expect(await refusal(check(id, '123456'))).toBe('expired_verification_code');
});

it('neither code nor address is in storage', async () => {
  const { id, code } = await opened('email:hidden@example.com');
  const rows = await runInDurableObject(namespace.getByName(shieldObjectName(id)), (_object, state) =>
    JSON.stringify([
      state.storage.sql.exec('SELECT * FROM verifications WHERE id = ?', id).toArray(),
      state.storage.sql.exec('SELECT * FROM mailings').toArray(),
    ]),
  );
  expect(rows).toContain(id);
  expect(rows).not.toContain('hidden');
  expect(rows).not.toContain(`"${code}"`);
});

describe('a verification token', () => {
  const subject = 'email:a@example.com';
  let token: string;
  beforeEach(async () => {
    const { id, code } = await opened(subject, 'reset');
    token = (await check(id, code)).verificationToken;
  });
  const read = (more: Partial<{ token: string; subject: string; purposes: string[] }> = {}) =>
    refusal(world.shield.readVerified({ token, subject, purposes: ['reset'], ...more }));

  it('a verification token opens its own address and purpose', async () => {
    expect(await read()).toBe('no refusal');
  });

  it.each([
    ['another address', { subject: 'email:b@example.com' }],
    ['another purpose', { purposes: ['sign-up', 'sign-in'] }],
    ['no purpose', { purposes: [] }],
    ['noise', { token: 'noise' }],
    ['nothing', { token: '' }],
  ])('a verification token with %s is refused', async (_what, more) => {
    expect(await read(more)).toBe('invalid_verification_code');
  });

  it('a verification token cannot be changed, nor made with the key of another purpose', async () => {
    const [body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as object;
    const other = btoa(JSON.stringify({ ...claims, purpose: 'sign-in' })).replaceAll('=', '');
    expect(await read({ token: `${other}.${signature}`, purposes: ['sign-in'] })).toBe('invalid_verification_code');
    expect(await read({ token: await world.keyring.sign('shield.captcha', claims) })).toBe('invalid_verification_code');
    expect(await read({ token: await world.keyring.sign(VERIFIED_PURPOSE, claims) })).toBe('no refusal');
  });

  it('a verification token expires after 15 minutes', async () => {
    world.time.nowMs += 899_000;
    expect(await read()).toBe('no refusal');
    world.time.nowMs += 1_000;
    expect(await read()).toBe('expired_verification_code');
  });
});

const waitOf = async (work: Promise<unknown>) => {
  const error = (await work.catch((caught: unknown) => caught)) as AppError;
  return [error.errorName, error.detail?.retryInSeconds];
};

it('an address gets one code a minute, and a refusal returns the time to wait', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(world.open())));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'verification_rate_limited')).toHaveLength(49);
  world.time.nowMs += 20_000;
  expect(await waitOf(world.open())).toEqual(['verification_rate_limited', 40]);
  expect(await refusal(world.open('email:b@example.com'))).toBe('no refusal');
  world.time.nowMs += 40_000;
  expect(await refusal(world.open())).toBe('no refusal');
});

/** Requests codes until one is refused, a minute apart, each from another address and device. @returns how many were sent */
async function exhaust(purpose: string, isKnownDevice = false): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    const caller = { address: `203.0.113.${sent}`, deviceId: newHexId() };
    if ((await refusal(world.open(undefined, purpose, caller, isKnownDevice))) !== 'no refusal') return sent;
    world.time.nowMs += 60_000;
  }
}

it('an address gets seven codes a day for strangers, and ten for known devices of its account', async () => {
  expect(await exhaust('sign-up')).toBe(7);
  expect(await waitOf(world.open())).toEqual(['verification_rate_limited', 86_400 - 420]);
  expect(await exhaust('sign-in', true)).toBe(3);
  // The first four of the ten are a day old.
  world.time.nowMs += (86_400 - 600 + 180) * 1_000;
  expect(await refusal(world.open())).toBe('no refusal');
  expect(await refusal(world.open())).toBe('verification_rate_limited');
});

it('codes for a reset and codes for other purposes have separate budgets', async () => {
  expect(await exhaust('sign-in', true)).toBe(10);
  expect(await exhaust('reset')).toBe(7);
  expect(await exhaust('reset', true)).toBe(3);
  expect(await exhaust('sign-in', true)).toBe(0);
});

it('codes to a phone number count in the same way', async () => {
  const open = (purpose: string) => refusal(world.open('phone:+14155552671', purpose));
  for (let sent = 0; sent < 7; sent += 1) {
    expect(await open('sign-up')).toBe('no refusal');
    world.time.nowMs += 60_000;
  }
  expect([await open('sign-up'), await open('reset')]).toEqual(['verification_rate_limited', 'no refusal']);
});

it('one caller is limited over all addresses, by network address and by device', async () => {
  world = makeWorld({ verificationsPerHour: 3 });
  for (let i = 0; i < 3; i++) await world.open(`email:${i}@example.com`);
  expect(await waitOf(world.open('email:x@example.com', 'sign-up', { deviceId: '' }))).toEqual([
    'verification_rate_limited',
    3_600,
  ]);
  expect(await refusal(world.open('email:x@example.com', 'sign-up', { address: '198.51.100.1' }))).toBe(
    'verification_rate_limited',
  );
  expect(
    await refusal(world.open('email:x@example.com', 'sign-up', { address: '198.51.100.2', deviceId: newHexId() })),
  ).toBe('no refusal');
});

it('the alarm deletes expired verifications and mailings', async () => {
  const { id } = await opened();
  const stub = namespace.getByName(shieldObjectName(id));
  await runInDurableObject(stub, (_object, state) => {
    for (const table of ['verifications', 'mailings', 'budgets'])
      state.storage.sql.exec(`UPDATE ${table} SET until_ms = 1`);
  });
  await runAlarm(stub);
  const left = await runInDurableObject(stub, (_object, state) =>
    ['verifications', 'mailings'].map((table) => state.storage.sql.exec(`SELECT 1 FROM ${table}`).toArray().length),
  );
  expect(left).toEqual([0, 0]);
});
