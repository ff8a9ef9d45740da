/** The products on sale: each with its price, its effect, and a form per way to pay. Works without script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type Attribution, attributionQuery } from '#shared/membership/attribution.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';

/** One way to pay for a product, at the price that is charged. */
export interface OfferWay {
  readonly renews: boolean;
  /** Minor units, charged now. */
  readonly amountMinor: number;
  /** Unused value of the plan that it takes the place of. */
  readonly creditMinor: number;
  /** Makes pressing twice one order. */
  readonly key: string;
}

export interface ShownOffer {
  readonly productId: string;
  readonly item: GrantItem;
  readonly currency: string;
  /** Minor units, before deductions. */
  readonly priceMinor: number;
  /** When the bought period would end, epoch ms; null for a visitor. */
  readonly untilMs: number | null;
  /** Empty for a visitor. */
  readonly ways: readonly OfferWay[];
  readonly isSubscribed: boolean;
}

export interface OffersProps {
  readonly offers: readonly ShownOffer[];
  /** Address of the page: its forms post there. */
  readonly here: string;
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly coupon: string;
  /** A whole sentence; '' when the coupon applies, or there is none. */
  readonly couponError: string;
  /** Why the last order was refused; '' for none. */
  readonly refusal: string;
  readonly isVisitor: boolean;
  /** Where the visit came from: fields of the order. */
  readonly attribution: Attribution;
}

export function Offers(props: OffersProps): ReactNode {
  const { offers, refusal, isVisitor } = props;
  if (offers.length === 0) return null;
  return (
    <div className="mt-8 grid gap-5" id="offers">
      {refusal === '' ? null : <Notice tone="danger">{refusal}</Notice>}
      <CurrencyChoice {...props} />
      <ul className="grid gap-4 sm:grid-cols-2">
        {offers.map((offer) => (
          <li key={offer.productId} className="grid">
            <OfferCard offer={offer} page={props} />
          </li>
        ))}
      </ul>
      {isVisitor ? null : <CouponForm {...props} />}
    </div>
  );
}

function CurrencyChoice({ here, currency, currencies, coupon, attribution }: OffersProps): ReactNode {
  const { t } = useT();
  if (currencies.length < 2) return null;
  return (
    <nav aria-label={t('membership.offer.currency')}>
      <ul className="flex flex-wrap items-center gap-x-4">
        <li className="text-sm text-muted" aria-hidden="true">
          {t('membership.offer.currency')}
        </li>
        {currencies.map((each) => (
          <li key={each}>
            <a
              href={`${here}?${new URLSearchParams({ currency: each, ...(coupon === '' ? {} : { coupon }), ...attributionQuery(attribution) })}`}
              className="inline-flex min-h-11 items-center px-1 text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent aria-[current]:underline"
              aria-current={each === currency ? 'true' : undefined}
            >
              {each}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OfferCard({ offer, page }: { offer: ShownOffer; page: OffersProps }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { item, priceMinor, currency, untilMs, ways, isSubscribed } = offer;
  const least = Math.min(priceMinor, ...ways.map(({ amountMinor, creditMinor }) => amountMinor + creditMinor));
  const date = untilMs === null ? '' : format.date(untilMs);
  return (
    <Card className="flex flex-col gap-2 p-5 sm:p-6">
      <h2 className="text-base font-semibold">{productName(item, translator, format)}</h2>
      <p className="text-2xl font-semibold">
        {least < priceMinor ? (
          <>
            <s className="me-2 text-lg font-normal text-muted">{format.money(priceMinor, currency)}</s>
            <ins className="no-underline">{format.money(least, currency)}</ins>
          </>
        ) : (
          format.money(priceMinor, currency)
        )}
      </p>
      {date === '' ? null : (
        <p className="text-sm text-muted">
          {t(item.type === 'premium' ? 'membership.offer.result' : 'membership.offer.pack_result', { date })}
        </p>
      )}
      {isSubscribed ? <p className="text-sm font-semibold">{t('membership.offer.subscribed')}</p> : null}
      <div className="mt-auto grid gap-3 pt-3">
        {ways.map((way) => (
          <WayForm key={String(way.renews)} way={way} offer={offer} page={page} isOnly={ways.length === 1} />
        ))}
      </div>
    </Card>
  );
}

function WayForm({
  way,
  offer,
  page,
  isOnly,
}: {
  way: OfferWay;
  offer: ShownOffer;
  page: OffersProps;
  isOnly: boolean;
}): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { item, productId, currency } = offer;
  const amount = format.money(way.amountMinor, currency);
  const label = way.renews
    ? 'membership.offer.renew'
    : item.type === 'premium'
      ? 'membership.offer.once'
      : 'membership.offer.buy';
  const renews = item.months === 12 ? 'membership.offer.renews_year' : 'membership.offer.renews_month';
  return (
    <form method="post" action={page.here} data-guard className="grid gap-1">
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="renew" value={way.renews ? '1' : '0'} />
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="coupon" value={page.couponError === '' ? page.coupon : ''} />
      <input type="hidden" name="amount" value={way.amountMinor} />
      <input type="hidden" name="key" value={way.key} />
      {page.attribution.source === ''
        ? null
        : Object.entries(page.attribution).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
      <Button type="submit" variant={way.renews || isOnly ? 'primary' : 'quiet'} wide>
        {t(label, { amount })}
      </Button>
      {way.renews ? <p className="text-xs text-muted">{t(renews)}</p> : null}
      {way.creditMinor > 0 ? (
        <p className="text-xs text-muted">
          {t('membership.offer.credit', { amount: format.money(way.creditMinor, currency) })}
        </p>
      ) : null}
    </form>
  );
}

function CouponForm({ here, currency, coupon, couponError, attribution }: OffersProps): ReactNode {
  const { t } = useT();
  return (
    <form method="get" action={here} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="currency" value={currency} />
      {Object.entries(attributionQuery(attribution)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-48 flex-1 sm:max-w-72">
        <TextField
          label={t('membership.offer.coupon')}
          name="coupon"
          defaultValue={coupon}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={couponError === '' ? null : couponError}
        />
      </div>
      <Button type="submit">{t('membership.offer.apply')}</Button>
    </form>
  );
}
