import { expect, test } from 'vitest';
import { parseCookies, readCookie } from '#shared/cookies.ts';
import { forgetAttribution, storeAttribution } from './attribution.ts';

const NOW_MS = Date.UTC(2026, 10, 25);
const PLACE = { search: '', host: 'drive.example' };

/** A document whose cookies behave as in a browser, without their end. */
function pageFrom(referrer: string) {
  const jar = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    referrer,
    read: (name: string) => readCookie(parseCookies([...jar].map((pair) => pair.join('=')).join('; ')), name),
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    },
  };
}

test('the last marketing source replaces an earlier one as a whole, in cookies of twelve hours', () => {
  const page = pageFrom('');
  storeAttribution(page, { ...PLACE, search: '?__source=blog&__medium=post&__campaign=spring' }, NOW_MS);
  storeAttribution(page, { ...PLACE, search: '?utm_source=ads' }, NOW_MS);
  expect([page.read('pp_source'), page.read('pp_medium'), page.read('pp_campaign')]).toEqual(['ads', '', '']);
  expect(page.written.every((text) => text.includes('Max-Age=43200') && text.endsWith('SameSite=Strict; Secure'))).toBe(
    true,
  );
});

test('the host of another site is stored, its path and our own pages are not', () => {
  const page = pageFrom('https://news.example/secret/path?q=1');
  storeAttribution(page, PLACE, NOW_MS);
  expect(page.read('pp_referers')).toEqual([{ val: 'news.example', expired: NOW_MS + 43_200_000 }]);
  const own = pageFrom('https://drive.example/help');
  storeAttribution(own, PLACE, NOW_MS);
  expect(own.written).toEqual([]);
});

test('a yes that is taken back removes every cookie of it', () => {
  const page = pageFrom('https://news.example/');
  storeAttribution(page, { ...PLACE, search: '?__source=blog' }, NOW_MS);
  const names = page.written.map((text) => text.split('=')[0]);
  page.written.length = 0;
  forgetAttribution(page);
  expect(page.written.map((text) => text.split('=')[0])).toEqual(names);
  expect(page.written.every((text) => text.includes('Max-Age=0'))).toBe(true);
});
