/** `/drive/payment/orders/{orderId}`: one order and its receipt. Asks the provider while the order is unpaid, and reloads itself. */
import type { Context } from 'hono';
import { OrderView } from '#client/membership/order.view.tsx';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { requireOwnWrite, seeOther } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { itemOfOrder } from './orders.page.tsx';
import { asPayer } from './visitor.ts';

/** Seconds between two looks at an unpaid order: a webhook usually needs less. */
const RELOAD_SECONDS = 15;
/** Digits of a receipt number, so that a list of them sorts. */
const NUMBER_DIGITS = 6;

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, orderId: string): Promise<Response> {
  const { billing, drive, auth, clock } = deps;
  const { t } = translatorOf(c.get('locale'));
  const order = await billing.readOrder(caller.userId, orderId);
  const [person, space, invoice, payer] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    billing.invoiceOf(order),
    auth.emailOf(caller.userId),
  ]);
  const state = orderStateOf(order, clock.nowMs());
  const isWaiting = state === 'open' && order.declinedAtMs === null;
  return renderInDrive(
    { c, person, space },
    {
      title: t('membership.order.title'),
      headers: isWaiting ? { refresh: String(RELOAD_SECONDS) } : {},
    },
    <OrderView
      id={order.id}
      item={itemOfOrder(order)}
      state={state}
      isDeclined={order.declinedAtMs !== null}
      currency={order.currency}
      amountMinor={order.amountMinor}
      discountMinor={order.discountMinor}
      creditMinor={order.creditMinor}
      taxMinor={order.taxMinor}
      refundedMinor={order.refundedMinor}
      checkoutUrl={order.checkoutUrl}
      expiresMs={order.expiresAtMs}
      receipt={
        invoice && {
          number: `M-${String(invoice.number).padStart(NUMBER_DIGITS, '0')}`,
          dateMs: order.paidAtMs ?? invoice.issuedAtMs,
          payer,
        }
      }
    />,
  );
}

export function orderPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const orderId = c.req.param('orderId') ?? '';
  return asPerson(c, href('payment.order', { orderId }), (caller) => show(c, deps, caller, orderId));
}

/** Cancels an unpaid order. */
export function orderPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  requireOwnWrite(c, deps);
  const orderId = c.req.param('orderId') ?? '';
  const here = href('payment.order', { orderId });
  return asPayer(c, deps, here, async (caller) => {
    try {
      await deps.billing.cancelOrder(caller.userId, orderId);
    } catch (error) {
      // It was paid in the meantime: its page shows that.
      if (asAppError(error).errorName !== 'failed_precondition') throw error;
    }
    return seeOther(here);
  });
}
