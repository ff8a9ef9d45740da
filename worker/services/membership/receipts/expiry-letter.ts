/** Mails about the end of premium and of storage. A subscription that will be renewed has no end to announce. */
import { makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import type { ExpiryNotice } from '#shared/membership/expiry.ts';
import { href } from '#shared/routes.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { selectOrdersOf } from '../orders/order.store.ts';
import { premiumRenews } from '../subscriptions/own-subscriptions.ts';
import { type LetterDeps, sendLetter } from './letters.ts';

export type Expiry = Pick<ExpiryNotice, 'key' | 'kind' | 'stage' | 'endMs' | 'bytes'>;

export interface ExpiryDeps extends LetterDeps {
  readonly db: Database;
}

/** The language of the newest order: the ledger itself has none. */
async function localeOf(db: Database, userId: string) {
  const [order] = await selectOrdersOf(db, userId, Number.MAX_SAFE_INTEGER, 1);
  return LOCALES.find((tag) => tag === order?.locale) ?? DEFAULT_LOCALE;
}

/** Whether there is an end to announce. */
export async function isExpiryDue(deps: ExpiryDeps, userId: string, { kind }: Pick<Expiry, 'kind'>): Promise<boolean> {
  return kind !== 'premium' || !(await premiumRenews(deps, userId));
}

/** @throws Error when the mail was not accepted */
export async function mailExpiry(deps: ExpiryDeps, userId: string, expiry: Expiry): Promise<void> {
  const locale = await localeOf(deps.db, userId);
  await sendLetter(
    deps,
    `expiry-${userId}-${expiry.key}`,
    { userId, locale },
    {
      kind: expiry.stage === 'ended' ? 'plan-ended' : 'plan-ends',
      path: expiry.kind === 'premium' ? href('drive.payment') : href('drive.payment-storage'),
      about: expiry.kind === 'premium' ? '' : makeFormat(locale).bytes(expiry.bytes),
      dateMs: expiry.endMs,
    },
  );
}
