/** People invited by list: every line once, with its reason, and a new person gets what the line says. */
import { expect, test } from 'vitest';
import { MOST_LIST_CHARS } from '#shared/ops/invite-list.ts';
import { ask, type Browsing, formOf, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { servicesOf } from '#worker/compose.ts';

const HERE = '/ops/invite';
const { auth, mail, ops } = servicesOf(env);

/** The lines are done beside the request. @returns the page, once it says so */
async function shows(person: Browsing, address: string, text: string): Promise<string> {
  await expect.poll(() => html(person, address), { timeout: 10_000 }).toContain(text);
  return html(person, address);
}

/** As a browser sends the form with a file. */
function sendFile({ cookie }: Browsing, fields: Record<string, string>, file: Blob): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', file, 'people.csv');
  return visit(HERE, { body, headers: { 'cf-connecting-ip': '203.0.113.23', cookie } });
}

const utf16 = (text: string) =>
  new Blob([new Uint16Array([0xfeff, ...Array.from(text, (each) => each.charCodeAt(0))])]);
const windows = (text: string) => new Blob([Uint8Array.from(text, (each) => each.charCodeAt(0))]);
/** Windows-1251 has the letters from А to я at 0xc0 and after. */
const windowsCyrillic = (text: string) =>
  windows(text.replace(/[А-я]/g, (each) => String.fromCharCode(each.charCodeAt(0) - 0x350)));

test('a file of a spreadsheet is read in each of its encodings; one that is too large or empty is refused in words', async () => {
  const { olga } = await signedInPeople();
  for (const [encode, name] of [
    [(text: string) => new Blob([`\ufeff${text}`]), 'Zoë Müller'],
    [utf16, 'Zoë Müller'],
    [windows, 'Zoë Müller'],
    [windowsCyrillic, 'Зоя Миллер'],
  ] as const) {
    const address = `zoe-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const { list = '' } = formOf(await html(olga, HERE), 'value="list"');
    const form = { list, step: 'list', locale: 'en-US', reason: 'Start', text: '' };
    const answer = await sendFile(olga, form, encode(`name;mail\r\n${name};${address}\r\n`));
    expect(answer.status).toBe(303);
    await shows(olga, answer.headers.get('location') ?? '', '1 invited by mail');
    const report = await (await ask(olga, HERE, { step: 'report', list })).text();
    expect(report).toContain(`"${name}","${address}"`);
  }
  const form = { list: 'c'.repeat(32), step: 'list', reason: 'Start', text: '' };
  const large = await sendFile(olga, form, new Blob(['x'.repeat(4 * MOST_LIST_CHARS + 1_000_000)]));
  expect([large.status, (await large.text()).includes('A list has at most 10,000 lines')]).toEqual([400, true]);
  const empty = await sendFile(olga, form, new Blob([]));
  expect([empty.status, (await empty.text()).includes('The list has no line')]).toEqual([400, true]);
});

test('each line of a list is invited once, whatever is repeated; wrong lines say why, in page and report', async () => {
  const { bob, olga } = await signedInPeople();
  const run = crypto.randomUUID().slice(0, 8);
  const address = (at: number) => `person${at}-${run}@example.com`;
  const good = Array.from({ length: 50 }, (_, at) => `Person ${at},${address(at)},,2.5`);
  const text = [
    'name,mail,group,storage',
    ...good,
    `Again,${address(0)}`,
    'Bad,bad@',
    `Bob,${bob.email}`,
    'X,x@example.com,none',
  ].join('\r\n');
  const form = formOf(await html(olga, HERE), 'value="list"');
  expect((await ask(olga, HERE, { ...form, step: 'list', text: ' ', reason: 'Start' })).status).toBe(400);
  expect((await ask(olga, HERE, { ...form, step: 'list', text, reason: '' })).status).toBe(400);
  const list = form['list'] ?? '';
  for (let press = 0; press < 2; press += 1)
    expect((await ask(olga, HERE, { ...form, step: 'list', text, reason: 'Start' })).status).toBe(303);
  const other = await ask(olga, HERE, {
    ...form,
    step: 'list',
    text: `${text}\r\nnew-${run}@example.com`,
    reason: 'Start',
  });
  expect([other.status, (await other.text()).includes('this form was sent before with other values')]).toEqual([
    400,
    true,
  ]);
  const page = await shows(
    olga,
    `${HERE}?list=${list}`,
    '50 invited by mail · 1 with an account already · 1 twice in the list · 2 wrong',
  );
  expect(page).toContain('no mail address');
  expect(page).toContain('no group none');
  expect((await mail.captured(address(7))).length).toBe(1);

  // The same people in another list get no second letter.
  const second = formOf(await html(olga, HERE), 'value="list"');
  await ask(olga, HERE, { ...second, step: 'list', text: good.join('\n'), reason: 'Again' });
  await shows(olga, `${HERE}?list=${second['list']}`, '50 invited before');
  expect((await mail.captured(address(7))).length).toBe(1);

  const report = await (await ask(olga, HERE, { step: 'report', list })).text();
  expect(report.split('\r\n')[2]).toBe(`"3","Person 1","${address(1)}","","2.5","invited by mail",""`);
  expect(report.trimEnd().split('\r\n')).toHaveLength(55);
});

test('an invitation ends with its link, and the address can be invited again', async () => {
  const { olga } = await signedInPeople();
  const email = `gone-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const invite = async () => {
    const form = formOf(await html(olga, HERE), 'value="list"');
    await ask(olga, HERE, { ...form, step: 'list', text: email, reason: 'Start' });
    await shows(olga, `${HERE}?list=${form['list']}`, '1 invited by mail');
    return form['list'] ?? '';
  };
  const list = await invite();
  const { links } = await auth.givenLinks({ before: Number.MAX_SAFE_INTEGER, limit: 50 });
  const link = links.find(({ to }) => to.startsWith('g') && to.endsWith('@example.com'));
  const operator = { id: 'console', name: '', via: 'console', role: 'all' } as const;
  await ops.withdrawLink(operator, { linkId: link?.id ?? '', reason: 'wrong person' });
  await invite();
  expect(await html(olga, `${HERE}?list=${list}`)).toContain('1 link withdrawn');
  expect(await mail.captured(email)).toHaveLength(2);
});
