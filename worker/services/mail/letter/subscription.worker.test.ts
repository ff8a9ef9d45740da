import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { LETTER_KINDS } from '#shared/mail/letter-kinds.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { MailParts } from '../deps.ts';
import type { Mail } from '../driver/ports.ts';
import { messageOf } from '../driver/smtp.ts';
import { type Letter, type MailDeps, type MailService, makeMailParts, makeMailService } from '../index.ts';
import { letterLogName, UNSUBSCRIBE_PURPOSE } from '../keys.ts';
import { readPlainLook } from '../mail-fixture.ts';
import { takeReport } from '../sending/feedback.ts';
import { subscriberOf } from './subscription.ts';

const bindings = env as unknown as {
  MAILBOX: MailDeps['mailboxes'];
  SUBSCRIPTION: MailDeps['subscriptions'];
  LETTER_LOG: MailDeps['letterLogs'];
  SECRET_ROOT: string;
};
const NOW_MS = 1_800_000_000_000;
const ORIGIN = 'https://drive.example.com';

function partsWith(secret = bindings.SECRET_ROOT): MailParts {
  return makeMailParts({
    driver: 'capture',
    from: 'Magpie <mail@example.com>',
    mailboxes: bindings.MAILBOX,
    subscriptions: bindings.SUBSCRIPTION,
    letterLogs: bindings.LETTER_LOG,
    limits: { lettersPerDay: 12 },
    feedbackToken: '',
    email: undefined,
    smtp: { host: '', port: 465, secure: 'tls', user: '', password: '', network: undefined },
    sms: { driver: 'capture', url: '', token: '', from: '', demo: true },
    keyring: makeKeyring(secret),
    clock: { nowMs: () => NOW_MS },
    readLook: readPlainLook,
    readLetterTexts: async () => ({ letters: [] }),
    appOrigin: ORIGIN,
  });
}
const parts = partsWith();
const mail = makeMailService(parts);
const freshAddress = () => `Someone-${newHexId(6)}@example.com`;

async function seal(kind: Letter['kind'], to: string, more: Partial<Letter> = {}): Promise<string> {
  const code = kind.endsWith('-code') ? '123456' : '';
  const letter: Letter = { kind, to, locale: 'ja', code, writtenMs: NOW_MS, untilMs: NOW_MS + 1, ...more };
  return String((await mail.prepare(letter)).payload['sealed']);
}
const deliver = (sealed: string, id: string, where: MailService = mail) => where.deliver({ id, sealed });

async function write(kind: Letter['kind'], to: string, where = mail) {
  await deliver(await seal(kind, to), newHexId(), where);
  return where.captured(to);
}

