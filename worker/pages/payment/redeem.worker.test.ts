/** The redeem box, the history of a membership, and the traffic page, without any script. */
import { expect, test } from 'vitest';
import { ask, type Browsing, decide, html, order, signedInPeople, VISITOR } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { servicesOf } from '#worker/compose.ts';

const PLANS = '/drive/payment';
const ACTOR = { id: 'test', name: '' };
const { giftCodes } = servicesOf(env);

const { bob, carla } = await signedInPeople();

async function batchOf(product: string, region: 'global' | 'regional' = 'global') {
  const untilMs = Date.now() + 86_400_000;
  return giftCodes.createBatch({ product, region, count: 1, untilMs, note: '', actor: ACTOR });
}

/** Posts a code. @returns the page after it */
async function redeem(who: Browsing, code: string): Promise<{ status: number; page: string }> {
  const answer = await ask(who, PLANS, { gift_code: code });
  if (answer.status !== 303) return { status: answer.status, page: await answer.text() };
  const location = answer.headers.get('location') ?? '';
  expect(location.endsWith('#redeem')).toBe(true);
  return { status: 303, page: await html(who, location.split('#')[0] ?? '') };
}

test('the redeem box is shown to a person, and not to a visitor', async () => {
  expect(await html(bob, PLANS)).toContain('name="gift_code"');
  expect(await html(bob, '/en-US/inapp/shop')).toContain('name="gift_code"');
  expect(await html(bob, '/drive/payment/storage')).not.toContain('name="gift_code"');
  expect(await html(VISITOR, PLANS)).not.toContain('name="gift_code"');
  expect((await ask(VISITOR, PLANS, { gift_code: 'A' })).headers.get('location')).toContain('/auth');
});

test('the redeem box gives what the code holds, names it with its end, and the history has it once', async () => {
  const { codes } = await batchOf('premium-month');
  const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
  const { status, page } = await redeem(bob, typed);
  expect(status).toBe(303);
  expect(page).toContain('Premium, 1 month');
  expect(page).toContain('Redeemed. Your gift is in your account.');
  expect(page).toContain('You will have Premium until');
  const again = await redeem(bob, typed);
  expect(again.status).toBe(400);
  expect(again.page).toContain('This code has already been used.');
  const history = await html(bob, '/drive/payment/orders');
  expect(history.split('Gift code, ')).toHaveLength(2);
  expect(history).toMatch(/Premium until [^<]+, from the purchases and rewards below/);
});

test('a refused code is explained beside the field in the language of the person, and stays typed', async () => {
  const unknown = await redeem(bob, 'AAAAA-BBBBB-CCCCC-DDDDD');
  expect([unknown.status, unknown.page.includes('value="AAAAA-BBBBB-CCCCC-DDDDD"')]).toEqual([400, true]);
  expect(unknown.page).toContain('aria-invalid="true"');
  expect((await redeem({ cookie: `${bob.cookie}; pp_locale=%22ja%22` }, 'x'.repeat(300))).page).toContain(
    'このコードは無効です。',
  );
  const regional = await batchOf('premium-month', 'regional');
  expect((await redeem(bob, regional.codes[0] ?? '')).page).toContain('can’t be used in your region');
  const revoked = await batchOf('premium-month');
  await giftCodes.revokeBatch(revoked.batch.id);
  expect((await redeem(bob, revoked.codes[0] ?? '')).page).toContain('This code isn’t valid');
});

test('the redeem box does not show what another person redeemed', async () => {
  const { codes } = await batchOf('storage-1t-month');
  const answer = await ask(carla, PLANS, { gift_code: codes[0] ?? '' });
  const location = answer.headers.get('location')?.split('#')[0] ?? '';
  expect(await html(carla, location)).toContain('Redeemed.');
  expect(await html(bob, location)).not.toContain('Redeemed.');
});

async function attributionAfter(who: Browsing, path: string): Promise<unknown> {
  const checkout = await order(who, path, 'Buy for');
  const id = checkout.split('/sb_')[1] ?? '';
  const row = await env.BILLING.prepare('SELECT attribution FROM orders WHERE id = ?')
    .bind(id)
    .first<{ attribution: string }>();
  return JSON.parse(row?.attribution ?? 'null') as unknown;
}

test('an order: stores the marketing source of its page, else that of the cookies, and the hosts before', async () => {
  const storage = '/drive/payment/storage';
  expect(await attributionAfter(bob, `${storage}?__source=blog&__medium=post&__campaign=spring`)).toEqual({
    source: 'blog',
    medium: 'post',
    name: 'spring',
    referers: [],
  });
  const referers = encodeURIComponent(JSON.stringify([{ val: 'news.example', expired: Date.now() + 60_000 }]));
  const cookie = `${bob.cookie}; pp_source=%22ads%22; pp_medium=%22%22; pp_campaign=x; pp_referers=${referers}`;
  expect(await attributionAfter({ cookie }, storage)).toEqual({
    source: 'ads',
    medium: '',
    name: 'x',
    referers: ['news.example'],
  });
});

test('an order is linked from the history with its storage, which is counted beside the plan', async () => {
  const checkout = await order(bob, '/drive/payment/storage', 'Buy for $2.99');
  const page = await decide(bob, checkout, { decision: 'approve', delivery: 'once' });
  const history = await html(bob, '/drive/payment/orders');
  expect(history).toContain(`href="${page}"`);
  expect(history).toContain('1 TB more from a pack, until');
});

test('the traffic page shows this month by kind and each day with downloads', async () => {
  const page = await html(bob, '/drive/payment/traffic');
  expect(page).toContain('TB left this month');
  expect(page).toContain('No downloads in the last 30 days.');
});

const closed = makeServer({ bindings: { PAYMENT: 'off' } });

test('an installation that sells nothing offers no plans, codes, popover or dialogs anywhere', async () => {
  const read = async (path: string) => {
    const headers = { host: new URL(ORIGIN).host, cookie: bob.cookie };
    const answer = await visit(path, { headers, server: closed });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  for (const path of ['/drive/all', PLANS, '/en-US/inapp/shop', '/en-US/inapp/widget']) {
    const page = await read(path);
    for (const offer of ['Get Premium', 'payment#redeem', 'name="product"', 'With Premium you get', '"sells":true'])
      expect([path, offer, page.includes(offer)]).toEqual([path, offer, false]);
  }
  expect(await html(bob, '/drive/all')).toContain('"sells":true');
});
