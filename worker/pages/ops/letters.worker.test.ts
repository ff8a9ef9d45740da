/** `/ops/letters` as plain forms, and the calls of the command line beside it. */
import { expect, test } from 'vitest';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { href } from '#shared/routes.ts';
import { ask, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { makeMailService } from '#worker/services/mail/index.ts';

const LETTERS = '/ops/letters';
const { documents, parts, mail } = servicesOf(env);
const refused = makeMailService({
  ...parts.mail,
  mailer: { send: () => Promise.reject(new Error('the relay answered 550')) },
});
const server = makeServer({});

const { bob, olga } = await signedInPeople();

/** A letter to Bob that the relay refused. */
async function waitingLetter(kind: 'new-device' | 'factors-leaving' = 'new-device'): Promise<string> {
  const nowMs = Date.now();
  const letter = { kind, to: bob.email, locale: 'en-US', code: '', writtenMs: nowMs } as const;
  const { payload } = await mail.prepare({ ...letter, untilMs: nowMs + 10 ** 9 });
  const id = newHexId();
  await expect(refused.deliver({ id, sealed: String(payload['sealed']) })).rejects.toThrow('550');
  return id;
}

async function console_(verb: string, body: object, module = 'letters'): Promise<Record<string, unknown>> {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await server(new Request(`${ORIGIN}/_internal/${module}/${verb}`, init))).json();
}

const newestActs = async () =>
  (await documents.log({ name: 'letters', before: 0, limit: 9 })).map(({ act, note }) => `${act} ${note}`);

test('what an operator says about an address is in the log, with the masked address', async () => {
  const address = `${newHexId()}@example.com`;
  const masked = `${address[0]}•••@example.com`;
  await console_('bounced', { address, reason: '550 5.1.1' }, 'mail');
  expect(await mail.returned(address)).toMatchObject({ byOperator: true });
  await console_('complained', { address }, 'mail');
  await console_('resume', { address }, 'mail');
  expect((await newestActs()).slice(0, 3)).toEqual([
    `mail_resumed ${masked}`,
    `mail_complained ${masked}`,
    `mail_bounced ${masked}: 550 5.1.1`,
  ]);
  expect(await html(olga, '/ops/log')).toContain('said that mail to an address comes back');
});

test('a letter that waits is on the first page and in the list without its address; it is dropped with a reason, or sent at once', async () => {
  const [first, second] = [await waitingLetter(), await waitingLetter()];
  expect(await html(olga, '/ops')).toMatch(/Mail waits: \d+ letters. Newest refusal: the relay answered 550/);
  const list = await html(olga, LETTERS);
  for (const part of [first, second, 'new-device', 'the relay answered 550', 'Try again now'])
    expect(list).toContain(part);
  expect(list).not.toContain(bob.email);
  const { letters } = (await console_('waiting', {})) as { letters: { letter: string }[] };
  expect(letters.map(({ letter }) => letter)).toEqual(expect.arrayContaining([first, second]));

  expect((await ask(olga, LETTERS, { act: 'drop', letter: first, reason: ' ' })).status).toBe(400);
  expect((await ask(bob, LETTERS, { act: 'drop', letter: first, reason: 'x' })).status).toBe(403);
  expect((await ask(olga, LETTERS, { act: 'drop', letter: first, reason: 'Bob knows' })).status).toBe(303);
  expect((await ask(olga, LETTERS, { act: 'retry', letter: second })).status).toBe(303);
  expect(await mail.captured(bob.email)).toContainEqual(expect.objectContaining({ to: bob.email }));
  expect(await (await ask(olga, LETTERS, { act: 'retry', letter: first })).text()).toContain('does not wait any more');
  expect((await newestActs()).slice(0, 2)).toEqual([
    `letter_retried new-device ${second}`,
    `letter_dropped new-device ${first}: Bob knows`,
  ]);
});

test('the warning of a removal is sent again, never dropped', async () => {
  const id = await waitingLetter('factors-leaving');
  // Other files have letters too.
  const shown = (await html(olga, LETTERS)).split('<li').find((each) => each.includes(id)) ?? '';
  expect(shown).toContain(id);
  expect(shown).not.toContain('Drop the letter');
  expect((await ask(olga, LETTERS, { act: 'drop', letter: id, reason: 'x' })).status).toBe(400);
  expect((await ask(olga, LETTERS, { act: 'retry', letter: id })).status).toBe(303);
});

