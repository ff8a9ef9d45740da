/**
 * Pages that sell, in the drive's layout: plans, storage, traffic, and the shop of the apps. A visitor sees prices and a link to
 * sign-in. A posted form orders and leads to the page on which the order is paid.
 */
import type { Context } from 'hono';
import { type PaymentPage, PaymentView, type ShownTraffic } from '#client/membership/payment.view.tsx';
import { REDEEM_ID, type RedeemState } from '#client/membership/redeem.view.tsx';
import { makeFormat } from '#shared/locale/format.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { findProduct, itemOf, regionOf } from '#shared/membership/offer.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href, type RouteId } from '#shared/routes.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { countCouponTry } from '#worker/services/membership/service.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { attributionOf, attributionOfForm } from './attribution.ts';
import { COUPON_CHARS, choiceOf, type OfferChoice, offersOf } from './offers.ts';
import { isOfPlans, redeemFrom, redeemState } from './redeem.ts';
import { sellsHere } from './sells.ts';
import { asPayer, visitorOf } from './visitor.ts';

const TITLES: Readonly<Record<PaymentPage, MessageKey>> = {
  shop: 'membership.plans.title',
  payment: 'membership.plans.title',
  storage: 'membership.storage.title',
  traffic: 'membership.traffic.title',
};

const TYPES = { shop: 'premium', payment: 'premium', storage: 'storage', traffic: 'traffic' } as const;

const ROUTE_OF = {
  shop: 'inapp.shop',
  payment: 'drive.payment',
  storage: 'drive.payment-storage',
  traffic: 'drive.payment-traffic',
} as const satisfies Readonly<Record<PaymentPage, RouteId>>;

/** Stripe's hosted page: the only foreign address that an order leads to. */
const STRIPE_CHECKOUT = 'https://checkout.stripe.com';

function hereOf(c: Context<AppEnv>, page: PaymentPage): string {
  const path = href(ROUTE_OF[page]);
  return page === 'shop' ? joinLocale(c.get('locale'), path) : path;
}

async function trafficOf({ drive }: PageDeps, caller: Caller): Promise<ShownTraffic> {
  const { traffic, days } = await drive.quantities(caller);
  return { balance: traffic, days: days.filter(({ traffic: kind }) => kind === 'download').toReversed() };
}

interface Shown {
  readonly choice: OfferChoice;
  /** '' for none. */
  readonly refusal: string;
  /** The refused code. */
  readonly redeem?: RedeemState;
  readonly status?: 200 | 400 | 429;
}

async function show(c: Context<AppEnv>, deps: PageDeps, page: PaymentPage, shown: Shown): Promise<Response> {
  const { text } = translatorOf(c.get('locale'));
  const { caller } = c.get('call');
  const [visitor, catalogue, plans] = await Promise.all([
    visitorOf(c, deps),
    deps.membership.catalogue(),
    deps.membership.plans(),
  ]);
  const here = hereOf(c, page);
  const userId = visitor && caller ? caller.userId : null;
  const sells = sellsHere(deps, catalogue);
  const [offers, traffic, redeem] = await Promise.all([
    offersOf({ c, deps, catalogue, userId }, TYPES[page], here, shown.choice),
    page === 'traffic' && visitor && caller ? trafficOf(deps, caller) : null,
    sells && isOfPlans(page) && userId !== null ? (shown.redeem ?? redeemState(c, deps, userId)) : null,
  ]);
  if (deps.config.payment.provider === 'stripe') c.set('formTarget', STRIPE_CHECKOUT);
  return renderInDrive(
    { c, person: visitor?.person ?? null, space: visitor?.own ?? null },
    { title: text(TITLES[page]), status: shown.status ?? 200 },
    <PaymentView
      page={page}
      own={visitor?.own ?? null}
      plans={plans}
      traffic={traffic}
      offers={{ ...offers, refusal: shown.refusal }}
      sells={sells}
      back={here}
      redeem={redeem}
    />,
  );
}

export function paymentPage(page: PaymentPage) {
  return (c: Context<AppEnv>, deps: PageDeps): Promise<Response> =>
    show(c, deps, page, { choice: choiceOf(c), refusal: '' });
}

const KEY = /^[\w-]{16,64}$/;

async function orderFrom(c: Context<AppEnv>, deps: PageDeps, caller: Caller, form: SentForm) {
  const { membership, billing, auth, config } = deps;
  const locale = c.get('locale');
  const country = countryOf(c.req.raw, config.defaultCountry);
  const productId = form.field('product', 40);
  const catalogue = await membership.catalogue();
  const product = findProduct(catalogue, productId);
  const amount = form.field('amount', 12);
  const key = form.field('key', 64);
  const coupon = form.field('coupon', COUPON_CHARS);
  await countCouponTry(deps.shield, coupon, c.get('call'));
  return billing.order({
    userId: caller.userId,
    // Without a key that this page made, each press is an order of its own.
    key: KEY.test(key) ? key : c.get('requestId'),
    productId,
    quantity: 1,
    currency: form.field('currency', 3),
    coupon,
    renews: form.get('renew') === '1',
    seenMinor: /^\d{1,12}$/.test(amount) ? Number(amount) : -1,
    country,
    email: await auth.emailOf(caller.userId),
    locale,
    title: product
      ? productName(itemOf(product, 1, regionOf(catalogue, country)), translatorOf(locale), makeFormat(locale))
      : productId,
    attribution: attributionOf(c, form, deps.clock.nowMs()),
  });
}

/** Where an order is paid; an address that no form may lead to is a link on the order's page. */
function nextOf({ config }: PageDeps, order: { id: string; checkoutUrl: string; paidAtMs: number | null }): string {
  const page = href('payment.order', { orderId: order.id });
  if (order.paidAtMs !== null || !URL.canParse(order.checkoutUrl)) return page;
  const { origin } = new URL(order.checkoutUrl);
  return origin === config.appOrigin || origin === STRIPE_CHECKOUT ? order.checkoutUrl : page;
}

export function paymentPost(page: PaymentPage) {
  return async (c: Context<AppEnv>, deps: PageDeps): Promise<Response> => {
    const form = await readForm(c, deps);
    return asPayer(c, deps, hereOf(c, page), async (caller) => {
      if (isOfPlans(page) && form.get('gift_code') !== null) {
        const redeemed = await redeemFrom(c, deps, caller, form);
        if ('entryId' in redeemed)
          return seeOther(`${hereOf(c, page)}?${new URLSearchParams({ redeemed: redeemed.entryId })}#${REDEEM_ID}`);
        return show(c, deps, page, { choice: choiceOf(c), refusal: '', ...redeemed });
      }
      try {
        return seeOther(nextOf(deps, await orderFrom(c, deps, caller, form)));
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.errorName === 'unauthenticated') throw refusal;
        const choice = {
          currency: form.field('currency', 3),
          coupon: form.field('coupon', COUPON_CHARS),
          attribution: attributionOfForm(form),
        };
        const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
        return show(c, deps, page, { choice, refusal: sentence, status: refusalStatus(refusal) });
      }
    });
  };
}
