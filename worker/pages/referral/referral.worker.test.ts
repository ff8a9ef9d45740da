/** The pages of invitations as people without script use them: from the link over the sign-up to the list of the inviter. */
import { expect, it } from 'vitest';
import { verifiedToken } from '#test/contract/cases/codes.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, cookieOf, html, VISITOR } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';

const { email, userId } = await newcomer();
const inviter = { userId, ...(await cookieOf(email, NEWCOMERS_PASSWORD)) };

const linkIn = (page: string): string => /\/invite\/[0-9A-Z]{10}/.exec(page)?.[0] ?? '';

it('a visitor reads the rules and is led to sign-in; the page shows no link', async () => {
  const page = await html(VISITOR, '/referral');
  expect(page).toContain('7 days of Premium');
  expect(page).toContain('/auth?next=%2Freferral');
  expect(linkIn(page)).toBe('');
});

it('a person has one link with its QR code, and reads that no person came yet', async () => {
  const page = await html(inviter, '/referral');
  expect(page).toContain('No one has joined with your link yet.');
  expect(page).toContain(`QR code of ${ORIGIN}${linkIn(page)}`);
  expect(linkIn(await html(inviter, '/referral'))).toBe(linkIn(page));
});

it('the link keeps its code in the browser of a visitor alone, and an unknown link keeps nothing', async () => {
  const path = `/en-US${linkIn(await html(inviter, '/referral'))}`;
  const answer = await ask(VISITOR, path);
  expect(await answer.text()).toContain('7 days of Premium for free');
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('pp_invite='));
  expect(cookie).toMatch(/Max-Age=2592000; SameSite=Lax; HttpOnly/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await ask(inviter, path)).headers.getSetCookie().join()).not.toContain('pp_invite');
  const unknown = await ask(VISITOR, '/en-US/invite/0000000000');
  expect(await unknown.text()).toContain('This invitation isn’t valid');
  expect(unknown.headers.getSetCookie().join()).not.toContain('pp_invite');
  for (const address of ['/en-US/invite/short', '/invite/short', '/invite/%ED%A0%80', '/invite/..%2f..%2f'])
    expect([address, (await ask(VISITOR, address)).status]).toEqual([address, 404]);
});

it('a sign-up with the link gives premium at once, and the inviter sees a masked name and a pending reward', async () => {
  const code = linkIn(await html(inviter, '/referral')).slice('/invite/'.length);
  const email = `${newHexId(8)}@example.com`;
  const fields = {
    step: 'code',
    by: 'email',
    email,
    name: 'Margaret',
    password: NEWCOMERS_PASSWORD,
    verification_token: await verifiedToken(email, 'sign-up'),
  };
  const browser = { cookie: `pp_invite=${encodeURIComponent(JSON.stringify(code))}` };
  const made = await ask(browser, '/auth/sign-up', fields);
  expect(made.status).toBe(303);
  const cookies = made.headers.getSetCookie();
  expect(cookies.find((each) => each.startsWith('pp_free_days='))).toContain('pp_free_days=7; Path=/; Max-Age=604800');
  expect(cookies.find((each) => each.startsWith('pp_invite='))).toContain('Max-Age=0');
  const session = cookies.find((each) => each.startsWith('magpie_session='))?.split(';', 1)[0] ?? '';
  expect(await html({ cookie: session }, '/drive/payment/orders')).toContain('Premium, 7 days');
  const page = await html(inviter, '/referral');
  expect(page).toContain('data-invited="pending"');
  expect(page).toContain('1 person joined');
  expect(page).not.toContain('Margaret');
});

it('where operators closed invitations their pages lead to the page of the end', async () => {
  const { checkIn, invitations } = await servicesOf(env).membership.rewards();
  const text = JSON.stringify({ checkIn, invitations: { ...invitations, open: false } });
  const kv = { get: async (key: string) => (key.includes('rewards') ? text : null) };
  const server = makeServer({ bindings: { CONFIG: kv as unknown as KVNamespace } });
  for (const path of ['/referral', '/en-US/invite/0000000000']) {
    const headers = { host: new URL(ORIGIN).host, accept: 'text/html', 'accept-language': 'en-US' };
    const answer = await visit(path, { headers, server });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/en-US/activity-end']);
  }
});
