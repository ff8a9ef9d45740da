import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { LETTER_KINDS, type LetterKind } from '#shared/mail/letter-kinds.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { newDigits, newHexId } from '#worker/platform/ids.ts';
import { makeBindingMailer } from './driver/binding-mailer.ts';
import { makeCaptureMailer, makeMailer } from './driver/choose.ts';
import type { Mail, Mailer } from './driver/ports.ts';
import { onMailSend } from './events.ts';
import { type Letter, type MailDeps, type MailService, makeMailParts, makeMailService } from './index.ts';
import { MAIL_SEND, MAILBOX_MAILS } from './keys.ts';
import { textsOf } from './letter/letter-texts.ts';
import { renderLetter } from './letter/render-letter.tsx';
import { handOver, mailTo, makePlatform, NOW_MS, readPlainLook } from './mail-fixture.ts';
import { listFailing, putFailing } from './sending/failing.store.ts';

type Bindings = {
  MAILBOX: MailDeps['mailboxes'];
  SUBSCRIPTION: MailDeps['subscriptions'];
  LETTER_LOG: MailDeps['letterLogs'];
  SECRET_ROOT: string;
};
const bindings = env as unknown as Bindings;
const ORIGIN = 'https://drive.example.com';
const SMTP: MailDeps['smtp'] = { host: '', port: 465, secure: 'tls', user: '', password: '', network: undefined };
const KINDS = LETTER_KINDS;

function makeMail(more: Partial<MailDeps> = {}): MailService {
  return makeMailService(
    makeMailParts({
      driver: 'capture',
      from: 'Magpie <mail@example.com>',
      mailboxes: bindings.MAILBOX,
      subscriptions: bindings.SUBSCRIPTION,
      letterLogs: bindings.LETTER_LOG,
      limits: { lettersPerDay: 12 },
      feedbackToken: '',
      email: undefined,
      smtp: SMTP,
      sms: { driver: 'capture', url: '', token: '', from: '', demo: true },
      keyring: makeKeyring(bindings.SECRET_ROOT),
      clock: { nowMs: () => NOW_MS },
      readLook: readPlainLook,
      readLetterTexts: async () => ({ letters: [] }),
      appOrigin: ORIGIN,
      ...more,
    }),
  );
}

const freshAddress = () => `${newHexId(6)}@example.com`;
function letter(more: Partial<Letter> = {}): Letter {
  return {
    kind: 'sign-up-code',
    to: freshAddress(),
    locale: 'en-US',
    code: '123456',
    writtenMs: NOW_MS,
    untilMs: NOW_MS + 600_000,
    ...more,
  };
}
const codeOf = (kind: LetterKind) => (kind.endsWith('-code') ? '123456' : '');
const plainLook = await readPlainLook();
function written(kind: LetterKind, locale: Locale = 'en-US') {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  return renderLetter(textsOf(letter({ kind, locale, code: codeOf(kind) }), translator, ORIGIN), locale, plainLook);
}

let mail: MailService;
beforeEach(() => {
  mail = makeMail();
});

describe.each<
  [string, () => { mailer: Mailer; read: (to: string) => Promise<{ subject: string; text: string; html: string }[]> }]
>([
  [
    'capture',
    () => ({
      mailer: makeCaptureMailer(bindings.MAILBOX),
      read: async (to) => (await mail.captured(to)).map(({ subject, text, html }) => ({ subject, text, html })),
    }),
  ],
  [
    'binding',
    () => {
      const platform = makePlatform();
      return {
        mailer: makeBindingMailer(platform as unknown as SendEmail, 'mail@example.com'),
        read: async (to) =>
          (platform.sent as unknown as Mail[])
            .filter((mail) => mail.to === to)
            .map(({ subject, text, html }) => ({ subject, text, html })),
      };
    },
  ],
])('the driver %s', (_name, make) => {
  it('a mail is sent with its subject, text and HTML unchanged', async () => {
    const { mailer, read } = make();
    const [to, other] = [freshAddress(), freshAddress()];
    const content = { subject: '件名 ✓', text: 'a\n\nб', html: '<p>&amp;</p>' };
    await mailer.send(mailTo(to, content), handOver);
    await mailer.send(mailTo(other), handOver);
    expect(await read(to)).toEqual([content]);
  });
});

it('the driver binding is refused without its binding', () => {
  expect(() =>
    makeMailer({ driver: 'binding', from: 'a@b.co', mailboxes: bindings.MAILBOX, email: undefined, smtp: SMTP }),
  ).toThrow('EMAIL');
});

