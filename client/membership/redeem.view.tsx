/** The box that takes a gift code. A plain form on the pages of plans; the header and the named action lead to it. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';

export interface RedeemState {
  /** The code that was refused; '' for none. */
  readonly typed: string;
  /** A whole sentence; '' for none. */
  readonly error: string;
  readonly isDone: boolean;
}

export const REDEEM_ID = 'redeem';

export function RedeemBox({ here, redeem }: { here: string; redeem: RedeemState }): ReactNode {
  const { t } = useT();
  return (
    <section id={REDEEM_ID} aria-labelledby="redeem-title" className="mt-10 scroll-mt-20">
      <h2 id="redeem-title" className="text-xl">
        {t('membership.redeem.title')}
      </h2>
      {redeem.isDone ? (
        <Notice tone="ok" className="mt-4">
          {t('membership.redeem.done')}
        </Notice>
      ) : null}
      <Card className="mt-4 p-5 sm:p-6">
        <form method="post" action={`${here}#${REDEEM_ID}`} data-guard className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1 sm:max-w-md">
            <TextField
              label={t('membership.redeem.code')}
              name="gift_code"
              defaultValue={redeem.typed}
              maxLength={100}
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
