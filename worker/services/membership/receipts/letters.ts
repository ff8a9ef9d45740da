/** Mails of payments. Their ids come from the order or the invoice, so that a repeat after a crash is the same mail. */
import { makeFormat } from '#shared/locale/format.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { type Letter, type MailService, sendNotice } from '#worker/services/mail/service.ts';
import type { Order } from '../orders/order-row.ts';

export interface LetterDeps {
  readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
  readonly clock: Clock;
  /** '' when the account has none, or is closed. */
  emailOf(userId: string): Promise<string>;
}

/** A receipt that could not be sent for so long is still on the order's page. */
const LIFE_MS = 30 * DAY_MS;

type Content = Pick<Letter, 'kind' | 'path' | 'about' | 'dateMs'>;

/** @param id  a repeat with it is the same mail. @throws Error when the mail was not accepted */
export async function sendLetter(
  { mail, clock, emailOf }: LetterDeps,
  id: string,
  order: Pick<Order, 'userId' | 'locale'>,
  content: Content,
): Promise<void> {
  const to = mail.ready ? await emailOf(order.userId) : '';
  if (to === '') return;
  const locale = LOCALES.find((tag) => tag === order.locale) ?? DEFAULT_LOCALE;
  await sendNotice(mail, id, { ...content, to, locale, writtenMs: clock.nowMs(), lifeMs: LIFE_MS });
}

function soldName(order: Order): string {
  const locale = LOCALES.find((tag) => tag === order.locale) ?? DEFAULT_LOCALE;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const format = makeFormat(locale);
  const name = productName(JSON.parse(order.product) as GrantItem, translator, format);
  return `${name} · ${format.money(order.amountMinor, order.currency)}`;
}

/** @throws Error when the mail was not accepted */
export function mailReceipt(deps: LetterDeps, order: Order): Promise<void> {
  return sendLetter(deps, `receipt-${order.id}`, order, {
    kind: 'receipt',
    path: href('payment.order', { orderId: order.id }),
    about: soldName(order),
    dateMs: order.paidAtMs ?? order.createdAtMs,
  });
}

/** @param untilMs  the plan lasts until then without a payment. @throws Error when the mail was not accepted */
export function mailFailedRenewal(deps: LetterDeps, first: Order, invoiceRef: string, untilMs: number): Promise<void> {
  return sendLetter(deps, `renewal-failed-${invoiceRef}`, first, {
    kind: 'renewal-failed',
    path: href('payment.orders'),
    dateMs: untilMs,
  });
}
