import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { newDigits, newHexId } from '#worker/platform/ids.ts';
import { makeBindingMailer, readSender } from './driver/binding-mailer.ts';
import { makeCaptureMailer } from './driver/capture-mailer.ts';
import { makeMailer } from './driver/choose-mailer.ts';
import type { Mail, Mailer } from './driver/mailer.ts';
import { onMailSend } from './events.ts';
import { type Letter, type LetterKind, type MailDeps, type MailService, makeMailService } from './index.ts';
import { MAIL_SEND, MAILBOX_MAILS } from './keys.ts';
import { LETTER_KINDS } from './letter/letter-kinds.ts';
import { wordsOf } from './letter/letter-texts.ts';
import { renderLetter } from './letter/render-letter.tsx';

type Bindings = { MAILBOX: MailDeps['mailboxes']; SUBSCRIPTION: MailDeps['subscriptions']; SECRET_ROOT: string };
const bindings = env as unknown as Bindings;
const ORIGIN = 'https://drive.example.com';
const NOW_MS = 1_800_000_000_000;
const SMTP: MailDeps['smtp'] = { host: '', port: 465, secure: 'tls', user: '', password: '', network: undefined };
const KINDS = LETTER_KINDS;

function makeRoom(more: Partial<MailDeps> = {}): MailService {
  return makeMailService({
    driver: 'capture',
    from: 'Magpie <mail@example.com>',
    mailboxes: bindings.MAILBOX,
    subscriptions: bindings.SUBSCRIPTION,
    email: undefined,
    smtp: SMTP,
    sms: { driver: 'capture', url: '', token: '', from: '', demo: true },
    keyring: makeKeyring(bindings.SECRET_ROOT),
    clock: { nowMs: () => NOW_MS },
    appOrigin: ORIGIN,
    ...more,
  });
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
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  id: newHexId(),
  to,
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  sentMs: NOW_MS,
  ...more,
});
const codeOf = (kind: LetterKind) => (kind.endsWith('-code') ? '123456' : '');
function written(kind: LetterKind, locale: Locale = 'en-US') {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  return renderLetter(wordsOf(letter({ kind, locale, code: codeOf(kind) }), translator, ORIGIN), locale);
}

let room: MailService;
beforeEach(() => {
  room = makeRoom();
});

/** A platform that takes mails: what it took, and what it does next. */
function makePlatform() {
  const taken: Parameters<SendEmail['send']>[0][] = [];
  const platform = {
    taken,
    answer: async (): Promise<EmailSendResult> => ({ messageId: 'm' }),
    send: async (mail: Parameters<SendEmail['send']>[0]) => {
      const result = await platform.answer();
      taken.push(mail);
      return result;
    },
  };
  return platform;
}

describe.each<
  [string, () => { mailer: Mailer; read: (to: string) => Promise<{ subject: string; text: string; html: string }[]> }]
>([
  [
    'capture',
    () => ({
      mailer: makeCaptureMailer(bindings.MAILBOX),
      read: async (to) => (await room.captured(to)).map(({ subject, text, html }) => ({ subject, text, html })),
    }),
  ],
  [
    'binding',
    () => {
      const platform = makePlatform();
      return {
        mailer: makeBindingMailer(platform as unknown as SendEmail, 'mail@example.com'),
        read: async (to) =>
          (platform.taken as unknown as Mail[])
            .filter((mail) => mail.to === to)
            .map(({ subject, text, html }) => ({ subject, text, html })),
      };
    },
  ],
])('the driver %s', (_name, make) => {
  it('hands over subject, text and HTML as they were written', async () => {
    const { mailer, read } = make();
    const [to, other] = [freshAddress(), freshAddress()];
    const words = { subject: '件名 ✓', text: 'a\n\nб', html: '<p>&amp;</p>' };
    await mailer.send(mailTo(to, words));
    await mailer.send(mailTo(other));
    expect(await read(to)).toEqual([words]);
  });
});

describe('the driver binding', () => {
  it('names the sender and carries the id of the event', async () => {
    const platform = makePlatform();
    await makeBindingMailer(platform as unknown as SendEmail, 'The Nest <a@b.co>').send(
      mailTo('x@example.com', { id: 'i1' }),
    );
    expect(platform.taken).toEqual([
      expect.objectContaining({ from: { name: 'The Nest', email: 'a@b.co' }, headers: { 'X-Magpie-Mail-Id': 'i1' } }),
    ]);
  });

  it('fails when the platform fails or does not answer, so that the news stays', async () => {
    const platform = makePlatform();
    platform.answer = () => Promise.reject(new Error('refused'));
    const mailer = makeBindingMailer(platform as unknown as SendEmail, 'a@b.co', 5);
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'sent',
        (error: Error) => error.message,
      );
    expect(await outcome(mailer.send(mailTo('x@example.com')))).toBe('refused');
    platform.answer = () => new Promise(() => undefined);
    expect(await outcome(mailer.send(mailTo('x@example.com')))).toContain('did not answer');
  });

  it.each([
    ['Magpie <a@b.co>', { name: 'Magpie', email: 'a@b.co' }],
    ['a@b.co', { name: 'Magpie', email: 'a@b.co' }],
    ['<a@b.co>', { name: 'Magpie', email: 'a@b.co' }],
  ])('reads the sender %s', (from, sender) => {
    expect(readSender(from)).toEqual(sender);
  });

  it.each(['', 'Magpie', 'a@b.co>', 'a b@c.de x'])('refuses the sender %j', (from) => {
    expect(() => readSender(from)).toThrow('MAIL_FROM');
  });

  it('is refused without its binding', () => {
    expect(() =>
      makeMailer({ driver: 'binding', from: 'a@b.co', mailboxes: bindings.MAILBOX, email: undefined, smtp: SMTP }),
    ).toThrow('EMAIL');
  });
});

