/** Writing to the operators, by the form as browsers send it: each outcome, twice, in a flood, and who may read it. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { exportDocument, opsContract } from '#shared/ops/contract.ts';
import { MESSAGE_MAX_CHARS } from '#shared/ops/messages.ts';
import { makeServer, ORIGIN, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { makePeople, objects, ok, type Person, signIn } from '#test/contract/world.ts';
import { newHexId } from '#worker/platform/ids.ts';

const HOST = new URL(ORIGIN).host;
const DESK_MAIL = `desk-${newHexId(4)}@example.com`;
/** As many tests as there are write from one address: the budgets have tests of their own. */
const server = makeServer({ limits: { messagesPerHour: 1_000 }, bindings: { CONTACT_MAIL: DESK_MAIL } });

const people = await makePeople();

const fresh = (): string => `message ${newHexId(8)}`;
const written = (more: Record<string, string> = {}) => ({
  topic: 'question',
  email: 'ann@example.com',
  message: fresh(),
  ...more,
});

interface From {
  readonly server?: Server;
  readonly address?: string;
  readonly cookie?: string;
  readonly language?: string;
}

function headersOf({ address = '203.0.113.9', cookie = '' }: From): Record<string, string> {
  return {
    host: HOST,
    accept: 'text/html',
    'cf-connecting-ip': address,
    'sec-fetch-site': 'same-origin',
    origin: ORIGIN,
    ...(cookie === '' ? {} : { cookie }),
  };
}

function post(form: Record<string, string>, from: From = {}): Promise<Response> {
  return visit(`/${from.language ?? 'en-US'}/contact-us`, {
    fields: form,
    headers: { ...headersOf(from) },
    server: from.server ?? server,
  });
}

function get(path: string, from: From = {}): Promise<Response> {
  return visit(path, { headers: headersOf(from), server: from.server ?? server });
}

/** Everything that is kept with these words, as an operator reads it. */
async function storedMessages(text: string) {
  const { messages } = await ok(opsContract.messages, { token: people.olga.token });
  return messages.filter(({ message }) => message === text);
}

