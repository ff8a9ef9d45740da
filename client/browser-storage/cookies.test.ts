import { expect, test } from 'vitest';
import { COOKIE, makeCookieJar, passTokenCookie } from './cookies.ts';

/** `document.cookie`: reading returns names and values, writing one line changes one cookie. */
function page() {
  const cookies = new Map<string, string>();
  const lines: string[] = [];
  return {
    lines,
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

test('the user id stays 365 days, lax and secure', () => {
  const document = page();
  const jar = makeCookieJar(document);
  jar.set(COOKIE.userId, 'V1');
  expect(document.lines).toEqual(['pp_user_id=%22V1%22; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  expect(jar.get(COOKIE.userId)).toBe('V1');
  jar.remove(COOKIE.userId);
  expect(document.cookie).toBe('');
});

test('the answer of the region check stays 10 minutes, strict and secure', () => {
  const document = page();
  makeCookieJar(document).set(COOKIE.accessToVisit, true);
  expect(document.lines).toEqual(['pp_access=true; Path=/; Max-Age=600; SameSite=Strict; Secure']);
});

test('of shares: the last three passes and the last three passcodes stay, the current one always', () => {
  const document = page();
  const jar = makeCookieJar(document);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    jar.set(passTokenCookie(id), 'token');
    jar.set({ name: `pp_pass_code_${id}`, maxAgeSeconds: 43_200, sameSite: 'lax' }, 'code');
  }
  jar.set(COOKIE.userId, 'V1');
  jar.cleanPassCookies(passTokenCookie('a'));
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0]);
  expect(names).toEqual([
    'pp_share_a',
    'pp_pass_code_c',
    'pp_share_d',
    'pp_pass_code_d',
    'pp_share_e',
    'pp_pass_code_e',
    'pp_user_id',
  ]);
});
