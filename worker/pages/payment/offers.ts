/** Offers for one visitor: prices by region and currency, quotes with the coupon, and what each product would change. */
import type { Context } from 'hono';
import type { OffersProps, OfferWay, ShownOffer } from '#client/membership/offers.view.tsx';
import type { AppError } from '#shared/errors.ts';
import { type Attribution, attributionIn } from '#shared/membership/attribution.ts';
import type { Catalogue } from '#shared/membership/catalogue.ts';
import type { Region } from '#shared/membership/ledger.ts';
import { itemOf, type Offer, offerOf, type Product, productsOf, regionOf } from '#shared/membership/offer.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { countCouponTry } from '#worker/services/membership/service.ts';
import { sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { sellsHere } from './sells.ts';

/** Countries whose people think in another currency than the dollar. The address chooses otherwise. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  JP: 'JPY',
  ...Object.fromEntries(
    'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ').map((country) => [country, 'EUR']),
  ),
};

export const COUPON_CHARS = 40;

/** The choices of the address. */
export interface OfferChoice {
  readonly currency: string;
  readonly coupon: string;
  readonly attribution: Attribution;
}

export function choiceOf(c: Context<AppEnv>): OfferChoice {
  return {
    currency: (c.req.query('currency') ?? '').slice(0, 3).toUpperCase(),
    coupon: (c.req.query('coupon') ?? '').trim().slice(0, COUPON_CHARS).toUpperCase(),
    attribution: attributionIn(new URL(c.req.url).searchParams),
  };
}

/** Currencies in which all of these products are sold; without one, those of any. */
function currenciesFor(products: readonly Product[], region: Region): readonly string[] {
  const tables = products.map(({ prices }) => [
    ...Object.keys(prices.global),
    ...(region === 'regional' ? Object.keys(prices.regional) : []),
  ]);
  const any = [...new Set(tables.flat())];
  const common = any.filter((currency) => tables.every((table) => table.includes(currency)));
  return common.length > 0 ? common : any;
}

function waysOf(product: Product): readonly boolean[] {
  const isPeriod = product.days === 0 && (product.months === 1 || product.months === 12);
  return product.type === 'premium' && product.renews && isPeriod ? [true, false] : [false];
}

interface Quoted {
  readonly way: OfferWay | null;
  readonly couponError: AppError | null;
  readonly isSubscribed: boolean;
}

async function quoteWay(
  { billing }: Pick<PageDeps, 'billing'>,
  request: Parameters<PageDeps['billing']['quote']>[0],
): Promise<Quoted> {
  try {
    const quote = await billing.quote(request);
    const { amountMinor, creditMinor } = quote;
    const way = { renews: request.renews, amountMinor, creditMinor, key: newHexId() };
    return { way, couponError: null, isSubscribed: false };
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    if (errorName === 'coupon_invalid') {
      const without = await quoteWay({ billing }, { ...request, coupon: '' });
      return { ...without, couponError: asAppError(error) };
    }
    // A subscription in another currency, or to this very plan: paying once stays possible.
    if (errorName === 'failed_precondition')
      return { way: null, couponError: null, isSubscribed: detail?.reason === 'subscribed_already' };
    throw error;
  }
}

interface Visit {
  readonly c: Context<AppEnv>;
  readonly deps: PageDeps;
  readonly catalogue: Catalogue;
  readonly userId: string | null;
}

async function showOffer(
  { c, deps, userId }: Visit,
  { product, region, currency, priceMinor }: Offer,
  coupon: string,
): Promise<{ offer: ShownOffer; errors: (AppError | null)[] }> {
  const item = itemOf(product, 1, region);
  const shown = { productId: product.id, item, currency, priceMinor };
  if (userId === null) return { offer: { ...shown, untilMs: null, ways: [], isSubscribed: false }, errors: [] };
  const country = countryOf(c.req.raw, deps.config.defaultCountry);
  const [preview, ...quoted] = await Promise.all([
    deps.membership.preview(userId, { product: product.id, quantity: 1, region }),
    ...waysOf(product).map((renews) =>
      quoteWay(deps, { userId, productId: product.id, quantity: 1, currency, coupon, renews, country }),
    ),
  ]);
  return {
    offer: {
      ...shown,
      untilMs: preview.span.endMs,
      ways: quoted.flatMap(({ way }) => way ?? []),
      isSubscribed: quoted.some(({ isSubscribed }) => isSubscribed),
    },
    errors: quoted.map(({ couponError }) => couponError),
  };
}

/** @returns why no further coupon is tried; null when this one may be */
async function refusedTry({ c, deps }: Visit, coupon: string): Promise<AppError | null> {
  try {
    await countCouponTry(deps.shield, coupon, c.get('call'));
    return null;
  } catch (error) {
    return asAppError(error);
  }
}

/** @param here  address that the forms post to */
export async function offersOf(
  visit: Visit,
  type: Product['type'],
  here: string,
  { currency: asked, coupon, attribution }: OfferChoice,
): Promise<Omit<OffersProps, 'refusal'>> {
  const { c, deps, catalogue, userId } = visit;
  const country = countryOf(c.req.raw, deps.config.defaultCountry);
  const region = regionOf(catalogue, country);
  const products = sellsHere(deps, catalogue) ? productsOf(catalogue).filter((product) => product.type === type) : [];
  const currencies = currenciesFor(products, region);
  const usual = CURRENCY_OF[country] ?? 'USD';
  const currency = [asked, usual].find((each) => currencies.includes(each)) ?? currencies[0] ?? '';
  const priced = products.flatMap(({ id }) => offerOf(catalogue, id, { region, currency }) ?? []);
  const tried = userId === null ? null : await refusedTry(visit, coupon);
  const shown = await Promise.all(priced.map((offer) => showOffer(visit, offer, tried ? '' : coupon)));
  const errors = shown.flatMap((one) => one.errors);
  const refused = tried ?? errors.find((error) => error !== null);
  const applies = tried === null && errors.some((error) => error === null);
  return {
    offers: shown.map(({ offer }) => offer),
    here,
    currency,
    currencies,
    coupon,
    couponError: refused && !applies ? sentenceOf(refused, translatorOf(c.get('locale'))) : '',
    isVisitor: userId === null,
    attribution,
  };
}
