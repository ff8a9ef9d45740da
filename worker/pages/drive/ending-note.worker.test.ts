/** The message in the drive about an end of premium or extra storage. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { DAY_MS, GIB } from '#shared/units.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, type Browsing, cookieOf, formOf, html } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { inDrive, makeFile, type Person, seed } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';

const LABEL = 'aria-label="About your plan"';
const PAGE = '/drive/all';
const { membership } = servicesOf(env);

let dora: Browsing & Person;

beforeAll(seed);

beforeEach(async () => {
  const person = await newcomer();
  dora = { ...person, refreshToken: '', ...(await cookieOf(person.email, NEWCOMERS_PASSWORD)) };
});

const premium = (days: number): GrantItem => ({ type: 'premium', region: 'global', months: 0, days });
const pack = (days: number): GrantItem => ({ type: 'storage', months: 0, days, bytes: 2 ** 40 });

async function give(item: GrantItem, startedDaysAgo: number): Promise<void> {
  const actor = { id: '', name: '' };
  await membership.grant(dora.userId, {
    source: 'operator' as const,
    key: newHexId(),
    product: '',
    item,
    reason: '',
    actor,
    startsMs: Date.now() - startedDaysAgo * DAY_MS,
  });
}

/** The message without its marks; '' for none. */
async function message(path = PAGE, who: Browsing = dora): Promise<string> {
  const page = await html(who, path);
  const at = page.indexOf(LABEL);
  if (at < 0) return '';
  return page
    .slice(at, page.indexOf('</aside>', at))
    .replace(/<!--.*?-->/g, '')
    .replace(/^[^>]*>|<[^>]*>/g, '')
    .trim();
}

test('a person whom no end concerns has no message', async () => {
  expect(await message()).toBe('');
  await give(premium(30), 10);
  expect(await message()).toBe('');
});

test('the message comes a week before the end and says when, with the way to extend', async () => {
  await give(premium(30), 25);
  expect(await message()).toMatch(/^Premium ends on \w+ \d+, \d{4}\. Your files stay\. Extend$/);
  expect(await message('/drive/trash')).toBe('');
});

test('a closed message stays closed; the one after the end is another', async () => {
  await give(premium(30), 25);
  const { id = '', next = '' } = formOf((await html(dora, PAGE)).split(LABEL)[1] ?? '', 'name="next"');
  expect(next).toBe(PAGE);
  const answer = await ask(dora, '/close-note', { id, next });
  const closed = { cookie: `${dora.cookie}; ${answer.headers.get('set-cookie')?.split(';', 1)[0]}` };
  expect(await message(PAGE, closed)).toBe('');
  expect(await message()).not.toBe('');
  await give(pack(30), 31);
  expect(await message(PAGE, closed)).toMatch(/^1 TB of extra storage ended on /);
});

test('after the end the message says that files are there, and that uploads wait where more is stored than fits', async () => {
  await give(premium(30), 31);
  expect(await message()).toMatch(/^Premium ended on .*\. Your files are all still here\. Extend$/);
  await makeFile(dora);
  await inDrive(dora, 'UPDATE space SET usage_bytes = usage_bytes + ?', String(7 * GIB));
  expect(await message()).toMatch(/still here\. You store more than your plan includes, so uploads are paused/);
});

test('a subscription that goes on has no end to announce, and one that was cancelled has', async () => {
  await give(premium(30), 25);
  // The first order makes the tables.
  await servicesOf(env).billing.ownOrders(dora.userId, '', 1);
  const ref = newWireId();
  await env.BILLING.prepare(
    `INSERT INTO subscriptions (provider, subscription_ref, user_id, order_id, status, period_end, reported_at)
      VALUES ('sandbox', ?, ?, '', 'active', 0, 0)`,
  )
    .bind(ref, dora.userId)
    .run();
  expect(await message()).toBe('');
  await env.BILLING.prepare('UPDATE subscriptions SET cancel_at_end = 1 WHERE subscription_ref = ?').bind(ref).run();
  expect(await message()).not.toBe('');
});
