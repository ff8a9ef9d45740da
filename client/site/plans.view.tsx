/**
 * Plans and the limits of the user's drive, for the app shop and the payment pages. Plans that are not sold here are labelled, not
 * hidden.
 */
import { Check, CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { StorageMeter } from '#client/shell/sidebar.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

/** Plan of the user; absent for a visitor. */
export interface OwnPlan {
  readonly premium: boolean;
  /** Bytes. */
  readonly usageBytes: number;
  /** Bytes. */
  readonly limitBytes: number;
}

export interface PlanLimits {
  /** Bytes. */
  readonly freeStorageBytes: number;
  /** Bytes. */
  readonly premiumStorageBytes: number;
  /** Largest file, bytes. */
  readonly fileBytes: number;
}

export type PlansPage = 'shop' | 'payment' | 'storage' | 'traffic';

export interface PlansViewProps {
  readonly page: PlansPage;
  readonly own: OwnPlan | null;
  readonly limits: PlanLimits;
  /** The page itself, to come back to. */
  readonly here: string;
}

const WORDS = {
  shop: { title: 'membership.plans.title', lead: 'membership.plans.lead' },
  payment: { title: 'membership.payment.title', lead: 'membership.payment.lead' },
  storage: { title: 'membership.storage.title', lead: 'membership.storage.lead' },
  traffic: { title: 'membership.traffic.title', lead: 'membership.traffic.lead' },
} as const;

export function PlansView({ page, own, limits, here }: PlansViewProps): ReactNode {
  const { t } = useT();
  const { title, lead } = WORDS[page];
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl">{t(title)}</h1>
      <p className="mt-3 text-lg text-muted">{t(lead)}</p>
      {own?.premium ? null : (
        <Notice className="mt-6">
          <p className="font-semibold">{t('membership.plans.closed.title')}</p>
          <p>{t('membership.plans.closed.text')}</p>
        </Notice>
      )}
      {own ? <Own own={own} /> : <SignInFirst here={here} />}
      {page === 'traffic' ? null : (
        <section aria-labelledby="plans" className="mt-10">
          <h2 id="plans" className="text-xl">
            {t('membership.plans.compare')}
          </h2>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <Plan
              name={t('membership.plans.free')}
              storageBytes={limits.freeStorageBytes}
              fileBytes={limits.fileBytes}
            />
            <Plan
              name={t('ui.person.premium')}
              storageBytes={limits.premiumStorageBytes}
              fileBytes={limits.fileBytes}
            />
          </div>
        </section>
      )}
      {page === 'payment' ? (
        <nav aria-label={t('membership.plans.more')} className="mt-8 flex flex-wrap gap-3">
          <Button href={href('drive.payment-storage')}>{t('membership.storage.title')}</Button>
          <Button href={href('drive.payment-traffic')}>{t('membership.traffic.title')}</Button>
        </nav>
      ) : null}
    </div>
  );
}

function Own({ own }: { own: OwnPlan }): ReactNode {
  const { t } = useT();
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <h2 className="text-lg">
        {t('membership.plans.own', { plan: t(own.premium ? 'ui.person.premium' : 'membership.plans.free') })}
      </h2>
      {own.premium ? <p className="mt-2">{t('membership.plans.premium.text')}</p> : null}
      <div className="mt-4">
        <StorageMeter usedBytes={own.usageBytes} limitBytes={own.limitBytes} />
      </div>
      <Button href={href('drive.storage')} className="mt-4">
        {t('drive.storage_dialog.page')}
      </Button>
    </Card>
  );
}

export function SignInFirst({ here }: { here: string }): ReactNode {
  const { t } = useT();
  return (
    <Card className="mt-6 flex flex-wrap items-center gap-4 p-5 sm:p-6">
      <CircleUserRound size={28} className="flex-none text-muted" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48">{t('membership.plans.visitor')}</p>
      <Button href={`${href('auth.sign-in')}?${new URLSearchParams({ next: here })}`} variant="primary">
        {t('ui.shell.sign_in')}
      </Button>
    </Card>
  );
}

function Plan({ name, storageBytes, fileBytes }: { name: string; storageBytes: number; fileBytes: number }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const lines = [
    t('membership.plans.plan.storage', { size: format.bytes(storageBytes) }),
    t('membership.plans.plan.file', { size: format.bytes(Math.min(fileBytes, storageBytes)) }),
    t('membership.plans.plan.links'),
  ];
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-lg">{name}</h3>
      <ul className="mt-3 grid gap-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-3">
            <Check size={20} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
