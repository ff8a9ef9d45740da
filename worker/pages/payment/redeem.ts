/** The redeem box on the pages of plans: the posted code, and the box after it. */
import type { Context } from 'hono';
import type { PaymentPage } from '#client/membership/payment.view.tsx';
import type { RedeemState } from '#client/membership/redeem.view.tsx';
import { takeCode } from '#shared/intake/code.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import { showGiftCode } from '#shared/membership/gift-code.ts';
import { regionOf } from '#shared/membership/offer.ts';
import { spansOf } from '#shared/membership/timeline.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { refusalOf, refusalStatus, type SentForm, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Pages that have the box. */
export function isOfPlans(page: PaymentPage): boolean {
  return page === 'payment' || page === 'shop';
}

/** The box of a page that is opened. The query names the entry of the code that was redeemed before. */
export async function redeemState(
  c: Context<AppEnv>,
  { membership }: Pick<PageDeps, 'membership'>,
  userId: string,
): Promise<RedeemState> {
  const empty: RedeemState = { typed: '', error: '', done: null };
  const entryId = c.req.query('redeemed');
  if (entryId === undefined) return empty;
  const { entries, timeline } = await membership.ledgerOf(userId);
  const entry = entries.find(({ id, source }) => id === entryId && source === 'code');
  const span = spansOf(timeline).find((each) => each.entryId === entryId);
  return entry?.item && span ? { ...empty, done: { item: entry.item, untilMs: span.endMs } } : empty;
}

type Redemption = { readonly entryId: string } | { readonly redeem: RedeemState; readonly status: 400 | 429 };

/** @throws AppError unauthenticated when the session has ended */
export async function redeemFrom(
  c: Context<AppEnv>,
  { membership, giftCodes, config }: PageDeps,
  caller: Caller,
  form: SentForm,
): Promise<Redemption> {
  const typed = form.field('gift_code', MAX_PASTED_CHARS);
  try {
    const region = regionOf(await membership.catalogue(), countryOf(c.req.raw, config.defaultCountry));
    const { entry } = await giftCodes.redeemCode(caller, { typed, region }, c.get('call'));
    return { entryId: entry.id };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw refusal;
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    const { code } = takeCode(typed, CODE_SHAPES.gift);
    return {
      redeem: { typed: code === '' ? typed : showGiftCode(code), error: sentence, done: null },
      status: refusalStatus(refusal),
    };
  }
}
