/** The plan of a person with its end, and the comparison of both plans. Every number comes from the published limits. */
import { CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { StorageMeter } from '#client/shell/storage-meter.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { PlanLimits, Plans } from '#shared/membership/plans.ts';
import { href } from '#shared/routes.ts';

/** Plan of the user; absent for a visitor. */
export interface OwnPlan {
  readonly premium: boolean;
  /** End of premium, or when it ended; 0: there never was any. Epoch ms. */
  readonly expiresMs: number;
  /** Bytes. */
  readonly usageBytes: number;
  /** Bytes. */
  readonly limitBytes: number;
}

export function PlanName({ premium }: { premium: boolean }): ReactNode {
  const { t } = useT();
  return t(premium ? 'ui.person.premium' : 'membership.plans.free');
}

/** `Premium until March 9, 2026`; nothing where there never was any. */
export function PlanEnd({ own, className }: { own: Pick<OwnPlan, 'premium' | 'expiresMs'>; className?: string }) {
  const { t } = useT();
  const format = useFormat();
  if (own.expiresMs === 0) return null;
  const date = format.date(own.expiresMs);
  return (
    <p className={className}>{t(own.premium ? 'membership.status.until' : 'membership.status.ended', { date })}</p>
  );
}

export function PlanStatus({ own, hasOrders }: { own: OwnPlan; hasOrders: boolean }): ReactNode {
  const { t } = useT();
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <h2 className="text-lg">
        {t('membership.plans.own', { plan: t(own.premium ? 'ui.person.premium' : 'membership.plans.free') })}
      </h2>
      <PlanEnd own={own} className="mt-1" />
      <div className="mt-4">
        <StorageMeter usedBytes={own.usageBytes} limitBytes={own.limitBytes} />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {hasOrders ? <Button href={href('payment.orders')}>{t('membership.orders.title')}</Button> : null}
        <Button href={href('drive.storage')} variant="plain">
          {t('drive.storage_dialog.page')}
        </Button>
      </div>
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

type Row = readonly [label: string, limitOf: (limits: PlanLimits) => string];

const ROW = 'max-sm:grid max-sm:grid-cols-2';
const VALUE = 'px-3 pt-1 pb-3 sm:px-4 sm:pt-3';

export function PlanComparison({ plans }: { plans: Plans }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const none = t('membership.limits.none');
  const bytes = (value: number | null) => (value === null ? none : format.bytes(value));
  const count = (value: number | null) => (value === null ? none : format.number(value));
  const rows: readonly Row[] = [
    [t('ui.storage.title'), ({ storageBytes }) => bytes(storageBytes)],
    [t('membership.limits.file'), ({ fileBytes, storageBytes }) => bytes(Math.min(fileBytes, storageBytes))],
    [t('membership.traffic.download'), ({ trafficBytes }) => bytes(trafficBytes.download)],
    [t('membership.traffic.upload'), ({ trafficBytes }) => bytes(trafficBytes.upload)],
    [t('membership.traffic.offline'), ({ trafficBytes }) => bytes(trafficBytes.offline)],
    [t('membership.limits.tasks'), ({ tasksPerDay }) => count(tasksPerDay)],
    [t('membership.limits.links'), ({ links }) => count(links)],
    [t('membership.limits.transfers'), ({ transfersAtOnce }) => count(transfersAtOnce)],
  ];
  return (
    <section aria-labelledby="compare" className="mt-10">
      <h2 id="compare" className="text-xl">
        {t('membership.plans.compare')}
      </h2>
      <div className="card mt-4 overflow-hidden">
        {/* On a phone the name of a limit stands over its two values: words of long languages do not fit beside them. */}
        <table className="w-full text-sm max-sm:block">
          <thead className="max-sm:block">
            <tr className={ROW}>
              <td className="w-2/5 px-5 py-3 max-sm:hidden" />
              <th scope="col" className="px-3 py-3 text-start font-semibold sm:px-4">
                {t('membership.plans.free')}
              </th>
              <th scope="col" className="px-3 py-3 text-start font-semibold sm:px-4 text-accent">
                {t('ui.person.premium')}
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map(([label, limitOf]) => (
              <tr key={label} className={`border-t border-line ${ROW}`}>
                <th
                  scope="row"
                  className="px-3 pt-3 text-start font-normal text-muted max-sm:col-span-2 sm:px-5 sm:pb-3"
                >
                  {label}
                </th>
                <td className={VALUE}>{limitOf(plans.free)}</td>
                <td className={`font-semibold ${VALUE}`}>{limitOf(plans.premium)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
