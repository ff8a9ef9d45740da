import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/units.ts';
import { campaignOf, liveReferers, refererHost, withReferer } from './arrival.ts';

const NOW_MS = 1_800_000_000_000;

describe('the campaign of a link', () => {
  test('is read from its three parameters', () => {
    expect(campaignOf('?a=1&__source=news&__medium=mail&__campaign=winter%202026')).toEqual({
      source: 'news',
      medium: 'mail',
      campaign: 'winter 2026',
    });
    expect(campaignOf('?source=news')).toEqual({});
    expect(campaignOf('?__source=бюллетень')).toEqual({ source: 'бюллетень' });
  });

  test.each([
    ['nothing', ''],
    ['markup', '<b>'],
    ['a line end', 'a%0d%0aSet-Cookie:%20x=1'],
    ['a separator of cookies', 'a;b'],
    ['a text of 65 letters', 'a'.repeat(65)],
    ['a NUL', 'a%00'],
    ['half a character', '%e2%82'],
  ])('is not taken when it is %s', (_what, value) => {
    expect(campaignOf(`?__source=${value}&__medium=ok`)).toEqual({ medium: 'ok' });
  });
});

describe('where a visit came from', () => {
  test('is the host alone', () => {
    expect(refererHost('https://news.example:8443/a/secret?token=1', 'drive.example')).toBe('news.example:8443');
  });

  test.each([
    '',
    'nonsense',
    'https://drive.example/x',
    'javascript:alert(1)',
    'android-app://com.example',
    `https://${'a'.repeat(254)}/`,
  ])('is nothing for %s', (referrer) => {
    expect(refererHost(referrer, 'drive.example')).toBeNull();
  });
});

describe('the list of hosts', () => {
  test('forgets each after twelve hours', () => {
    const list = withReferer([], 'a.example', NOW_MS);
    expect(liveReferers(list, NOW_MS + 12 * HOUR_MS - 1)).toEqual(list);
    expect(liveReferers(list, NOW_MS + 12 * HOUR_MS)).toEqual([]);
  });

  test('holds the ten youngest, each once', () => {
    let list = withReferer([], 'first.example', NOW_MS);
    for (let i = 0; i < 12; i += 1) list = withReferer(list, `${i}.example`, NOW_MS + i);
    list = withReferer(list, '5.example', NOW_MS + 20);
    expect(list.map(({ host }) => host)).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 5].map((number) => `${number}.example`));
    expect(list.at(-1)?.expiredMs).toBe(NOW_MS + 20 + 12 * HOUR_MS);
  });

  test('does not believe an end that nobody here wrote', () => {
    expect(liveReferers([{ host: 'a.example', expiredMs: NOW_MS + 10 ** 12 }], NOW_MS)).toEqual([]);
  });
});
