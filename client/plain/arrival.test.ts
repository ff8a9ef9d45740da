import { expect, test } from 'vitest';
import { keepArrival } from './arrival.ts';

const NOW_MS = 1_800_000_000_000;

function browser() {
  const texts = new Map<string, string>();
  const lines: string[] = [];
  return {
    texts,
    lines,
    page: {
      get cookie() {
        return '';
      },
      set cookie(line: string) {
        lines.push(line);
      },
    },
    storage: () => ({
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
      removeItem: (name: string) => void texts.delete(name),
    }),
  };
}

const arrival = { search: '', host: 'drive.example', referrer: '', nowMs: NOW_MS };

test('a campaign is kept in cookies of twelve hours, a host in the list', () => {
  const { page, storage, lines, texts } = browser();
  keepArrival(
    { ...arrival, search: '?__source=news&__campaign=winter', referrer: 'https://news.example/a?b' },
    page,
    storage,
  );
  expect(lines).toEqual([
    'pp_source=%22news%22; Path=/; Max-Age=43200; SameSite=Strict; Secure',
    'pp_campaign=%22winter%22; Path=/; Max-Age=43200; SameSite=Strict; Secure',
  ]);
  expect(JSON.parse(texts.get('pp_referer_list') ?? '')).toEqual([
    { val: 'news.example', expired: NOW_MS + 43_200_000 },
  ]);
});

test('an arrival from nowhere, or from a page of our own, leaves nothing', () => {
  const { page, storage, lines, texts } = browser();
  keepArrival(arrival, page, storage);
  keepArrival({ ...arrival, referrer: 'https://drive.example/ja' }, page, storage);
  expect([lines, texts.size]).toEqual([[], 0]);
});

test('a list of garbage is begun anew', () => {
  const { page, storage, texts } = browser();
  texts.set('pp_referer_list', '{"not":"a list"}');
  keepArrival({ ...arrival, referrer: 'https://news.example/' }, page, storage);
  expect(JSON.parse(texts.get('pp_referer_list') ?? '')).toHaveLength(1);
});