describe('the mailbox', () => {
  it('keeps one mail for one event, however often it is told', async () => {
    const asked = letter();
    const news = await room.prepare(asked);
    const item = { id: newHexId(), event: news.event, source: 'somebody', payload: news.payload };
    await Promise.all(Array.from({ length: 10 }, () => onMailSend(room, item)));
    expect(await room.captured(asked.to)).toHaveLength(1);
  });

  it('shows the newest first, by address in any case, and all of them without one', async () => {
    const to = freshAddress();
    for (const subject of ['one', 'two', 'three'])
      await makeCaptureMailer(bindings.MAILBOX).send(mailTo(to, { subject }));
    const subjects = (await room.captured(to.toUpperCase())).map((mail) => mail.subject);
    expect(subjects).toEqual(['three', 'two', 'one']);
    expect((await room.captured('')).map((mail) => mail.to).slice(0, 3)).toEqual([to, to, to]);
    expect((await room.captured(to))[0]).toEqual({
      to,
      subject: 'three',
      text: 'Text',
      html: '<p>Text</p>',
      headers: {},
      sent_at: '2027-01-15T16:00:00.000+08:00',
    });
    expect(await room.captured(freshAddress())).toEqual([]);
  });

  it('keeps the newest 200', async () => {
    const mailer = makeCaptureMailer(bindings.MAILBOX);
    for (let i = 0; i < MAILBOX_MAILS + 5; i++) await mailer.send(mailTo('many@example.com', { subject: `${i}` }));
    const kept = await room.captured('');
    expect([kept.length, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([200, '204', '5']);
  });

  it('is not made by looking into it', async () => {
    const stub = bindings.MAILBOX.getByName('nobody wrote here');
    expect(await stub.list('')).toEqual({ ok: true, value: [] });
    const tables = await runInDurableObject(stub, (_object, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'mails'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

describe('a letter on its way', () => {
  it('is sealed: neither its code nor its address can be read in an outbox', async () => {
    const { event, payload } = await room.prepare(letter({ to: 'hidden@example.com' }));
    expect(event).toBe(MAIL_SEND);
    expect(JSON.stringify(payload)).not.toMatch(/hidden|123456/);
  });

  it('told by an object reaches the mailbox through the news of the worker', async () => {
    const asked = letter({ untilMs: Number.MAX_SAFE_INTEGER });
    const news = await room.prepare(asked);
    const item = { id: newHexId(), event: news.event, source: 'somebody', payload: news.payload };
    const { Events } = exports as unknown as { Events: { deliver: DeliverEvents } };
    expect(await Events.deliver([item])).toEqual([item.id]);
    expect((await room.captured(asked.to)).map((mail) => mail.subject)).toEqual([
      '123456 is your code for a new Magpie account',
    ]);
  });

  it('stays in its outbox while the driver fails', async () => {
    const platform = makePlatform();
    const failing = makeRoom({ driver: 'binding', email: platform as unknown as SendEmail });
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
    expect(platform.taken).toHaveLength(1);
  });

  it.each<[string, () => Promise<{ room: MailService; sealed: string; to: string }>]>([
    [
      'past its time',
      async () => {
        const asked = letter({ untilMs: NOW_MS });
        return { room, sealed: String((await room.prepare(asked)).payload['sealed']), to: asked.to };
      },
    ],
    [
      'sealed with another key',
      async () => {
        const asked = letter();
        const other = makeRoom({ keyring: makeKeyring(newHexId(32)) });
        return { room, sealed: String((await other.prepare(asked)).payload['sealed']), to: asked.to };
      },
    ],
    [
      'of an installation that sends no mail',
      async () => {
        const asked = letter();
        return {
          room: makeRoom({ driver: 'off' }),
          sealed: String((await room.prepare(asked)).payload['sealed']),
          to: asked.to,
        };
      },
    ],
    ['that is no letter', async () => ({ room, sealed: 'noise', to: freshAddress() })],
  ])('%s is dropped, not tried for ever', async (_what, make) => {
    const { room: where, sealed, to } = await make();
    await where.deliver({ id: newHexId(), sealed });
    expect(await room.captured(to)).toEqual([]);
  });

  it('can leave where there is a driver', () => {
    expect([room.ready, makeRoom({ driver: 'off' }).ready]).toEqual([true, false]);
  });
});

describe('a text message', () => {
  const textOf = async (kind: LetterKind, locale: Locale = 'en-US') => {
    const to = `+1415${newDigits(7)}`;
    const { payload } = await room.prepare(letter({ kind, locale, to, channel: 'sms', code: codeOf(kind) }));
    await room.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
    const [kept] = await room.captured(to);
    expect(kept).toMatchObject({ to, html: '', sent_at: '2027-01-15T16:00:00.000+08:00' });
    return kept?.text ?? '';
  };
  const CODES = KINDS.filter((kind) => codeOf(kind) !== '');

  it.each(CODES)('of kind %s begins with its code and ends with the line that binds it to our host', async (kind) => {
    expect(await textOf(kind)).toMatch(/^123456 [^\n]+\n\n@drive\.example\.com #123456$/);
  });

  it.each(LOCALES)('is short in %s, and no key is left in it', async (locale) => {
    for (const kind of KINDS) {
      const text = await textOf(kind, locale);
      expect(text).not.toMatch(/phone\.sms|\{\{|undefined/);
      // Four parts of a message at most, whatever the letters.
      expect(text.length).toBeLessThanOrEqual(4 * 67);
    }
  });

  it('is kept once for one event, and stays away from the mails of others', async () => {
    const to = `+1415${newDigits(7)}`;
    const { payload } = await room.prepare(letter({ to, channel: 'sms' }));
    const item = { id: newHexId(), sealed: String(payload['sealed']) };
    await Promise.all(Array.from({ length: 5 }, () => room.deliver(item)));
    expect((await room.captured(to)).map(({ subject }) => subject)).toEqual([
      '123456 is your code for a new Magpie account. Do not share it.',
    ]);
  });

  it('is dropped where no text message can leave, while mails go on', async () => {
    const off = makeRoom({ sms: { driver: 'off', url: '', token: '', from: '', demo: true } });
    expect([off.ready, off.textReady, room.textReady]).toEqual([true, false, true]);
    const to = `+1415${newDigits(7)}`;
    const { payload } = await off.prepare(letter({ to, channel: 'sms' }));
    await off.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
    expect(await off.captured(to)).toEqual([]);
  });

  it('is sent by the gateway that was chosen, and refused without one', () => {
    const sms = { driver: 'gateway', url: 'https://sms.example/', token: '', from: '', demo: false } as const;
    expect(() => makeRoom({ sms })).toThrow('SMS_TOKEN');
    expect(makeRoom({ sms: { ...sms, token: 'x' } }).textReady).toBe(true);
  });
});

describe('the driver smtp', () => {
  const smtp = { ...SMTP, host: 'mail.example.com' };

  it.each<[string, Partial<MailDeps['smtp']>]>([
    ['no host', { host: '' }],
    ['a host with a path', { host: 'mail.example.com/x' }],
    ['a password in the open', { host: 'localhost', secure: 'off', user: 'u' }],
    ['no TLS over the network', { secure: 'off' }],
  ])('is refused with %s', (_what, more) => {
    expect(() => makeRoom({ driver: 'smtp', smtp: { ...smtp, ...more } })).toThrow('SMTP_');
  });

  it('is refused without a sender', () => {
    expect(() => makeRoom({ driver: 'smtp', smtp, from: '' })).toThrow('MAIL_FROM');
  });

  it('leaves the news where it is when the relay cannot be reached', async () => {
    const network = { connect: () => ({ ...fakeSocket(), opened: Promise.reject(new Error('refused')) }) };
    const failing = makeRoom({ driver: 'smtp', smtp: { ...smtp, network: network as never } });
    const { payload } = await failing.prepare(letter());
    const work = failing.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
    expect(
      await work.then(
        () => '',
        (error: Error) => error.message,
      ),
    ).toContain('mail was not sent');
  });
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

describe('a written letter', () => {
  it.each(KINDS)('%s fetches nothing, is laid out without tables, and says the same as text', (kind) => {
    const { subject, text, html } = written(kind);
    expect(html).not.toMatch(/<(img|table|script|link|iframe|style)\b|url\(|src=/i);
    expect(html.startsWith('<!DOCTYPE html><html lang="en-US"')).toBe(true);
    expect(`${subject}${text}${html}`).not.toMatch(/mail\.[a-z_]+\.|\{\{/);
    expect(text.includes('123456')).toBe(codeOf(kind) !== '');
    expect(html.includes('123456')).toBe(codeOf(kind) !== '');
    for (const link of html.matchAll(/href="([^"]+)"/g)) {
      expect(link[1]?.startsWith(`${ORIGIN}/`)).toBe(true);
      expect(text).toContain(link[1]);
    }
  });

  it('tells how long its code lives', () => {
    expect(written('sign-up-code').text).toContain('expires in 10 minutes');
  });

  it.each(LOCALES)('can be written in %s', (locale) => {
    for (const kind of KINDS) expect(written(kind, locale).html).toContain(`<html lang="${locale}"`);
  });
});