async function linkOf(to: string): Promise<string> {
  const [mail] = await write('welcome', to);
  return /\?d=([\w-]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
  );

it('a tips letter has an unsubscribe link for mail programs and people, without the address', async () => {
  const to = freshAddress();
  const [mail] = await write('welcome', to);
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/drive\.example\.com\/mail\/v1\/unsubscribe\?d=[\w-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.text).toMatch(/https:\/\/drive\.example\.com\/ja\/unsubscribe\?d=[\w-]+\n/);
  expect(mail?.html).toContain('/ja/unsubscribe?d=');
  expect(JSON.stringify(mail?.headers)).not.toContain('omeone');
});

it('the unsubscribe headers pass a relay, each on a line of its own', async () => {
  const [mail] = await write('welcome', freshAddress());
  const message = messageOf(
    { id: 'i', to: 'a@b.co', subject: 's', text: 't', html: 'h', sentMs: NOW_MS, headers: mail?.headers ?? {} },
    { name: 'Magpie', email: 'mail@example.com' },
  );
  expect(message).toMatch(
    /\r\nList-Unsubscribe:\r\n <https:[^\r\n]+>\r\nList-Unsubscribe-Post:\r\n List-Unsubscribe=One-Click\r\n/,
  );
  const smuggled = { 'X-A': 'b\r\nBcc: c@d.co' };
  expect(() =>
    messageOf(
      { id: 'i', to: 'a@b.co', subject: 's', text: 't', html: 'h', sentMs: NOW_MS, headers: smuggled },
      {
        name: '',
        email: 'a@b.co',
      },
    ),
  ).toThrow('X-A');
});

it('a tips letter is not sent after unsubscribing and sent again after subscribing; security letters are always sent', async () => {
  const to = freshAddress();
  const d = await linkOf(to);
  await mail.subscribe(d, false);
  // The same mailbox, however it is written.
  expect(await write('welcome', to.toUpperCase())).toHaveLength(1);
  expect(await write('password-changed', to)).toHaveLength(2);
  await mail.subscribe(d, true);
  expect(await write('welcome', to)).toHaveLength(3);
});

it('following an unsubscribe link changes nothing and creates no storage', async () => {
  const d = await linkOf(freshAddress());
  const answers = await Promise.all(Array.from({ length: 20 }, () => mail.subscription(d)));
  expect(new Set(answers.map(({ subscribed }) => subscribed))).toEqual(new Set([true]));
  expect(answers[0]).toEqual({ email: 'S•••@example.com', scope: 'tips', subscribed: true });
  const text = await makeKeyring(bindings.SECRET_ROOT).open(UNSUBSCRIBE_PURPOSE, d);
  const { subscriber } = JSON.parse(text ?? '') as { subscriber: string };
  const tables = await runInDurableObject(bindings.SUBSCRIPTION.getByName(subscriber), (_object, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'stopped'").toArray(),
  );
  expect(tables).toEqual([]);
});

it('posting an unsubscribe link stops the topic once and stores neither address nor device', async () => {
  const to = freshAddress();
  const d = await linkOf(to);
  const answers = await Promise.all(Array.from({ length: 10 }, () => mail.subscribe(d, false)));
  expect(answers.every(({ subscribed }) => !subscribed)).toBe(true);
  const { subscriber } = JSON.parse((await makeKeyring(bindings.SECRET_ROOT).open(UNSUBSCRIBE_PURPOSE, d)) ?? '') as {
    subscriber: string;
  };
  const rows = await runInDurableObject(bindings.SUBSCRIPTION.getByName(subscriber), (_object, state) => [
    ...state.storage.sql.exec('SELECT * FROM stopped').toArray(),
    ...state.storage.sql.exec('SELECT name FROM _self').toArray(),
  ]);
  expect(rows).toEqual([{ scene: 'tips', since_ms: expect.any(Number) }, { name: subscriber }]);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(to.split('@')[0]?.toLowerCase());
});

it('an unsubscribe link is valid for its own address alone', async () => {
  const [mine, other] = [await linkOf(freshAddress()), await linkOf(freshAddress())];
  await mail.subscribe(mine, false);
  expect((await mail.subscription(other)).subscribed).toBe(true);
});

const forged: readonly [string, (d: string) => string | Promise<string>][] = [
  ['nothing', () => ''],
  ['noise', () => 'noise'],
  ['one letter more', (d) => `${d}A`],
  ['one letter less', (d) => d.slice(0, -1)],
  ['its first letter changed', (d) => (d.startsWith('A') ? 'B' : 'A') + d.slice(1)],
  ['its last letter changed', (d) => d.slice(0, -3) + (d.endsWith('AAA') ? 'BBB' : 'AAA')],
  ['two links joined', (d) => d + d],
  ['a thousand letters', () => 'A'.repeat(1_001)],
  [
    'another key',
    () => makeKeyring(newHexId(32)).seal(UNSUBSCRIBE_PURPOSE, '{"subscriber":"x","scene":"tips","email":""}'),
  ],
  [
    'a seal of another purpose',
    () => makeKeyring(bindings.SECRET_ROOT).seal('mail.letter', '{"subscriber":"x","scene":"tips","email":""}'),
  ],
  [
    'a scene that is none',
    () => makeKeyring(bindings.SECRET_ROOT).seal(UNSUBSCRIBE_PURPOSE, '{"subscriber":"x","scene":"codes","email":""}'),
  ],
];
it.each(forged)('an unsubscribe link is refused with %s', async (_what, make) => {
  const d = await make(await linkOf(freshAddress()));
  expect([await refusal(mail.subscription(d)), await refusal(mail.subscribe(d, false))]).toEqual([
    'invalid_argument',
    'invalid_argument',
  ]);
});

/** Runs work in the log of an address, whose clock is so much ahead. */
async function inLog<T>(to: string, aheadMs: number, work: (name: string) => Promise<T>): Promise<T> {
  const name = letterLogName(await subscriberOf(parts, to));
  const set = (clock: { nowMs(): number }) =>
    runInDurableObject(bindings.LETTER_LOG.getByName(name), (object) => void Object.assign(object, { clock }));
  await set({ nowMs: () => Date.now() + aheadMs });
  try {
    return await work(name);
  } finally {
    await set({ nowMs: () => Date.now() });
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Hours that hold the next hour and end after it. */
function quietNow() {
  const minute = Math.floor(Date.now() / MINUTE_MS) % 1_440;
  return { fromMinute: (minute + 1_435) % 1_440, toMinute: (minute + 60) % 1_440, zone: 'UTC' };
}

it('quiet hours hold letters that can wait until they end, and send each once', async () => {
  const to = freshAddress();
  await mail.saveChoices(to, { topics: {}, quiet: quietNow() });
  const id = newHexId();
  const sealed = await seal('welcome', to);
  await deliver(sealed, id);
  await deliver(sealed, id);
  expect(await mail.captured(to)).toEqual([]);
  expect(await write('password-changed', to)).toHaveLength(1);
  expect(await write('sign-in-code', to)).toHaveLength(2);
  expect(await write('receipt', to)).toHaveLength(3);
  await inLog(to, 2 * HOUR_MS, async (name) => {
    await runAlarm(bindings.LETTER_LOG.getByName(name));
    await runAlarm(bindings.LETTER_LOG.getByName(name));
    await expect.poll(() => mail.captured(to)).toHaveLength(4);
  });
  await deliver(sealed, id);
  expect(await mail.captured(to)).toHaveLength(4);
});

it('a letter that was held is not sent when its category was switched off before it is sent', async () => {
  const to = freshAddress();
  await mail.saveChoices(to, { topics: {}, quiet: quietNow() });
  await write('invited', to);
  await mail.saveChoices(to, { topics: { sharing: false }, quiet: null });
  await inLog(to, 2 * HOUR_MS, async (name) => {
    const log = bindings.LETTER_LOG.getByName(name);
    await runAlarm(log);
    await runAlarm(log);
    const held = await runInDurableObject(log, (_object, state) =>
      state.storage.sql.exec("SELECT 1 FROM letters WHERE state = 'held'").toArray(),
    );
    expect(held).toEqual([]);
  });
  expect(await mail.captured(to)).toEqual([]);
});

it('an address gets twelve letters that can wait in a day, and every other one', async () => {
  const to = freshAddress();
  for (let sent = 0; sent < 15; sent += 1) await write('invited', to);
  expect(await mail.captured(to)).toHaveLength(12);
  expect(await write('plan-ends', to)).toHaveLength(13);
  expect(await write('receipt', to)).toHaveLength(14);
  expect(await write('sign-in-code', to)).toHaveLength(15);
  await inLog(to, 25 * HOUR_MS, () => write('invited', to));
  expect(await mail.captured(to)).toHaveLength(16);
});

it('an address gets three links of other persons in a day, and they take the place of no other letter', async () => {
  const to = freshAddress();
  for (let sent = 0; sent < 5; sent += 1) await write('link-sent', to);
  expect(await mail.captured(to)).toHaveLength(3);
  for (let sent = 0; sent < 13; sent += 1) await write('invited', to);
  expect(await mail.captured(to)).toHaveLength(15);
  await inLog(to, 25 * HOUR_MS, () => write('link-sent', to));
  expect(await mail.captured(to)).toHaveLength(16);
});

/** A driver whose mails are counted, and the end of each. */
function driver(end: () => Promise<void>) {
  const taken: Mail[] = [];
  const mailer = {
    async send(sent: Mail, handOver: () => Promise<void>) {
      await handOver();
      taken.push(sent);
      await end();
    },
  };
  return { taken, where: makeMailService({ ...parts, mailer }) };
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    () => 'again',
  );

it('a letter whose answer was lost is not sent again', async () => {
  const { taken, where } = driver(() => Promise.reject(new Error('the connection broke')));
  const to = freshAddress();
  const [id, sealed] = [newHexId(), await seal('receipt', to)];
  expect(await outcome(deliver(sealed, id, where))).toBe('done');
  expect(await inLog(to, MINUTE_MS, () => outcome(deliver(sealed, id, where)))).toBe('done');
  expect(taken).toHaveLength(1);
});

it('a letter of a delivery that was killed waits for it, then counts as sent', async () => {
  const to = freshAddress();
  const { taken, where } = driver(() => new Promise(() => undefined));
  const [id, sealed] = [newHexId(), await seal('welcome', to)];
  void deliver(sealed, id, where);
  await expect.poll(() => taken).toHaveLength(1);
  expect(await outcome(deliver(sealed, id, where))).toBe('again');
  expect(await inLog(to, MINUTE_MS, () => outcome(deliver(sealed, id, where)))).toBe('done');
  expect(taken).toHaveLength(1);
});

const bounce = (email: string) => takeReport(parts, { kind: 'bounce', email, letter: '', reason: '550 5.1.1' });

it('a mail that came back stops every mail to its address until it is resumed', async () => {
  const to = freshAddress();
  await bounce(to.toUpperCase());
  await bounce(to);
  for (const kind of ['welcome', 'receipt', 'password-changed', 'sign-in-code'] as const) await write(kind, to);
  expect(await mail.captured(to)).toEqual([]);
  expect(await mail.returned(to)).toEqual({ atMs: expect.any(Number), reason: '550 5.1.1', byOperator: false });
  // A person who is locked out may ask for a code the day after.
  await inLog(to, 25 * HOUR_MS, async () => {
    await write('receipt', to);
    expect(await write('sign-in-code', to)).toHaveLength(1);
  });
  await mail.resume(to);
  expect(await mail.returned(to)).toBeNull();
  expect(await mail.lastReturn(to)).toEqual(expect.any(Number));
  expect(await write('receipt', to)).toHaveLength(2);
});

it('what an operator said is replaced by a report of a mail service, and never the other way', async () => {
  const to = freshAddress();
  const said = { kind: 'bounce', email: to, letter: '', reason: 'said', byOperator: true } as const;
  await takeReport(parts, said);
  expect(await mail.returned(to)).toMatchObject({ reason: 'said', byOperator: true });
  await bounce(to);
  await takeReport(parts, said);
  expect(await mail.returned(to)).toMatchObject({ reason: '550 5.1.1', byOperator: false });
  await mail.resume(to);
  await takeReport(parts, said);
  expect(await mail.returned(to)).toMatchObject({ byOperator: true });
});

it('a complaint stops the category of its letter, and every category when the letter is not known', async () => {
  const to = freshAddress();
  const [welcome, receipt] = [newHexId(), newHexId()];
  await deliver(await seal('welcome', to), welcome);
  await deliver(await seal('receipt', to), receipt);
  const complain = (letter: string) => takeReport(parts, { kind: 'complaint', email: to, letter, reason: '' });
  await complain(receipt);
  expect((await mail.choices(to)).topics).toEqual({
    account: true,
    sharing: true,
    opened: false,
    storage: true,
    tips: true,
  });
  await complain(welcome);
  await complain(welcome);
  expect((await mail.choices(to)).topics).toEqual({
    account: true,
    sharing: true,
    opened: false,
    storage: true,
    tips: false,
  });
  await complain(newHexId());
  expect((await mail.choices(to)).topics).toEqual({
    account: false,
    sharing: false,
    opened: false,
    storage: false,
    tips: false,
  });
});

it('a new address takes over the choices of the former one, unless it has its own', async () => {
  const [from, to, other] = [freshAddress(), freshAddress(), freshAddress()];
  await mail.saveChoices(from, { topics: { tips: false }, quiet: quietNow() });
  await mail.saveChoices(other, { topics: { account: false }, quiet: null });
  for (const movedTo of [to, other]) await deliver(await seal('email-changed', from, { movedTo }), newHexId());
  expect(await mail.choices(to)).toEqual(await mail.choices(from));
  expect(await mail.choices(other)).toMatchObject({ topics: { account: false, tips: true }, quiet: null });
});

it('the link of an earlier letter stops its part of sharing alone', async () => {
  const to = freshAddress();
  const sealed = `{"subscriber":"${await subscriberOf(parts, to)}","scene":"collect","email":"s"}`;
  const d = await makeKeyring(bindings.SECRET_ROOT).seal(UNSUBSCRIBE_PURPOSE, sealed);
  await mail.subscribe(d, false);
  expect(await write('files-collected', to)).toEqual([]);
  expect(await write('invited', to)).toHaveLength(1);
  // A page that is saved with sharing on changes nothing; switching it on does.
  await mail.saveChoices(to, { topics: { sharing: true }, quiet: null });
  expect(await write('files-collected', to)).toHaveLength(1);
  await mail.saveChoices(to, { topics: { sharing: false }, quiet: null });
  // The link allows its part alone, and the category is off.
  expect(await mail.subscribe(d, true)).toMatchObject({ subscribed: false });
  await mail.saveChoices(to, { topics: { sharing: true }, quiet: null });
  expect(await write('files-collected', to)).toHaveLength(2);
});

const SWITCHABLE =
  /^(plan-|links-end|link-sent|link-visited|files-collected|invited|folder-offered|welcome|reward-|storage-|traffic-)/;
it('letters about opened links go to those who asked for them, also at a new address, until they unsubscribe', async () => {
  const [to, movedTo] = [freshAddress(), freshAddress()];
  expect(await write('link-visited', to)).toEqual([]);
  await mail.saveChoices(to, { topics: { opened: true, sharing: false }, quiet: null });
  await deliver(await seal('email-changed', to, { movedTo }), newHexId());
  expect(await mail.choices(movedTo)).toEqual(await mail.choices(to));
  const [sent] = await write('link-visited', movedTo);
  const d = new URL(/https:\S+unsubscribe\?d=\S+/.exec(sent?.text ?? '')?.[0] ?? '').searchParams.get('d') ?? '';
  expect(await mail.subscribe(d, false)).toMatchObject({ scope: 'opened', subscribed: false });
  expect(await write('link-visited', movedTo)).toHaveLength(1);
  expect((await mail.choices(movedTo)).topics).toMatchObject({ opened: false, sharing: false, account: true });
});

it.each(LETTER_KINDS)('a letter %s can be stopped by its headers, or is always sent', async (kind) => {
  const to = freshAddress();
  await mail.saveChoices(to, { topics: { opened: true }, quiet: null });
  const [sent] = await write(kind, to);
  expect(Object.keys(sent?.headers ?? {})).toEqual(
    SWITCHABLE.test(kind) ? ['List-Unsubscribe', 'List-Unsubscribe-Post'] : [],
  );
  const off = { account: false, sharing: false, opened: false, storage: false, tips: false };
  await mail.saveChoices(to, { topics: off, quiet: null });
  expect(await write(kind, to)).toHaveLength(SWITCHABLE.test(kind) ? 1 : 2);
});
