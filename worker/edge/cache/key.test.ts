import { expect, test } from 'vitest';
import { parseCookies } from '#shared/cookies.ts';
import { type CacheRequest, cleanRequest, planOf } from './key.ts';

function ask(change: Partial<Omit<CacheRequest, 'cookies'>> & { cookie?: string } = {}): CacheRequest {
  const { cookie = '', ...rest } = change;
  const usual = {
    method: 'GET',
    hostKind: 'app',
    path: '/help',
    search: '',
    locale: 'ja',
    isSignedInHere: false,
    closedNotice: '',
  } as const;
  return { ...usual, cookies: parseCookies(cookie), ...rest };
}
const keyOf = (change?: Parameters<typeof ask>[0]) => planOf(ask(change))?.key ?? null;

test.each([
  ['a campaign', { search: '?utm_source=x&gclid=1' }],
  ['an empty query', { search: '?' }],
  ['a parameter that another page reads', { search: '?q=1' }],
  ['consent', { cookie: 'consent=%7B%7D' }],
  ['a language, which is in the path', { cookie: 'pp_locale=%22ko%22' }],
  ['somebody else’s cookies', { cookie: '_ga=1; a=b; =; ;;' }],
  ['a theme that is none', { cookie: 'pp_theme=pink' }],
  ['notes that were closed and are no notice now', { cookie: 'pp_closed=%22notice.1%20other%22' }],
  ['being asked for the head alone', { method: 'HEAD' }],
])('one page, one key: %s changes nothing', (_name, change) => {
  expect(keyOf(change)).toBe(keyOf());
  expect(keyOf()).not.toBeNull();
});

test.each([
  ['language', { locale: 'ko' }],
  ['path', { path: '/faq' }],
  ['a trailing slash', { path: '/help/' }],
  ['a dark theme', { cookie: 'pp_theme=dark' }],
  ['a session', { isSignedInHere: true }],
  ['a closed notice', { closedNotice: 'notice.1' }],
] as const)('one page, one key: %s makes another', (_name, change) => {
  expect(keyOf(change)).not.toBeNull();
  expect(keyOf(change)).not.toBe(keyOf());
});

test('a theme counts however it was written', () => {
  expect(keyOf({ cookie: 'pp_theme=dark' })).toBe(keyOf({ cookie: 'pp_theme=%22dark%22' }));
  expect(keyOf({ cookie: 'pp_theme=dark' })).not.toBe(keyOf({ cookie: 'pp_theme=light' }));
});

test.each([
  ['a form', { method: 'POST' }],
  ['another host of ours', { hostKind: 'api' }],
  ['a page that is somebody’s own', { path: '/drive/all' }],
  ['the way in', { path: '/auth' }],
  ['a share', { path: '/s/Vabc' }],
  ['the contact form', { path: '/contact-us' }],
  ['no page', { path: '/nowhere' }],
  ['a policy that is none', { path: '/policy/nothing' }],
  ['another spelling of a page', { path: '/policy/%70rivacy-policy' }],
  ['a code in the address', { search: '?code=abc' }],
  ['a code whose name is spelt otherwise', { search: '?%63ode=abc' }],
  ['a hand-off', { search: '?x=1&bridge_auth=1' }],
  ['a dialog asked for', { search: '?action=show_login' }],
  ['a desktop client', { search: '?from_source=pc_client&port=1f90' }],
  ['a search for help', { path: '/help-center', search: '?q=upload' }],
  ['a pretended app', { cookie: 'pp_dev_shell=%7B%7D' }],
])('rendered for this request alone: %s', (_name, change) => {
  expect(planOf(ask(change))).toBeNull();
});

test('the page is told of the closed notice, and of no other note', () => {
  const asked = ask({ cookie: 'pp_closed=%22winter%20notice.1%22', closedNotice: 'notice.1' });
  const plan = planOf(asked);
  expect(plan && cleanRequest(plan, asked).cookies).toEqual(new Map([['pp_closed', 'notice.1']]));
});

test('what the page is told holds nothing but what the key names', () => {
  const asked = ask({
    search: '?utm_source=x',
    cookie: '__Host-magpie_session=secret; pp_theme=dark; a=b',
    isSignedInHere: true,
  });
  const plan = planOf(asked);
  expect(plan?.key).toBe('ja /help dark in');
  const clean = plan && cleanRequest(plan, asked);
  expect(clean).toEqual({ path: '/ja/help', cookies: new Map([['pp_theme', 'dark']]) });
});
