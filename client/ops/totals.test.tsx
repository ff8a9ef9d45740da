import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { Totals } from '#shared/ops/totals.ts';
import { totalsCsv } from '#shared/ops/totals-csv.ts';
import { TotalsView } from './totals.view.tsx';

const TOTALS: Totals = {
  period: 'month',
  people: 3,
  steps: [
    { startMs: Date.UTC(2026, 9, 1), views: 4, saves: 2, signUps: 1, payments: 1, links: 1, traffic: 9, stored: 9 },
  ],
  money: [{ currency: 'EUR', steps: [{ paidMinor: 279, refundedMinor: 0 }] }],
};

test.each([
  [true, ['Revenue', 'First payments', 'Paid, EUR']],
  [false, []],
])('a service that sells (%s) shows payments and money, another shows neither', (hasOffers, shown) => {
  const page = renderToStaticMarkup(
    <I18nProvider translator={makeTranslator('en-US', loadMessages('en-US'))}>
      <TotalsView here="/ops/totals" hasOffers={hasOffers} {...TOTALS} />
    </I18nProvider>,
  );
  expect(['Revenue', 'First payments', 'Paid, EUR'].filter((text) => page.includes(text))).toEqual(shown);
  expect(page).toContain('New accounts');
  expect(/payments|paid/.test(totalsCsv(TOTALS, hasOffers))).toBe(hasOffers);
});
