/** The operators' sections of members, gift codes and totals, as plain forms. */
import { expect, test } from 'vitest';
import { mailContract } from '#shared/mail/contract.ts';
import { LETTER_KINDS } from '#shared/mail/letter-kinds.ts';
import { ask, formOf, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { makePeople, ok } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';

const MEMBERS = '/ops/members';
const CODES = '/ops/codes';
const { documents } = servicesOf(env);

const { bob, olga } = await signedInPeople();

async function notesOf(act: string): Promise<string[]> {
  const acts = await documents.log({ name: '', before: 0, limit: 50 });
  return acts.filter((each) => each.act === act).map(({ note }) => note);
}

test('an operator grants a product to a found person once, and takes it back once, each with a reason in log and history', async () => {
  const search = `${MEMBERS}?q=${bob.email}`;
  const { key = '' } = formOf(await html(olga, search), 'value="grant"');
  const grant = { step: 'grant', person: bob.email, key, product: 'storage-1t-month', region: 'global' };
  expect((await ask(olga, MEMBERS, { ...grant, reason: ' ' })).status).toBe(400);
  expect((await ask(olga, MEMBERS, { ...grant, product: 'nothing', reason: 'x' })).status).toBe(400);
  for (let press = 0; press < 2; press += 1)
    expect((await ask(olga, MEMBERS, { ...grant, reason: 'Lost a day' })).status).toBe(303);
  const history = await html(bob, '/drive/payment/orders');
  expect(history.split('Reason: Lost a day')).toHaveLength(2);
  expect(history).toContain('1 TB more from a pack');

  const { entry = '' } = formOf(await html(olga, search), 'value="take_back"');
  const back = { step: 'take_back', person: bob.email, entry };
  expect((await ask(olga, MEMBERS, { ...back, reason: '' })).status).toBe(400);
  expect((await ask(olga, MEMBERS, { ...back, entry: 'nothing', reason: 'x' })).status).toBe(400);
  expect((await ask(olga, MEMBERS, { ...back, reason: 'Twice' })).status).toBe(303);
  expect(await html(olga, search)).not.toContain('value="take_back"');
  expect(await html(bob, '/drive/payment/orders')).toContain('Reason: Twice');
  expect((await notesOf('member_granted'))[0]).toMatch(/: storage-1t-month: Lost a day$/);
  expect((await notesOf('member_reversed'))[0]).toMatch(/: storage-1t-month \S+: Twice$/);
});

test('an unknown name finds no account, and an unknown step changes nothing', async () => {
  expect(await html(olga, `${MEMBERS}?q=nobody@example.com`)).toContain('Nobody found');
  expect((await ask(olga, MEMBERS, { step: 'grant', person: 'nobody@example.com', reason: 'x' })).status).toBe(400);
  expect((await ask(olga, MEMBERS, { step: 'delete', person: bob.email })).status).toBe(400);
});

test('the codes of a new batch are a file, this one time; they redeem until the batch is revoked', async () => {
  const make = { step: 'make', product: 'premium-month', region: 'global', count: '3', days: '30', note: 'Fair' };
  for (const wrong of [{ count: '0' }, { count: '10001' }, { days: '0' }, { count: 'many' }, { product: 'nothing' }])
    expect([wrong, (await ask(olga, CODES, { ...make, ...wrong })).status]).toEqual([wrong, 400]);
  const answer = await ask(olga, CODES, make);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="gift-codes-\w{5}\.csv"$/);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const [head, first = '', second = '', third = '', end] = (await answer.text()).split('\r\n');
  expect([head, end]).toEqual(['code', '']);
  const page = await html(olga, CODES);
  for (const code of [first, second, third]) expect(page).not.toContain(code);

  expect((await ask(bob, '/drive/payment', { gift_code: first })).status).toBe(303);
  expect((await html(olga, CODES)).replaceAll('<!-- -->', '')).toContain('1 of 3 redeemed');
  const batch = first.slice(0, 5);
  expect((await ask(olga, CODES, { step: 'revoke', batch, reason: '' })).status).toBe(400);
  expect((await ask(olga, CODES, { step: 'revoke', batch: 'ZZZZZ', reason: 'x' })).status).toBe(400);
  expect((await ask(olga, CODES, { step: 'revoke', batch, reason: 'Leaked' })).status).toBe(303);
  expect((await ask(bob, '/drive/payment', { gift_code: second })).status).toBe(400);
  expect((await notesOf('codes_revoked')).filter((note) => note.startsWith(batch))).toEqual([`${batch}: Leaked`]);
});

test.each([MEMBERS, CODES])('a person who is no operator reads and changes nothing at %s', async (path) => {
  expect((await ask(bob, `${path}?q=olga@example.com`)).status).toBe(403);
  expect((await ask(bob, path, { step: 'make', person: bob.email })).status).toBe(403);
});

test('totals are plotted and listed for operators alone, for each period', async () => {
  for (const [period, steps] of [
    ['hours', 48],
    ['month', 30],
    ['quarter', 90],
    ['weeks', 26],
    ['year', 12],
    ['nothing', 30],
  ] as const) {
    const page = await html(olga, `/ops/totals?period=${period}`);
    expect([period, page.split('<th scope="row"').length - 1]).toEqual([period, steps]);
    expect(page.split('<svg').length).toBeGreaterThan(4);
  }
  expect(await html(olga, '/ops/totals')).not.toContain('NaN');
  const file = await ask(olga, '/ops/totals?period=year&format=csv');
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(13);
  expect((await ask(bob, '/ops/totals?format=csv')).status).toBe(403);
  await html(bob, '/ops/totals', 403);
});

test('an operator sees each letter in each language with the own address, and other people see none', async () => {
  const { olga: account } = await makePeople();
  const page = await html(olga, '/ops/letters?kind=invited&language=ja');
  expect(page).toContain('共有フォルダーまたはファイルへの招待が届きました');
  expect(page).toContain('Category: sharing');
  const d = /unsubscribe\?d=([\w-]+)/.exec(page)?.[1] ?? '';
  const shown = await ok(mailContract.subscription, { query: { d } });
  expect(Object.values(shown)).toEqual(expect.arrayContaining(['sharing', true]));
  expect(shown.email.slice(-12)).toBe(account.email.slice(-12));
  const letter = await ask(olga, '/ops/letters?kind=invited&language=ja&as=html');
  expect(letter.headers.get('content-security-policy')).toContain('sandbox');
  expect(letter.headers.get('cache-control')).toBe('private, no-store');
  expect(await letter.text()).toContain('<html lang="ja"');
  for (const kind of LETTER_KINDS)
    expect((await html(olga, `/ops/letters?kind=${kind}&language=ru`)).match(/<h1/g)).toHaveLength(1);
  expect((await ask(bob, '/ops/letters')).status).toBe(403);
});
