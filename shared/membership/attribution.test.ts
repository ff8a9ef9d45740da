import { expect, test } from 'vitest';
import {
  ATTRIBUTION_CHARS,
  ATTRIBUTION_SECONDS,
  attributionIn,
  MAX_REFERERS,
  readReferers,
  withReferer,
} from './attribution.ts';

const NOW_MS = Date.UTC(2026, 10, 25);

test('our marketing parameters win over those of advertisers, and long ones are cut', () => {
  const query = new URLSearchParams({ __source: ' blog ', utm_source: 'ads', utm_medium: 'm'.repeat(300) });
  expect(attributionIn(query)).toEqual({ source: 'blog', medium: 'm'.repeat(ATTRIBUTION_CHARS), name: '' });
});

test('a referer counts once, the newest ten stay, and each ends after twelve hours', () => {
  let list = withReferer([], 'one.example', NOW_MS);
  for (let n = 0; n < MAX_REFERERS; n += 1) list = withReferer(list, `site-${n}.example`, NOW_MS + n);
  list = withReferer(list, 'site-3.example', NOW_MS + 99);
  expect(list).toHaveLength(MAX_REFERERS);
  expect(list.map(({ val }) => val)).not.toContain('one.example');
  expect(list.at(-1)?.val).toBe('site-3.example');
  expect(readReferers(list, NOW_MS + ATTRIBUTION_SECONDS * 1_000 + 50)).toEqual([list.at(-1)]);
});

test.each([[null], ['x'], [{}], [[null, 1, {}, { val: 1, expired: 2 }, { val: '', expired: NOW_MS * 2 }]]])(
  'a malformed list of referers is empty: %j',
  (value) => expect(readReferers(value, NOW_MS)).toEqual([]),
);