describe('the mailbox', () => {
  // Letters of other files still arrive in the one of the Worker.
  const own = bindings.MAILBOX.getByName(`mailbox of ${newHexId()}`);
  const mailboxes = { getByName: () => own } as unknown as MailDeps['mailboxes'];
  beforeEach(() => {
    mail = makeMail({ mailboxes });
  });

  it('the mailbox stores one mail for one event, however often it is delivered', async () => {
    const asked = letter();
    const sending = await mail.prepare(asked);
    const item = { id: newHexId(), event: sending.event, source: 'test', payload: sending.payload };
    // One delivery runs; the others would try again later.
    await Promise.allSettled(Array.from({ length: 10 }, () => onMailSend(mail, item)));
    expect(await mail.captured(asked.to)).toHaveLength(1);
  });

  it('the mailbox lists the newest first, by address in any case, and all mails without one', async () => {
    const to = freshAddress();
    for (const subject of ['one', 'two', 'three'])
      await makeCaptureMailer(mailboxes).send(mailTo(to, { subject }), handOver);
    const subjects = (await mail.captured(to.toUpperCase())).map((mail) => mail.subject);
    expect(subjects).toEqual(['three', 'two', 'one']);
    expect((await mail.captured('')).map((mail) => mail.to).slice(0, 3)).toEqual([to, to, to]);
    expect((await mail.captured(to))[0]).toEqual({
      to,
      subject: 'three',
      text: 'Text',
      html: '<p>Text</p>',
      headers: {},
      sent_at: '2027-01-15T16:00:00.000+08:00',
    });
    expect(await mail.captured(freshAddress())).toEqual([]);
  });

  it('the mailbox stores the newest 200 mails', async () => {
    const mailer = makeCaptureMailer(mailboxes);
    for (let i = 0; i < MAILBOX_MAILS + 5; i++)
      await mailer.send(mailTo('many@example.com', { subject: `${i}` }), handOver);
    const mails = await mail.captured('');
    expect([mails.length, mails[0]?.subject, mails.at(-1)?.subject]).toEqual([200, '204', '5']);
  });

  it('reading the mailbox creates no storage', async () => {
    const stub = bindings.MAILBOX.getByName('nobody wrote here');
    expect(await stub.list('')).toEqual({ ok: true, value: [] });
    const tables = await runInDurableObject(stub, (_object, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'mails'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

it('a letter is sealed: neither its code nor its address can be read in an outbox', async () => {
  const { event, payload } = await mail.prepare(letter({ to: 'hidden@example.com' }));
  expect(event).toBe(MAIL_SEND);
  expect(JSON.stringify(payload)).not.toMatch(/hidden|123456/);
});

it('a letter published by an object reaches the mailbox through the events of the worker', async () => {
  const asked = letter({ untilMs: Number.MAX_SAFE_INTEGER });
  const sending = await mail.prepare(asked);
  const item = { id: newHexId(), event: sending.event, source: 'test', payload: sending.payload };
  const { Events } = exports as unknown as { Events: { deliver: DeliverEvents } };
  expect(await Events.deliver([item])).toEqual([item.id]);
  expect((await mail.captured(asked.to)).map((mail) => mail.subject)).toEqual([
    '123456 is your code for a new Magpie account',
  ]);
});

it('a letter stays in its outbox while the driver fails', async () => {
  const platform = makePlatform();
  const failing = makeMail({ driver: 'binding', email: platform as unknown as SendEmail });
  platform.answer = () => Promise.reject(new Error('refused'));
  const { payload } = await failing.prepare(letter());
  const item = { id: newHexId(), event: MAIL_SEND, source: 'somebody', payload };
  expect(
    await onMailSend(failing, item).then(
      () => 'taken',
      () => 'stays',
    ),
  ).toBe('stays');
  platform.answer = async () => ({ messageId: 'm' });
  await onMailSend(failing, item);
  expect(platform.sent).toHaveLength(1);
});

it('a letter that the relay does not take waits for operators without its address, and is tried again or dropped for good', async () => {
  const platform = makePlatform();
  const failing = makeMail({ driver: 'binding', email: platform as unknown as SendEmail });
  const publish = async () => {
    const { payload } = await failing.prepare(letter({ to: 'alice@example.com', untilMs: NOW_MS + 10 ** 12 }));
    return { id: newHexId(), sealed: String(payload['sealed']) };
  };
  const [first, second] = [await publish(), await publish()];
  const items = [first, second];
  const isOurs = ({ id }: { id: string }) => items.some((item) => item.id === id);
  platform.answer = () => Promise.reject(new Error('554 5.7.1 <alice@example.com> may not 123456'));
  for (const item of [...items, ...items])
    await failing.deliver(item).then(
      () => expect.unreachable(),
      () => undefined,
    );
  const shown = (await failing.waiting()).letters.filter(isOurs);
  expect(shown).toMatchObject([
    { kind: 'sign-up-code', tries: 2, reason: '554 5.7.1 … may not …' },
    { kind: 'sign-up-code', tries: 2 },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/alice|123456/);
  expect(await failing.retryLetter(first.id)).toEqual({ sent: false, reason: '554 5.7.1 … may not …' });

  platform.answer = async () => ({ messageId: 'm' });
  expect(await failing.retryLetter(first.id)).toEqual({ sent: true, reason: '' });
  await failing.dropLetter(second.id);
  expect((await failing.waiting()).letters.filter(isOurs)).toEqual([]);
  // The outbox comes once more for each.
  for (const item of items) await failing.deliver(item);
  expect(platform.sent).toHaveLength(1);
  await expect(failing.retryLetter(first.id)).rejects.toMatchObject({ errorName: 'not_found' });
});

it('letters that were given up are listed behind those that wait, however old', async () => {
  const log = bindings.LETTER_LOG.getByName(newHexId());
  const order = await runInDurableObject(log, async (object, { storage }) => {
    const put = (id: string, firstMs: number, untilMs: number) => {
      putFailing(storage.sql, { id, sealed: '', untilMs, reason: '' }, firstMs);
    };
    object.fail({ id: 'new', sealed: '', untilMs: NOW_MS + 9, reason: '' });
    storage.sql.exec('DELETE FROM failing');
    put('given up', NOW_MS - 9, NOW_MS);
    put('old', NOW_MS - 8, NOW_MS + 9);
    put('new', NOW_MS - 1, NOW_MS + 9);
    return listFailing(storage.sql, NOW_MS, 2).letters.map(({ id }) => id);
  });
  expect(order).toEqual(['old', 'new']);
});

it.each<[string, () => Promise<{ mail: MailService; sealed: string; to: string }>]>([
  [
    'past its time',
    async () => {
      const asked = letter({ untilMs: NOW_MS });
      return { mail, sealed: String((await mail.prepare(asked)).payload['sealed']), to: asked.to };
    },
  ],
  [
    'sealed with another key',
    async () => {
      const asked = letter();
      const other = makeMail({ keyring: makeKeyring(newHexId(32)) });
      return { mail, sealed: String((await other.prepare(asked)).payload['sealed']), to: asked.to };
    },
  ],
  [
    'of an installation that sends no mail',
    async () => {
      const asked = letter();
      return {
        mail: makeMail({ driver: 'off' }),
        sealed: String((await mail.prepare(asked)).payload['sealed']),
        to: asked.to,
      };
    },
  ],
  ['that is no letter', async () => ({ mail, sealed: 'noise', to: freshAddress() })],
])('delivery of a letter: %s is dropped, not retried for ever', async (_what, make) => {
  const { mail: where, sealed, to } = await make();
  await where.deliver({ id: newHexId(), sealed });
  expect(await mail.captured(to)).toEqual([]);
});

it('the service is ready where there is a driver', () => {
  expect([mail.ready, makeMail({ driver: 'off' }).ready]).toEqual([true, false]);
});

const textOf = async (kind: LetterKind, locale: Locale = 'en-US') => {
  const to = `+1415${newDigits(7)}`;
  const { payload } = await mail.prepare(letter({ kind, locale, to, channel: 'sms', code: codeOf(kind) }));
  await mail.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
  const [message] = await mail.captured(to);
  expect(message).toMatchObject({ to, html: '', sent_at: '2027-01-15T16:00:00.000+08:00' });
  return message?.text ?? '';
};
const CODES = KINDS.filter((kind) => codeOf(kind) !== '');

it.each(CODES)(
  'a text message of kind %s begins with its code and ends with the line that binds it to our host',
  async (kind) => {
    expect(await textOf(kind)).toMatch(/^123456 [^\n]+\n\n@drive\.example\.com #123456$/);
  },
);

it.each(LOCALES)('a text message is short in %s and holds no key', async (locale) => {
  for (const kind of KINDS) {
    const text = await textOf(kind, locale);
    expect(text).not.toMatch(/phone\.sms|\{\{|undefined/);
    // Four parts of a message at most, whatever the letters.
    expect(text.length).toBeLessThanOrEqual(4 * 67);
  }
});

it('a text message is stored once for one event, and apart from the mails of others', async () => {
  const to = `+1415${newDigits(7)}`;
  const { payload } = await mail.prepare(letter({ to, channel: 'sms' }));
  const item = { id: newHexId(), sealed: String(payload['sealed']) };
  await Promise.all(Array.from({ length: 5 }, () => mail.deliver(item)));
  expect((await mail.captured(to)).map(({ subject }) => subject)).toEqual([
    '123456 is your code for a new Magpie account. Never share it.',
  ]);
});

it('a text message is dropped without a driver, while mails are sent', async () => {
  const off = makeMail({ sms: { driver: 'off', url: '', token: '', from: '', demo: true } });
  expect([off.ready, off.textReady, mail.textReady]).toEqual([true, false, true]);
  const to = `+1415${newDigits(7)}`;
  const { payload } = await off.prepare(letter({ to, channel: 'sms' }));
  await off.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
  expect(await off.captured(to)).toEqual([]);
});

it('the configured gateway is chosen, and refused without its settings', () => {
  const sms = { driver: 'gateway', url: 'https://sms.example/', token: '', from: '', demo: false } as const;
  expect(() => makeMail({ sms })).toThrow('SMS_TOKEN');
  expect(makeMail({ sms: { ...sms, token: 'x' } }).textReady).toBe(true);
});

const smtp = { ...SMTP, host: 'mail.example.com' };

it.each<[string, Partial<MailDeps['smtp']>]>([
  ['no host', { host: '' }],
  ['a host with a path', { host: 'mail.example.com/x' }],
  ['a password in the open', { host: 'localhost', secure: 'off', user: 'u' }],
  ['no TLS over the network', { secure: 'off' }],
])('the driver smtp is refused with %s', (_what, more) => {
  expect(() => makeMail({ driver: 'smtp', smtp: { ...smtp, ...more } })).toThrow('SMTP_');
});

it('the driver smtp is refused without a sender', () => {
  expect(() => makeMail({ driver: 'smtp', smtp, from: '' })).toThrow('MAIL_FROM');
});

it('an event stays in its outbox when the relay cannot be reached', async () => {
  const network = { connect: () => ({ ...fakeSocket(), opened: Promise.reject(new Error('refused')) }) };
  const failing = makeMail({ driver: 'smtp', smtp: { ...smtp, network: network as never } });
  const { payload } = await failing.prepare(letter());
  const work = failing.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
  expect(
    await work.then(
      () => '',
      (error: Error) => error.message,
    ),
  ).toContain('mail was not sent');
  expect(failing.failingSinceMs()).toBe(NOW_MS);
});

it('the outcome of a letter is known where letters go out from here, and at once unknown elsewhere', async () => {
  const network = { connect: () => ({ ...fakeSocket(), opened: Promise.reject(new Error('refused')) }) };
  const outcomeOf = async (sendsHere: boolean) => {
    const failing = makeMail({ driver: 'smtp', smtp: { ...smtp, network: network as never }, sendsHere });
    const to = freshAddress();
    const outcome = failing.watch(to);
    const waiting = outcome();
    const { payload } = await failing.prepare(letter({ to }));
    await failing.deliver({ id: newHexId(), sealed: String(payload['sealed']) }).catch(() => undefined);
    return waiting;
  };
  expect([await outcomeOf(true), await outcomeOf(false)]).toEqual(['refused', null]);
});

/** A socket over which nothing comes. */
function fakeSocket() {
  const { readable, writable } = new TransformStream<Uint8Array>();
  return {
    readable,
    writable,
    opened: new Promise(() => undefined),
    closed: new Promise(() => undefined),
    close: async () => undefined,
  };
}

it.each(KINDS)('a letter %s loads nothing, has no tables, and holds the same as text', (kind) => {
  const { subject, text, html } = written(kind);
  expect(html).not.toMatch(/<(img|table|script|link|iframe)\b|url\(|src=|@import/i);
  expect(html.startsWith('<!DOCTYPE html><html lang="en-US"')).toBe(true);
  expect(`${subject}${text}${html}`).not.toMatch(/mail\.[a-z_]+\.|\{\{/);
  expect(text.includes('123456')).toBe(codeOf(kind) !== '');
  expect(html.includes('123456')).toBe(codeOf(kind) !== '');
  for (const link of html.matchAll(/href="([^"]+)"/g)) {
    expect(link[1]?.startsWith(`${ORIGIN}/`)).toBe(true);
    expect(text).toContain(link[1]);
  }
});

it('a letter with a code names its lifetime', () => {
  expect(written('sign-up-code').text).toContain('expires in 10 minutes');
});

it.each(LOCALES)('every letter has texts in %s', (locale) => {
  for (const kind of KINDS) expect(written(kind, locale).html).toContain(`<html lang="${locale}"`);
});
