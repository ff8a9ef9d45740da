import { describe, expect, it } from 'vitest';
import { mailContract } from '#shared/mail/contract.ts';
import { POLICY_DOCUMENTS } from '#shared/route-table.ts';
import { welcomeLink } from '#test/contract/cases/mail.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, cookieOf, html, VISITOR } from '#test/contract/page-visits.ts';
import { env, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { ok } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { blogAddress } from './blog-address.ts';

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return visit(path, { headers });
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return visit(path, { fields, headers });
}

it.each(POLICY_DOCUMENTS)(
  'a policy: %s has two addresses in two spellings and one canonical address',
  async (document) => {
    const names = [...new Set([document, document.toLowerCase()])];
    for (const name of names)
      for (const path of [`/ja/policy/${name}`, `/ja/policy/${name}/${name}`]) {
        const answer = await get(path);
        const html = await answer.text();
        expect([path, answer.status]).toEqual([path, 200]);
        expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/ja/policy/${document}"/>`);
        expect(html.match(/<h1/g)).toHaveLength(1);
        expect(html).not.toContain('{{');
      }
  },
);

it.each(['/ja/policy/refunds', '/ja/policy/anti-abuse/privacy-policy', '/ja/policy/ANTI-ABUSE', '/ja/policy/%00'])(
  'a policy: %s is the fatal not-found page',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

it.each(['en-US', 'ja', 'ru'])('the page of counts exists in %s, and every policy leads to it', async (locale) => {
  const answer = await get(`/${locale}/transparency`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/${locale}/transparency"/>`);
  expect(html).toContain('"@type":"WebPage"');
  expect(html).not.toContain('{{');
  const policy = await (await get(`/${locale}/policy/anti-abuse`)).text();
  expect(policy.match(new RegExp(`href="/${locale}/transparency"`, 'g'))?.length).toBeGreaterThanOrEqual(2);
});

it('a GET of the unsubscribe page changes nothing', async () => {
  const d = await welcomeLink();
  for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { 'user-agent': 'Scanner' }] as Record<string, string>[]) {
    const answer = await get(`/en-US/unsubscribe?d=${d}`, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  }
  await get(`/mail/v1/unsubscribe?d=${d}`);
  expect((await ok(mailContract.subscription, { query: { d } })).subscribed).toBe(true);
});

it('the unsubscribe button stops and allows emails, and pressing twice changes nothing more', async () => {
  const d = await welcomeLink();
  const presses = [
    ['stop', false],
    ['stop', false],
    ['come', true],
    ['come', true],
  ] as const;
  for (const [press, subscribed] of presses) {
    const answer = await post('/en-US/unsubscribe', { d, wish: press });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/en-US/unsubscribe?d=${d}`]);
    expect((await ok(mailContract.subscription, { query: { d } })).subscribed).toBe(subscribed);
  }
});

it('the unsubscribe page refuses a form of another site', async () => {
  const d = await welcomeLink();
  expect((await post('/en-US/unsubscribe', { d, wish: 'stop' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await ok(mailContract.subscription, { query: { d } })).subscribed).toBe(true);
});

it('an invalid unsubscribe link says so, is kept in a change of language, and may not be framed', async () => {
  const forged = await get('/en-US/unsubscribe?d=noise');
  const html = await forged.text();
  expect(forged.status).toBe(400);
  expect(html).toContain('d=noise&amp;locale=ja');
  expect(forged.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect((await get('/en-US/unsubscribe')).status).toBe(200);
  expect((await post('/en-US/unsubscribe', { d: 'noise', wish: 'stop' })).status).toBe(400);
});

describe('the page of email settings', () => {
  const PAGE = '/drive/account/mail';
  const { mail } = servicesOf(env);
  const OFF = { step: 'save', from: '22:00', to: '08:00', zone: 'Asia/Tokyo' };
  async function visit() {
    const { email } = await newcomer();
    return { email, who: await cookieOf(email, NEWCOMERS_PASSWORD) };
  }

  it('the page of email settings shows every category on but those to be asked for, and saves what was chosen', async () => {
    const { email, who } = await visit();
    const before = await html(who, PAGE);
    expect(before.match(/name="topic" value="\w+" checked=""|name="topic" checked="" value="\w+"/g)).toHaveLength(4);
    expect((await ask(who, PAGE, { ...OFF, topic: 'storage', quiet: '1' })).headers.get('location')).toBe(
      `${PAGE}?done=saved`,
    );
    expect(await mail.choices(email)).toEqual({
      topics: { account: false, sharing: false, opened: false, storage: true, tips: false },
      quiet: { fromMinute: 1_320, toMinute: 480, zone: 'Asia/Tokyo' },
    });
    const after = await html(who, `${PAGE}?done=saved`);
    expect(after).toContain('Settings saved.');
    expect(after).toMatch(/<option value="Asia\/Tokyo" selected="">/);
    await ask(who, PAGE, OFF);
    expect((await mail.choices(email)).quiet).toBeNull();
  });

  it.each([
    { from: '', to: '08:00' },
    { from: '25:00', to: '08:00' },
    { from: '08:00', to: '08:00' },
  ])('quiet hours of %j are none, and an unknown zone is UTC', async (hours) => {
    const { email, who } = await visit();
    await ask(who, PAGE, { ...OFF, ...hours, quiet: '1' });
    expect((await mail.choices(email)).quiet).toBeNull();
    await ask(who, PAGE, { ...OFF, zone: 'Mars/Olympus', quiet: '1' });
    expect((await mail.choices(email)).quiet?.zone).toBe('UTC');
  });

  it('mail that came back is shown in the account until the person resumes it', async () => {
    const { email, who } = await visit();
    const report = { kind: 'bounce', email, letter: '', reason: '5.1.1' } as const;
    await ok(mailContract.feedback, {
      body: { reports: [report] },
      headers: { 'x-mail-token': 'token of the tests' },
    });
    expect(await html(who, '/drive/account')).toContain('Emails to your address came back.');
    expect(await html(who, PAGE)).toContain('Send emails again');
    expect((await ask(who, PAGE, { step: 'resume' })).headers.get('location')).toBe(`${PAGE}?done=resumed`);
    expect(await mail.returned(email)).toBeNull();
    expect(await html(who, '/drive/account')).not.toContain('Emails to your address came back.');
  });

  it('email settings are for signed-in people and forms of our own pages', async () => {
    const { email, who } = await visit();
    expect((await ask(VISITOR, PAGE)).status).toBe(303);
    expect((await ask(VISITOR, PAGE, OFF)).status).toBe(303);
    const forged = { cookie: who.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await post(PAGE, OFF, forged)).status).toBe(403);
    expect((await mail.choices(email)).topics.sharing).toBe(true);
  });
});

it.each([
  '/referral',
  '/drive/payment',
  '/drive/payment/storage',
  '/drive/payment/traffic',
  '/ja/inapp/shop',
  '/ja/inapp/widget',
])('pages of plans: %s is there for a visitor, personal, and no page for a search', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).toContain('/auth?next=');
});

it.each([
  ['https://drive.example.com', 'https://blog.drive.example.com/'],
  ['https://drive.example.com:8443', 'https://blog.drive.example.com:8443/'],
  ['http://localhost:8787', ''],
  ['https://localhost', ''],
  ['https://203.0.113.7', ''],
  ['https://[2001:db8::1]', ''],
  ['http://drive.example.com', ''],
])('the blog: of %s is at %j', (origin, address) => {
  expect(blogAddress(origin)).toBe(address);
});

it('the page of the blog says when there is no blog', async () => {
  const answer = await get('/en-US/blog');
  expect([answer.status, (await answer.text()).includes('No blog yet')]).toEqual([200, true]);
});
