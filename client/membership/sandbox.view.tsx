/** The sandbox's hosted checkout: a test page that moves no money, with the choices that a card and its bank would make. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';

export const DELIVERY_CHOICES = ['once', 'twice', 'late', 'lost'] as const;
export type DeliveryChoice = (typeof DELIVERY_CHOICES)[number];
export const CARD_CHOICES = ['good', 'failing'] as const;
export type CardChoice = (typeof CARD_CHOICES)[number];

export interface SandboxViewProps {
  readonly here: string;
  readonly title: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly renews: boolean;
  readonly state: 'open' | 'paid' | 'declined' | 'expired';
  /** The step in which the bank asks: the choices made before it. */
  readonly bank: { readonly delivery: DeliveryChoice; readonly card: CardChoice } | null;
  readonly returnUrl: string;
}

const DELIVERY_LABELS = {
  once: 'membership.sandbox.delivery.once',
  twice: 'membership.sandbox.delivery.twice',
  late: 'membership.sandbox.delivery.late',
  lost: 'membership.sandbox.delivery.lost',
} as const satisfies Readonly<Record<DeliveryChoice, string>>;

const CARD_LABELS = {
  good: 'membership.sandbox.card.good',
  failing: 'membership.sandbox.card.failing',
} as const satisfies Readonly<Record<CardChoice, string>>;

export function SandboxView(props: SandboxViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { title, amountMinor, currency, state, bank, returnUrl } = props;
  return (
    <>
      <Notice tone="warn">{t('membership.sandbox.notice')}</Notice>
      <h1 className="mt-6 text-2xl">{t(bank ? 'membership.sandbox.bank' : 'membership.sandbox.title')}</h1>
      <p className="mt-3 text-lg">
        {title} · {format.money(amountMinor, currency)}
      </p>
      {state === 'paid' || state === 'expired' ? (
        <p className="mt-6">{t('membership.sandbox.decided')}</p>
      ) : bank ? (
        <BankStep here={props.here} bank={bank} />
      ) : (
        <Choices {...props} />
      )}
      <p className="mt-6">
        <a className="link inline-flex min-h-11 items-center" href={returnUrl}>
          {t('membership.sandbox.back')}
        </a>
      </p>
    </>
  );
}

function Choices({ here, renews }: SandboxViewProps): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={here} data-guard className="mt-6 grid gap-5">
      <Options
        legend={t('membership.sandbox.delivery')}
        name="delivery"
        options={DELIVERY_CHOICES.map((value) => [value, t(DELIVERY_LABELS[value])])}
      />
      {renews ? (
        <Options
          legend={t('membership.sandbox.card')}
          name="card"
          options={CARD_CHOICES.map((value) => [value, t(CARD_LABELS[value])])}
        />
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" name="decision" value="approve" variant="primary">
          {t('membership.sandbox.approve')}
        </Button>
        <Button type="submit" name="decision" value="challenge">
          {t('membership.sandbox.challenge')}
        </Button>
        <Button type="submit" name="decision" value="decline">
          {t('membership.sandbox.decline')}
        </Button>
        <Button type="submit" name="decision" value="expire">
          {t('membership.sandbox.expire')}
        </Button>
      </div>
    </form>
  );
}

function BankStep({ here, bank }: { here: string; bank: NonNullable<SandboxViewProps['bank']> }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={here} data-guard className="mt-6 flex flex-wrap gap-3">
      <input type="hidden" name="delivery" value={bank.delivery} />
      <input type="hidden" name="card" value={bank.card} />
      <Button type="submit" name="decision" value="approve" variant="primary">
        {t('membership.sandbox.confirm')}
      </Button>
      <Button type="submit" name="decision" value="decline">
        {t('membership.sandbox.refuse')}
      </Button>
    </form>
  );
}

function Options({
  legend,
  name,
  options,
}: {
  legend: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
}): ReactNode {
  return (
    <Card className="p-4 sm:p-5">
      <fieldset>
        <legend className="float-start mb-2 w-full text-sm font-semibold">{legend}</legend>
        <div className="clear-both grid">
          {options.map(([value, label], index) => (
            <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
              <input type="radio" name={name} value={value} defaultChecked={index === 0} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
