/** Premium in the header: its end with the days left, or its limits and the way to it. A native disclosure, made of links. */
import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { Person } from './person-menu.view.tsx';

export interface VipMenuProps {
  person: Person;
  shop: NonNullable<Person['shop']>;
  className?: string;
}

export function VipMenu({ person, shop, className }: VipMenuProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { premium = false, premiumEndMs = 0, premiumDays = 0 } = person;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('ui.storage.title'), format.bytes(shop.storageBytes)],
    [t('membership.limits.file'), format.bytes(Math.min(shop.fileBytes, shop.storageBytes))],
    [t('membership.limits.tasks'), format.number(shop.tasksPerDay)],
  ];
  return (
    <details className={className} data-menu>
      <summary
        className={premium ? 'btn btn-icon text-accent' : 'btn btn-icon'}
        aria-label={t('ui.person.premium')}
        title={t('ui.person.premium')}
      >
        <Crown size={20} aria-hidden="true" />
      </summary>
      <div className="menu absolute end-0 top-full mt-1 min-w-72">
        <div className="grid gap-2 px-3 pt-1.5 pb-3 text-sm">
          {premium ? (
            <>
              <p className="font-semibold">{t('membership.status.until', { date: format.date(premiumEndMs) })}</p>
              <p className="text-muted">{tn('membership.vip.days', premiumDays)}</p>
            </>
          ) : (
            <>
              <p className="font-semibold">{t('membership.vip.adds')}</p>
              <dl className="grid gap-1.5">
                {facts.map(([label, value]) => (
                  <div key={label} className="flex justify-between gap-6">
                    <dt className="text-muted">{label}</dt>
                    <dd className="font-semibold whitespace-nowrap">{value}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          <Button href={href('drive.payment')} size="sm" wide variant={premium ? 'quiet' : 'primary'} className="mt-1">
            {t(premium ? 'membership.plan.plans' : 'membership.offer.get')}
          </Button>
        </div>
        <div className="border-t border-line pt-1.5">
          <a className="menu-item" href={`${href('drive.payment')}#redeem`}>
            {t('membership.redeem.title')}
          </a>
          <a className="menu-item" href={href('payment.orders')}>
            {t('membership.orders.title')}
          </a>
        </div>
      </div>
    </details>
  );
}