test('a test letter says whether the relay took it, by the page and by the command, and the log names no address', async () => {
  const to = `${newHexId(6)}@example.com`;
  expect((await ask(olga, LETTERS, { act: 'test', address: to })).headers.get('location')).toContain('done=test');
  expect(await console_('test', { address: to })).toEqual({ sent: true, reason: '' });
  expect(await mail.captured(to)).toHaveLength(2);
  expect((await ask(olga, LETTERS, { act: 'test', address: 'nothing' })).status).toBe(400);
  expect((await newestActs()).slice(0, 2)).toEqual(
    Array.from({ length: 2 }, () => 'letter_tested accepted: to example.com'),
  );
  expect(parts.mail.outcomes.failingSinceMs()).toBeNull();
});

test('the first page shows the steps of the first hour until they are done or the list is closed', async () => {
  const before = await html(olga, '/ops');
  expect(before).toContain('Both hosts are reachable');
  expect(before).toContain('data-try-hosts');
  expect((await ask(bob, '/ops/setup', { act: 'done', step: 'hosts' })).status).toBe(403);
  expect((await ask(olga, '/ops/setup', { act: 'done', step: 'nothing' })).status).toBe(400);
  expect((await ask(olga, '/ops/setup', { act: 'done', step: 'hosts' })).status).toBe(303);
  expect(await html(olga, '/ops/setup')).not.toContain('data-try-hosts');
  expect((await ask(olga, '/ops/setup', { act: 'close' })).status).toBe(303);
  expect(await html(olga, '/ops')).not.toContain('Both hosts are reachable');
});

test('the form of a warning has name and colour alone, and says why', async () => {
  const here = `${LETTERS}?kind=factors-leaving&language=en-US`;
  const page = await html(olga, here);
  expect(page).toContain('warns of changes to the account');
  for (const part of ['subject', 'title', 'lead', 'action', 'notes', 'footer'])
    expect(page).not.toContain(`name="${part}"`);
  const forged = { act: 'texts_published', seen: 'null', lead: 'All is well on {{date}}.', name: '', colour: '' };
  expect((await ask(olga, here, forged)).status).toBe(400);
});

test('a letter in own words is looked at as a draft, published, and sent with its code and without the markup of a value', async () => {
  const query = new URLSearchParams({ kind: 'receipt', language: 'ms' });
  const here = `${LETTERS}?${query}`;
  const seen = async () =>
    /name="seen" value="([^"]*)"/.exec(await html(olga, here))?.[1]?.replaceAll('&quot;', '"') ?? '';
  const lead = '{{product}}: {{date}}, Contoh Sdn Bhd';
  const typed = { lead, name: 'Contoh', colour: '#8a1c1c' };
  const lost = await ask(olga, here, { act: 'texts_drafted', seen: await seen(), lead: 'Hello' });
  expect(lost.status).toBe(400);
  expect(await lost.text()).toContain('Must keep {{date}}, {{product}}.');
  expect((await ask(bob, here, { act: 'texts_drafted', seen: '', ...typed })).status).toBe(403);

  const first = await seen();
  expect((await ask(olga, here, { act: 'texts_drafted', seen: first, ...typed })).status).toBe(303);
  expect(await html(olga, `${here}&as=html`)).toContain('Contoh Sdn Bhd');
  expect((await documents.read('letter_texts')).text).not.toContain('Contoh');
  // A second window that was opened before.
  expect(await (await ask(olga, here, { act: 'texts_drafted', seen: first, ...typed })).text()).toContain(
    'Another operator',
  );

  expect((await ask(olga, here, { act: 'texts_published', seen: await seen(), ...typed })).status).toBe(303);
  const written = { kind: 'receipt', to: bob.email, locale: 'ms', code: '', about: '<b>Firefox</b>' } as const;
  const { payload } = await mail.prepare({ ...written, writtenMs: Date.now(), untilMs: Date.now() + 10 ** 9 });
  // As another isolate reads it, later.
  const published = DOCUMENTS.letter_texts.parse((await documents.read('letter_texts')).text);
  if (!published.ok) throw new Error('not published');
  const later = makeMailService({ ...parts.mail, readLetterTexts: async () => published.value });
  await later.deliver({ id: newHexId(), sealed: String(payload['sealed']) });
  const [sent] = await mail.captured(bob.email);
  expect(sent?.html).toContain('Contoh Sdn Bhd');
  expect(sent?.html).toContain('&lt;b&gt;Firefox&lt;/b&gt;');
  expect(sent?.html).toContain('#8a1c1c');
  expect(sent?.html).toContain(`${ORIGIN}${href('payment.orders')}`);

  expect((await ask(olga, here, { act: 'texts_plain', seen: await seen() })).status).toBe(303);
  expect((await ask(olga, here, { act: 'texts_published', seen: await seen() })).status).toBe(303);
  expect((await documents.read('letter_texts')).text).not.toContain('Contoh');
  expect(await html(olga, `${here}&as=html`)).not.toContain('Contoh Sdn Bhd');
});
