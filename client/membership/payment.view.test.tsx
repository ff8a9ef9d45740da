import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import { plansOf } from '#shared/membership/offer.ts';
import type { OffersProps } from './offers.view.tsx';
import { PaymentView } from './payment.view.tsx';

const SETTINGS = {
  freeStorageBytes: 2 ** 30,
  premiumStorageBytes: 2 ** 33,
  fileBytes: 2 ** 32,
  fetchTasksPerDay: 7,
  fetchTasksOpen: 5,
  fetchTasksAtOnce: 2,
};
const parsed = catalogueDocument.parse(catalogueDocument.initial);
const END_MS = Date.UTC(2027, 0, 31);

const OFFERS: OffersProps = {
  offers: [
    {
      productId: 'premium-month',
      item: { type: 'premium', region: 'global', months: 1, days: 0 },
      currency: 'JPY',
      priceMinor: 1_200,
      untilMs: END_MS,
      ways: [{ renews: true, amountMinor: 900, creditMinor: 0, key: 'k' }],
      isSubscribed: false,
    },
  ],
  here: '/drive/payment',
  currency: 'JPY',
  currencies: ['JPY', 'USD'],
  coupon: 'SAVE',
  couponError: '',
  refusal: '',
  isVisitor: false,
  attribution: { source: '', medium: '', name: '' },
};

function html(locale: Locale, { sells, offers }: { sells: boolean; offers: OffersProps }): string {
  if (!parsed.ok) throw new Error('the first catalogue is malformed');
  const translator = makeTranslator(locale, loadMessages(locale));
  return renderToString(
    <I18nProvider translator={translator}>
      <PaymentView
        page="payment"
        own={{ premium: true, expiresMs: END_MS, usageBytes: 1, limitBytes: 2 }}
        plans={plansOf(parsed.value, SETTINGS)}
        traffic={null}
        offers={offers}
        sells={sells}
        back="/drive/payment"
        redeem={null}
      />
    </I18nProvider>,
  );
}

test.each(LOCALES)(
  'the page of plans in %s shows the full price, the charged price, and the end in that language',
  (locale) => {
    const page = html(locale, { sells: true, offers: OFFERS });
    const money = (yen: number) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'JPY' }).format(yen);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(END_MS);
    expect(page).toContain(`<s class="me-2 text-lg font-normal text-muted">${money(1_200)}</s>`);
    expect(page).toContain(money(900));
    expect(page).toContain('name="amount" value="900"');
    expect(page.split(date).length).toBeGreaterThan(2);
  },
);

test('an installation that sells nothing shows plans without prices, orders and packs', () => {
  const page = html('en-US', { sells: false, offers: { ...OFFERS, offers: [] } });
  expect(page).toContain('Compare');
  expect(page).not.toMatch(/JPY|¥|\/drive\/payment\/(orders|storage|traffic)/);
});
