/** Rewards of an activity that a person takes once, each with its state and a plain form. A visitor is led to sign-in. */
import { Check, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { ClaimRefusal, CreditState } from '#shared/config/activities.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';

export interface ShownCredit {
  /** '' for the one reward of its activity. */
  readonly type: string;
  /** '' where the title of the page is enough. */
  readonly title: string;
  /** Days of premium. */
  readonly days: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly accountsBeforeMs: number;
  /** Null for a visitor. */
  readonly state: CreditState | null;
  readonly refusal: ClaimRefusal | null;
}

export interface CreditsProps {
  readonly credits: readonly ShownCredit[];
  /** Path of this page, which the forms post to; '' in a preview. */
  readonly here: string;
}

export function ActivityCredits({ credits, here }: CreditsProps): ReactNode {
  const { t } = useT();
  const isVisitor = credits.every(({ state }) => state === null);
  return (
    <section aria-labelledby="credits" className="mt-8 border-t border-line pt-6">
      <h2 id="credits" className="text-xl">
        {t(credits.some(({ type }) => type !== '') ? 'activity.credit.titles' : 'activity.credit.title')}
      </h2>
      <ul className="mt-4 grid gap-3">
        {credits.map((credit) => (
          <Credit key={credit.type} credit={credit} here={here} />
        ))}
      </ul>
      {isVisitor ? <SignedOut here={here} /> : null}
    </section>
  );
}

function SignedOut({ here }: { here: string }): ReactNode {
  const { t } = useT();
  return (
    <div className="mt-5">
      <p className="text-muted">{t('activity.out.text')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          href={`${href('auth.sign-in')}?${new URLSearchParams({ next: here })}`}
          variant="primary"
          size="lg"
          className="max-sm:w-full"
        >
          {t('activity.out.button')}
        </Button>
        <Button href={href('auth.sign-up')} size="lg" className="max-sm:w-full">
          {t('site.check_in.sign_up')}
        </Button>
      </div>
    </div>
  );
}

function Credit({ credit, here }: { credit: ShownCredit; here: string }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { type, title, days, state } = credit;
  const reward = productName({ type: 'premium', region: 'global', months: 0, days }, translator, format);
  const Icon = state === 'success' ? Check : Gift;
  const id = `credit-${type || 'own'}`;
  return (
    <li className="rounded-lg border border-line p-4 sm:p-5" data-credit={state ?? 'visitor'}>
      <div className="flex items-start gap-3">
        <span className="grid h-9 w-9 flex-none place-items-center rounded-full bg-accent-soft text-accent">
          <Icon size={20} aria-hidden="true" />
        </span>
        <div id={id} className="min-w-0 break-words">
          <p className="font-semibold">{title === '' ? reward : title}</p>
          {title === '' ? null : <p>{reward}</p>}
          <p className="mt-1 text-muted">{stateText(credit, translator, format)}</p>
        </div>
      </div>
      {state === 'toget' ? (
        <form method="post" action={here} data-guard className="mt-4">
          <input type="hidden" name="type" value={type} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="max-sm:w-full"
            aria-describedby={id}
            disabled={here === ''}
          >
            {t('activity.credit.button')}
          </Button>
        </form>
      ) : null}
    </li>
  );
}

function stateText(
  { state, refusal, startMs, endMs, accountsBeforeMs }: ShownCredit,
  { t }: ReturnType<typeof useT>,
  format: ReturnType<typeof useFormat>,
): string {
  if (state === 'success') return t('activity.credit.done');
  switch (refusal) {
    case 'activity_not_begun':
      return t('activity.credit.begins', { time: format.dateAndTime(startMs) });
    case 'activity_ended':
      return t('activity.credit.ended', { date: format.date(endMs - 1) });
    case 'reward_not_for_account':
      return t('activity.credit.newer', { time: format.dateAndTime(accountsBeforeMs) });
    case null:
      return t('activity.credit.once', { time: format.dateAndTime(endMs) });
  }
}
