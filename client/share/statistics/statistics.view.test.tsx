/** Statistics of a link: every number is in the plots' texts and in the table, and hosts are text. */
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { LinkStatistics } from '#shared/share/statistics.contract.ts';
import { StatisticsView } from './statistics.view.tsx';

const QUIET = {
  view_count: '0',
  save_count: '0',
  download_count: '0',
  bytes: '0',
  crawler_count: '0',
  request_count: '0',
};
const BUSY = {
  view_count: '12',
  save_count: '1',
  download_count: '3',
  bytes: '2048',
  crawler_count: '2',
  request_count: '0',
};

const STATISTICS: LinkStatistics = {
  share_id: 'Vlink',
  direct: false,
  days: [
    { day: '2026-11-25', people_count: '0', ...QUIET },
    { day: '2026-11-26', people_count: '9', ...BUSY },
  ],
  period: { people_count: '9', ...BUSY },
  total: { ...BUSY, view_count: '40' },
  referrers: [
    { kind: 'host', host: 'chat.example<b>', view_count: '9' },
    { kind: 'direct', host: '', view_count: '3' },
  ],
};

function html(statistics: LinkStatistics, locale: (typeof LOCALES)[number] = 'en-US'): string {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages('en-US'));
  return renderToString(
    <I18nProvider translator={translator}>
      <StatisticsView statistics={statistics} period="7" title="Lake <b>" />
    </I18nProvider>,
  );
}

test('plots say their sum and their highest day, and each bar its day', () => {
  const text = html(STATISTICS);
  expect(text).toContain('aria-label="Views: 12. Most on Nov 26: 12"');
  expect(text).toContain('<title>Nov 25: 0</title>');
  expect(text).toContain('aria-label="Data sent: 2 KB. Most on Nov 26: 2 KB"');
});

test('the table has the newest day first, then the period and all time, in which people are not known', () => {
  const cells = [...html(STATISTICS).matchAll(/<t[hd]\b[^>]*>(?:<time[^>]*>)?([^<]*)</g)].map(([, cell]) => cell);
  const rows = cells.slice(7);
  expect(rows.slice(0, 7)).toEqual(['Nov 26', '12', '9', '1', '3', '2 KB', '2']);
  expect(rows.slice(14, 21)).toEqual(['This period', '12', '9', '1', '3', '2 KB', '2']);
  expect(rows.slice(21)).toEqual(['Since it was created', '40', '–', '1', '3', '2 KB', '2']);
});

test('hosts are text with their share of the views, and periods are links', () => {
  const text = html(STATISTICS);
  expect(text).toContain('chat.example&lt;b&gt;');
  expect(text.replaceAll('<!-- -->', '')).toContain('9 · 75%');
  expect(text).toContain('Direct or unknown');
  expect(text).toContain('href="/drive/shares/Vlink/statistics?days=90"');
  expect(text).toMatch(/days=7"[^>]*aria-current="true"/);
  expect(text).toContain('href="/drive/shares/Vlink/statistics/export?days=7"');
});

test.each(LOCALES)('a link without a view has plots without a highest day in %s', (locale) => {
  const none = { people_count: '0', ...QUIET };
  const text = html({ ...STATISTICS, days: [{ day: '2026-11-26', ...none }], period: none, referrers: [] }, locale);
  expect(text).toContain(makeTranslator(locale, loadMessages(locale)).t('share.stats.no_views'));
  expect(text).not.toMatch(/NaN|undefined|\{\{/);
});

test('a direct link has requests, downloads and data, and neither views nor saves', () => {
  const direct: LinkStatistics = { ...STATISTICS, direct: true, period: { ...STATISTICS.period, request_count: '30' } };
  const text = html(direct);
  expect([...text.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
    'Day',
    'Requests',
    'Downloads',
    'Data sent',
  ]);
  expect(text).toContain('href="/drive/shares/direct"');
  expect(text.replaceAll('<!-- -->', '')).toContain('9 · 30%');
});
