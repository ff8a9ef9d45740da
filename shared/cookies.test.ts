import { expect, test } from 'vitest';
import {
  parseCookies,
  readCookie,
  readTextCookie,
  stalePassCookies,
  writeCookie,
  writePageCookie,
  writeRawCookie,
} from './cookies.ts';

const pair = (setCookie: string) => setCookie.split(';')[0] ?? '';

test.each([['ja'], [{ viewType: 'list', n: 3 }], [['a', 'ß', '日本']], [null], [true], ['semi;colon, and "quotes"']])(
  'a cookie carries %j and gives it back',
  (value) => {
    const cookies = parseCookies(`other=1; ${pair(writeCookie('pp_x', value))}; last=2`);
    expect(readCookie(cookies, 'pp_x')).toEqual(value);
  },
);

test('a cookie is strict, secure and valid for the whole site by default', () => {
  expect(writeCookie('pp_x', 1)).toBe('pp_x=1; Path=/; SameSite=Strict; Secure');
  expect(
    writeCookie('pp_x', 1, { maxAgeSeconds: 60.9, sameSite: 'lax', httpOnly: true, priority: 'high', path: '/s' }),
  ).toBe('pp_x=1; Path=/s; Max-Age=60; SameSite=Lax; Secure; HttpOnly; Priority=High');
});

test.each([
  ['https:', 'pp_x=1; Path=/; SameSite=Lax; Secure'],
  ['http:', 'pp_x=1; Path=/; SameSite=Lax'],
])('a cookie: that a page over %s writes is stored by every engine', (protocol, line) => {
  const page = { cookie: '', location: { protocol } };
  writePageCookie(page, 'pp_x', 1, { sameSite: 'lax' });
  expect(page.cookie).toBe(line);
});

test.each([
  ['a name with a space', () => writeCookie('a b', 1)],
  ['an empty name', () => writeCookie('', 1)],
  ['a name with a line break', () => writeCookie('a\r\nb', 1)],
  ['a raw value with a line break', () => writeRawCookie('a', 'x\r\nSet-Cookie: y=1')],
  ['a raw value with a semicolon', () => writeRawCookie('a', 'x; Domain=evil.example')],
  ['an endless max-age', () => writeCookie('a', 1, { maxAgeSeconds: Number.POSITIVE_INFINITY })],
  ['a max-age that is no number', () => writeCookie('a', 1, { maxAgeSeconds: Number.NaN })],
  ['an unknown sameSite', () => writeCookie('a', 1, { sameSite: 'loose' as 'lax' })],
  ['an unknown priority', () => writeCookie('a', 1, { priority: 'urgent' as 'low' })],
  ['a path with a semicolon', () => writeCookie('a', 1, { path: '/; Domain=x' })],
])('a cookie is refused with %s', (_what, write) => {
  expect(write).toThrow(TypeError);
});

test.each([null, '', ';;;', '=x', 'a', ' = ; =', '\u0000', '%', 'a=%E0%A4%A; b=ok'])(
  'a Cookie header: of garbage (%j) is read without harm',
  (header) => {
    const cookies = parseCookies(header);
    expect(readCookie(cookies, 'missing')).toBeUndefined();
    expect(readTextCookie(cookies, 'a')).toBe('');
  },
);

test('counts the first cookie of a name', () => {
  expect(readCookie(parseCookies('a=1; a=2'), 'a')).toBe(1);
});

test('a Cookie header gives text that is no JSON as it stands', () => {
  expect(readTextCookie(parseCookies('pp_locale=ja'), 'pp_locale')).toBe('ja');
});

const header = 'pp_share_a=1; pp_pass_code_a=1; pp_share_b=1; pp_share_c=1; pp_user_id=1; pp_share_d=1; pp_share_e=1';
const cookies = parseCookies(header);

test('the last three of each kind stay, and the current one, which counts among them', () => {
  expect(stalePassCookies(cookies, 'pp_share_e')).toEqual(['pp_share_a', 'pp_share_b']);
  expect(stalePassCookies(cookies, 'pp_share_a')).toEqual(['pp_share_b', 'pp_share_c']);
  expect(stalePassCookies(cookies, 'pp_share_new')).toEqual(['pp_share_a', 'pp_share_b', 'pp_share_c']);
  expect(stalePassCookies(cookies, 'pp_pass_code_new')).toEqual(['pp_share_a', 'pp_share_b']);
});

test('passcode cookies: few are left alone', () => {
  expect(stalePassCookies(parseCookies('pp_share_a=1; pp_user_id=1'), 'pp_share_a')).toEqual([]);
  expect(stalePassCookies(parseCookies(''), 'pp_share_a')).toEqual([]);
});
