import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { messageOf } from '../driver/smtp.ts';
import { type Letter, type MailDeps, type MailService, makeMailParts, makeMailService } from '../index.ts';
import { UNSUBSCRIBE_PURPOSE } from '../keys.ts';

const bindings = env as unknown as {
  MAILBOX: MailDeps['mailboxes'];
  SUBSCRIPTION: MailDeps['subscriptions'];
  SECRET_ROOT: string;
};
const NOW_MS = 1_800_000_000_000;
const ORIGIN = 'https://drive.example.com';

function makeMail(secret = bindings.SECRET_ROOT): MailService {
  return makeMailService(
    makeMailParts({
      driver: 'capture',
      from: 'Magpie <mail@example.com>',
      mailboxes: bindings.MAILBOX,
      subscriptions: bindings.SUBSCRIPTION,
      email: undefined,
      smtp: { host: '', port: 465, secure: 'tls', user: '', password: '', network: undefined },
      sms: { driver: 'capture', url: '', token: '', from: '', demo: true },
      keyring: makeKeyring(secret),
      clock: { nowMs: () => NOW_MS },
      appOrigin: ORIGIN,
    }),
  );
}
const mail = makeMail();
const freshAddress = () => `Someone-${newHexId(6)}@example.com`;

async function write(kind: Letter['kind'], to: string, where = mail) {
  const letter: Letter = { kind, to, locale: 'ja', code: '', writtenMs: NOW_MS, untilMs: NOW_MS + 1 };
  const { payload } = await where.prepare(letter);
  await where.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
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

describe('a letter with an unsubscribe link', () => {
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
});

describe('the unsubscribe link', () => {
  it('following an unsubscribe link changes nothing and creates no storage', async () => {
    const d = await linkOf(freshAddress());
    const answers = await Promise.all(Array.from({ length: 20 }, () => mail.subscription(d)));
    expect(new Set(answers.map(({ subscribed }) => subscribed))).toEqual(new Set([true]));
    expect(answers[0]).toEqual({ email: 'S•••@example.com', topic: 'tips', subscribed: true });
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
      () =>
        makeKeyring(bindings.SECRET_ROOT).seal(UNSUBSCRIBE_PURPOSE, '{"subscriber":"x","scene":"codes","email":""}'),
    ],
  ];
  it.each(forged)('an unsubscribe link is refused with %s', async (_what, make) => {
    const d = await make(await linkOf(freshAddress()));
    expect([await refusal(mail.subscription(d)), await refusal(mail.subscribe(d, false))]).toEqual([
      'invalid_argument',
      'invalid_argument',
    ]);
  });
});
