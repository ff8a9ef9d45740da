import { expect, test } from 'vitest';
import { plainCookie, prefixedCookies } from './plain-cookies.ts';

test.each([
  [
    '__Host-magpie_session=a.b; Path=/; HttpOnly; Secure; SameSite=Lax',
    'magpie_session=a.b; Path=/; HttpOnly; SameSite=Lax',
  ],
  ['pp_locale=%22ja%22; Path=/; SameSite=Strict; Secure', 'pp_locale=%22ja%22; Path=/; SameSite=Strict'],
  ['pp_x=Secure; Path=/', 'pp_x=Secure; Path=/'],
])('over http the cookie %j goes out as %j', (line, plain) => {
  expect(plainCookie(line)).toBe(plain);
});

test('cookies come back under their full names, and others as they are', () => {
  expect(prefixedCookies('a=1;magpie_session=x.y; pp_theme=dark; xmagpie_session=z')).toBe(
    'a=1; __Host-magpie_session=x.y; pp_theme=dark; xmagpie_session=z',
  );
});