/** The cookie of a browser that signed in by the form. */
async function browserOf(person: Person): Promise<string> {
  const answer = await visit('/auth', {
    fields: { username: person.email, password: 'magpie-demo' },
    headers: { ...headersOf({}) },
    server,
  });
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

test('the contact form accepts a visitor’s message and redirects, so that a reload sends nothing', async () => {
  const form = written({ topic: 'privacy', message: '  first line\r\nsecond  ' });
  const answer = await post(form, { language: 'ja' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ja/contact-us?sent']);
  expect(await storedMessages('first line\nsecond')).toMatchObject([
    { kind: 'contact', topic: 'privacy', email: 'ann@example.com', user_id: '', locale: 'ja', state: 'new' },
  ]);
  expect(await (await get('/ja/contact-us?sent')).text()).toContain('メッセージを送信しました');
});

test('the contact page is indexed in every language, and the page after sending is not', async () => {
  const form = await (await get('/ja/contact-us')).text();
  expect(form).toContain(`rel="canonical" href="${ORIGIN}/ja/contact-us"`);
  expect(form).toContain(`href="${ORIGIN}/ko/contact-us"`);
  expect(form).toContain('"@type":"ContactPage"');
  expect(form).not.toContain('noindex');
  expect(await (await get('/ja/contact-us?sent')).text()).toContain('content="noindex"');
});

test('the same message sent twice is stored once', async () => {
  const form = written();
  const answers = await Promise.all([post(form), post(form)]);
  answers.push(await post(form));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await storedMessages(form.message)).toHaveLength(1);
});

test('a signed-in user needs no address: the answer goes to the account’s', async () => {
  const cookie = await browserOf(people.bob);
  const page = await (await get('/en-US/contact-us', { cookie })).text();
  expect(page).toContain('we reply to');
  const { message } = written();
  expect((await post({ topic: 'account', email: '', message }, { cookie })).status).toBe(303);
  expect(await storedMessages(message)).toMatchObject([{ user_id: people.bob.userId, email: 'bob@example.com' }]);
});

test.each([
  ['no address', { email: '' }, 'Enter an address'],
  ['an address that is none', { email: 'ann' }, 'Enter an address'],
  ['no words', { message: ' \n\t ' }, 'Enter your message'],
  ['too many words', { message: 'x'.repeat(MESSAGE_MAX_CHARS + 1) }, 'Shorten your message to 4000'],
])('the contact form refuses %s with a sentence, and keeps what was typed', async (_, change, sentence) => {
  const form = written({ topic: 'abuse', ...change });
  const answer = await post(form);
  const html = await answer.text();
  expect(answer.status).toBe(400);
  expect(html).toContain(sentence);
  expect(html).toContain('<option value="abuse" selected="">');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('email' in change ? form.message : 'value="ann@example.com"');
  expect(await storedMessages(form.message)).toEqual([]);
});

test('the contact form shows typed markup as text', async () => {
  const html = await (await post(written({ email: '"><script>alert(1)</script>', message: '</textarea><b>x' }))).text();
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('</textarea><b>');
});

test('the contact form asks for a human check when it is due, then accepts the same message', async () => {
  const careful = makeServer({ bindings: { SHIELD_MODE: 'always' } });
  const form = written();
  const answer = await post(form, { server: careful });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toMatch(/data-check-url="[^"]*\/human-check\?challenge=/);
  expect(html).toContain('name="captcha_token"');
  expect(html).toContain('<noscript>');
  expect(html).toContain(form.message);
  expect(await storedMessages(form.message)).toEqual([]);
  const wrong = await post({ ...form, captcha_token: 'noise' }, { server: careful });
  expect(await wrong.text()).toContain('data-check-url');
  expect(await storedMessages(form.message)).toEqual([]);
});

test('the contact form limits messages of one address, says so, and keeps the text', async () => {
  const strict = makeServer({ limits: { messagesPerHour: 2 } });
  const address = '2001:db8:77:1::5';
  for (const _ of [1, 2]) expect((await post(written(), { server: strict, address })).status).toBe(303);
  const form = written();
  const answer = await post(form, { server: strict, address: '2001:db8:77:1:ffff::9' });
  expect(answer.status).toBe(429);
  const html = await answer.text();
  expect(html).toContain('many messages in a short time');
  expect(html).toContain(form.message);
  expect((await post(form, { server: strict, address: '2001:db8:77:2::5' })).status).toBe(303);
});

test('a flood of messages closes the contact form for visitors, not for signed-in users', async () => {
  const full = makeServer({ limits: { messagesPerDay: 1 } });
  await post(written(), { server: full, address: '203.0.113.40' });
  const answer = await post(written(), { server: full, address: '203.0.113.41' });
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('too many messages')]);
  const cookie = await browserOf(people.carla);
  const roomy = makeServer({ limits: { messagesPerDay: 1_000, messagesPerHour: 100 } });
  expect((await post(written(), { server: roomy, cookie })).status).toBe(303);
});

test('the mail to operators names the topic and nothing that was typed', async () => {
  const form = written({ topic: 'abuse' });
  await post(form);
  const mailbox = () => get(`/_dev/mailbox?to=${DESK_MAIL}`).then((answer) => answer.text());
  await expect.poll(mailbox).toContain('Report abuse');
  const text = await mailbox();
  expect(text).toContain('/ops/messages');
  expect(text).not.toContain(form.message);
  expect(text).not.toContain('ann@example.com');
});

test('operators read a message on their page and mark it as done', async () => {
  const form = written({ message: `<b>${newHexId(6)}</b>` });
  await post(form);
  const cookie = await browserOf(people.olga);
  const html = await (await get('/ops/messages', { cookie })).text();
  expect(html).toContain(form.message.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  const [message] = await storedMessages(form.message);
  const answer = await visit('/ops/messages', {
    fields: { id: message?.id ?? '', state: 'done', filter: 'new' },
    headers: { ...headersOf({ cookie }) },
    server,
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops/messages?state=new']);
  expect(await storedMessages(form.message)).toMatchObject([
    { state: 'done', done_time: expect.stringMatching(/^20/) },
  ]);
});

test('only operators read messages', async () => {
  const cookie = await browserOf(people.bob);
  expect((await get('/ops/messages', { cookie })).status).toBe(403);
  expect((await get('/ops/messages')).status).toBe(403);
});

test('a message is in the export and is deleted with the account', async () => {
  const { message } = written();
  const { userId, token } = await signIn('carla@example.com');
  await ok(opsContract.sendFeedback, { token, body: { topic: 'problem', message } });
  const answer = await visit('/v1/user/export', { headers: { authorization: `Bearer ${token}` }, server });
  const document = v.parse(exportDocument, await answer.json());
  expect(document.messages.filter((each) => each.message === message)).toMatchObject([
    { kind: 'feedback', state: 'new' },
  ]);
  await objects.inbox.getByName('desk').forget(userId);
  expect(await storedMessages(message)).toEqual([]);
});
