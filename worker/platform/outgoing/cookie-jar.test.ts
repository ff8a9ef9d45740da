/** Cookies of one call to the outside: which go where. */
import { expect, it } from 'vitest';
import { makeCookieJar } from './cookie-jar.ts';

const NOW_MS = Date.UTC(2026, 10, 28);
const FROM = 'https://files.example/a/b/get';

/** The field for `to` after `from` has set these. */
function fieldAfter(set: readonly string[], to = FROM, from = FROM): string {
  const jar = makeCookieJar(NOW_MS);
  jar.take(new URL(from), new Headers(set.map((value) => ['set-cookie', value])));
  return jar.fieldFor(new URL(to));
}

it.each([
  ['a plain one', 'a=1', FROM, 'a=1'],
  ['one with attributes', 'a=1; Path=/; HttpOnly; SameSite=Strict', 'https://files.example/', 'a=1'],
  ['one with quotes and signs of equality', 'a="b=c"', FROM, 'a="b=c"'],
  ['an empty one', 'a=', FROM, 'a='],
  ['one of the parent domain, to the same host', 'a=1; Domain=.example', FROM, 'a=1'],
  ['one without Secure, from https to http', 'a=1', 'http://files.example/a/b/get', 'a=1'],
  ['one with another port', 'a=1', 'https://files.example:8443/a/b/get', 'a=1'],
  ['one with a path, below it', 'a=1; Path=/a', 'https://files.example/a/c', 'a=1'],
  ['one with a path that is none', 'a=1; Path=b', 'https://files.example/a/b/c', 'a=1'],
  ['one that ends later', 'a=1; Expires=Wed, 09-Dec-2026 00:00:00 GMT', FROM, 'a=1'],
  ['one whose age goes before its end', 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60', FROM, 'a=1'],
  ['one with a prefix, as it must be', '__Host-a=1; Secure; Path=/', FROM, '__Host-a=1'],
])('a cookie is sent: %s', (_, set, to, field) => {
  expect(fieldAfter([set], to)).toBe(field);
});

it.each([
  ['to another host', 'a=1', 'https://other.example/a/b/get'],
  ['to a host below', 'a=1; Domain=files.example', 'https://www.files.example/a/b/get'],
  ['to the parent domain', 'a=1; Domain=example', 'https://example/a/b/get'],
  ['that names another domain', 'a=1; Domain=other.example', FROM],
  ['that names a domain below', 'a=1; Domain=www.files.example', FROM],
  ['whose domain only ends alike', 'a=1; Domain=les.example', FROM],
  ['beside its path', 'a=1; Path=/a/b', 'https://files.example/a/bc'],
  ['above the folder that set it', 'a=1', 'https://files.example/a/get'],
  ['with Secure to http', 'a=1; Secure', 'http://files.example/a/b/get'],
  ['that has ended', 'a=1; Max-Age=0', FROM],
  ['that has ended by its date', 'a=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT', FROM],
  ['without a name', '=1', FROM],
  ['without a sign of equality', 'a', FROM],
  ['that is too long', `a=${'b'.repeat(5_000)}`, FROM],
  ['with a prefix and without Secure', '__Secure-a=1', FROM],
  ['of the host with a domain', '__Host-a=1; Secure; Path=/; Domain=files.example', FROM],
  ['of the host with a path', '__Host-a=1; Secure; Path=/a', FROM],
])('a cookie is not sent %s', (_, set, to) => {
  expect(fieldAfter([set], to)).toBe('');
});

it('a cookie: with Secure is not taken from http', () => {
  expect(fieldAfter(['a=1; Secure'], FROM, 'http://files.example/a/b/get')).toBe('');
});

it('a cookie that is set again replaces the first one, and one that ends removes it', () => {
  expect(fieldAfter(['a=1', 'b=2', 'a=3'])).toBe('b=2; a=3');
  expect(fieldAfter(['a=1', 'b=2', 'a=; Max-Age=0'])).toBe('b=2');
});

it('a cookie: with a longer path goes first', () => {
  expect(fieldAfter(['a=1; Path=/', 'b=2; Path=/a/b'])).toBe('b=2; a=1');
});

it('cookies are bounded in number and in bytes', () => {
  const many = Array.from({ length: 300 }, (_, n) => `c${n}=1`);
  expect(fieldAfter(many).split('; ')).toEqual(many.slice(-20));
  const long = Array.from({ length: 20 }, (_, n) => `c${n}=${'b'.repeat(4_000)}`);
  expect(fieldAfter(long).length).toBeLessThanOrEqual(8_192);
});
