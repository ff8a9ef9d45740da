import { expect, test } from 'vitest';
import { parseCookies, readTextCookie } from '#shared/cookies.ts';
import { makeCookieJar } from './cookies.ts';
import { storeTimeZone } from './time-zone.ts';

const zoneIn = (page: { cookie: string }) => readTextCookie(parseCookies(page.cookie), 'pp_time_zone');

test("the time zone cookie reads as the browser's zone on the server", () => {
  const page = { cookie: '' };
  storeTimeZone(makeCookieJar(page), 'America/Port-au-Prince');
  expect(page.cookie).toContain('; Max-Age=31536000; SameSite=Lax; Secure');
  expect(zoneIn(page)).toBe('America/Port-au-Prince');
});

test('the time zone cookie is written again only when the zone has changed', () => {
  const page = { cookie: 'a=b; pp_time_zone=%22Asia%2FTokyo%22' };
  storeTimeZone(makeCookieJar(page), 'Asia/Tokyo');
  expect(page.cookie).toBe('a=b; pp_time_zone=%22Asia%2FTokyo%22');
  storeTimeZone(makeCookieJar(page), 'Asia/Seoul');
  expect(zoneIn(page)).toBe('Asia/Seoul');
});

test('a browser that hides its time zone counts as UTC', () => {
  const page = { cookie: '' };
  storeTimeZone(makeCookieJar(page), undefined);
  expect(zoneIn(page)).toBe('UTC');
});
