/** `/drive/payment/orders`: orders, subscriptions and the ledger of a person. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { OrdersView, type ShownOrder, type ShownSubscription } from '#client/membership/orders.view.tsx';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { Order } from '#worker/services/membership/service.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { haveNow, shownGrants } from './shown-ledger.ts';
import { asPayer } from './visitor.ts';

const ORDERS = 20;
/** Stripe's page for cards and invoices. */
const STRIPE_PORTAL = 'https://billing.stripe.com';

export const itemOfOrder = (order: Pick<Order, 'product'>): GrantItem => JSON.parse(order.product) as GrantItem;

export function shownOrder(order: Order, nowMs: number): ShownOrder {
  return {
    id: order.id,
    item: itemOfOrder(order),
    state: orderStateOf(order, nowMs),
    amountMinor: order.amountMinor,
    currency: order.currency,
    createdMs: order.createdAtMs,
  };
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, refusal: string): Promise<Response> {
  const { membership, billing, drive, clock } = deps;
  const { t } = translatorOf(c.get('locale'));
  const nowMs = clock.nowMs();
  const token = /^\d{1,15}$/.exec(c.req.query('page_token') ?? '')?.[0] ?? '';
  const [person, space, page, subscriptions, ledger, plans] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    billing.ownOrders(caller.userId, token, ORDERS),
    billing.subscriptions(caller.userId),
    membership.ledgerOf(caller.userId),
    membership.plans(),
  ]);
  const subscribed = subscriptions.map(
    (one): ShownSubscription => ({
      ref: one.subscriptionRef,
      item: itemOfOrder(one),
      status: one.status,
      cancelAtEnd: one.cancelAtEnd,
      periodEndMs: one.periodEndMs,
      amountMinor: one.amountMinor,
      currency: one.currency,
    }),
  );
  if (deps.config.payment.provider === 'stripe') c.set('formTarget', STRIPE_PORTAL);
  return renderInDrive(
    { c, person, space },
    { title: t('membership.orders.title'), status: refusal === '' ? 200 : 400 },
    <OrdersView
      subscriptions={subscribed}
      orders={page.orders.map((order) => shownOrder(order, nowMs))}
      olderHref={
        page.nextPageToken === ''
          ? ''
          : `${href('payment.orders')}?${new URLSearchParams({ page_token: page.nextPageToken })}`
      }
      grants={shownGrants(ledger.entries, ledger.timeline, nowMs)}
      have={haveNow(ledger.timeline, plans, nowMs)}
      refusal={refusal}
    />,
  );
}

export function ordersPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, href('payment.orders'), (caller) => show(c, deps, caller, ''));
}

export async function ordersPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const here = href('payment.orders');
  return asPayer(c, deps, here, async (caller) => {
    const ref = form.field('subscription', 200);
    const { t } = translatorOf(c.get('locale'));
    try {
      if (form.get('step') === 'portal') {
        const url = await deps.billing.portal(caller.userId, ref, `${deps.config.appOrigin}${here}`);
        return url === '' ? await show(c, deps, caller, t('membership.subs.no_portal')) : seeOther(url);
      }
      await deps.billing.changeSubscription(caller.userId, ref, form.get('step') === 'end');
      return seeOther(here);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      return show(c, deps, caller, sentenceOf(refusal, translatorOf(c.get('locale'))));
    }
  });
}
