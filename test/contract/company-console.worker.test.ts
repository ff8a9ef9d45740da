/** The operators' pages of a company: what only a service with offers has is hidden, and its data stays. */
import { afterAll, expect, it } from 'vitest';
import { cookieOf } from './page-visits.ts';
import { makeServer } from './send.ts';
import { visit } from './visit.ts';
import { makePeople } from './world.ts';

const company = makeServer({ bindings: { SERVICE_KIND: 'company' } });
const HIDDEN = ['payments', 'members', 'codes', 'invitations', 'rewards', 'activity_operation'];
const SHOWN = ['people', 'invite', 'reports', 'operators', 'groups', 'membership', 'service', 'frame', 'letter_texts'];
const OFFERS = /\b(premium|plans?|prices?|check-?in|referrals?|rewards?|payments?)\b/i;

const wordsOf = (html: string): string => html.replace(/<[^>]+>/g, ' ');

// Files share an isolate, whose texts are those of the last request: this one makes them the usual ones.
afterAll(async () => {
  await visit('/en-US');
});

it('a company has no pages of payments, members, gift codes and rewards, and says how to get them', async () => {
  const { bob, olga } = await makePeople();
  const { cookie } = await cookieOf(olga.email, 'magpie-demo');
  const page = async (path: string, server = company) => {
    const answer = await visit(path, { server, headers: { cookie } });
    return { status: answer.status, text: await answer.text() };
  };
  const codes = { step: 'make', product: 'premium-month', region: 'global', count: '1', days: '30', note: 'Of before' };
  expect((await visit('/ops/codes', { fields: codes, headers: { cookie } })).status).toBe(200);
  // Events of the sign-in, which are of the other server of this isolate, choose the texts too.
  await expect.poll(async () => (await page('/ops')).text).not.toContain('href="/ops/payments"');
  const overview = await page('/ops');
  // An earlier act is in the log, without a link.
  expect(overview.text).toMatch(/Of before/);
  for (const name of HIDDEN) {
    expect([name, overview.text.includes(`href="/ops/${name}"`)]).toEqual([name, false]);
    const { status, text } = await page(`/ops/${name}`);
    expect([name, status, text.includes('Not offered here')]).toEqual([name, 404, true]);
    expect(text).toContain('href="/ops/service"');
    const sent = await visit(`/ops/${name}`, { server: company, fields: { step: 'make' }, headers: { cookie } });
    expect([name, sent.status]).toEqual([name, 404]);
  }
  const person = await page(`/ops/people?person=${bob.userId}`);
  const main = /<main.*<\/main>/s.exec(person.text)?.[0] ?? '';
  expect([person.status, main.includes('Storage'), /premium|\bplans?\b|\bfree\b/i.exec(wordsOf(main))]).toEqual([
    200,
    true,
    null,
  ]);
  const letters = (await page('/ops/letters?kind=reward-granted')).text;
  expect(letters).toContain('value="links-end"');
  for (const kind of ['plan-ends', 'plan-ended', 'reward-granted'])
    expect([kind, letters.includes(`value="${kind}"`)]).toEqual([kind, false]);
  for (const name of SHOWN) {
    expect([name, overview.text.includes(`href="/ops/${name}"`)]).toEqual([name, true]);
    const { status, text } = await page(`/ops/${name}`);
    const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
    expect([name, status, OFFERS.exec(wordsOf(main))?.[0] ?? '']).toEqual([name, 200, '']);
  }
  for (const name of HIDDEN)
    expect([name, (await visit(`/ops/${name}`, { headers: { cookie } })).status]).toEqual([name, 200]);
});
