/** The box that takes a gift code. A plain form on the pages of plans; the header and the named action lead to it. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';
import type { LedgerItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';

/** The gift of a redeemed code. */
export interface Redeemed {
  readonly item: LedgerItem;
  /** Epoch ms. */
  readonly untilMs: number;
}

export interface RedeemState {
  /** The code that was refused; '' for none. */
  readonly typed: string;
  /** A whole sentence; '' for none. */
  readonly error: string;
  /** Null before a code was redeemed. */
  readonly done: Redeemed | null;
}

export const REDEEM_ID = 'redeem';

export function RedeemBox({ here, redeem }: { here: string; redeem: RedeemState }): ReactNode {
  const { t } = useT();
  return (
    <section id={REDEEM_ID} aria-labelledby="redeem-title" className="mt-10 scroll-mt-20">
      <h2 id="redeem-title" className="text-xl">
        {t('membership.redeem.title')}
      </h2>
      {redeem.done ? <RedeemedNotice {...redeem.done} /> : null}
      <Card className="mt-4 p-5 sm:p-6">
        <form method="post" action={`${here}#${REDEEM_ID}`} data-guard className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1 sm:max-w-md">
            <TextField
              label={t('membership.redeem.code')}
              name="gift_code"
              defaultValue={redeem.typed}
              maxLength={MAX_PASTED_CHARS}
              data-code={'gift' satisfies CodeKind}
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={redeem.error === '' ? null : redeem.error}
            />
          </div>
          <Button type="submit">{t('membership.redeem.button')}</Button>
        </form>
      </Card>
    </section>
  );
}

function RedeemedNotice({ item, untilMs }: Redeemed): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const result = item.type === 'premium' ? 'membership.offer.result' : 'membership.offer.pack_result';
  return (
    <Notice tone="ok" className="mt-4">
      <p className="font-semibold">{productName(item, translator, format)}</p>
      <p>
        {t('membership.redeem.done')} {t(result, { date: format.date(untilMs) })}
      </p>
    </Notice>
  );
}
