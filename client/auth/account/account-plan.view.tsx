/** Plan and use: what is stored, what was sent, and every limit there is, as this server has them. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { href } from '#shared/routes.ts';
import { type PlanProps, Section } from './account-parts.view.tsx';

export function PlanSection({ plan }: { plan: PlanProps }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { premium, use, sentDays } = plan;
  return (
    <Section id="plan" title={t('account.plan.title')}>
      <p className="font-semibold">{t(premium ? 'ui.person.premium' : 'account.plan.free')}</p>
      {use ? (
        <>
          <div className="grid gap-2">
            <StorageBar label={t('ui.storage.title')} usedBytes={use.usageBytes} limitBytes={use.limitBytes} />
            <p className="text-sm text-muted">
              {t('ui.storage.used', { used: format.bytes(use.usageBytes), limit: format.bytes(use.limitBytes) })}
            </p>
          </div>
          <div>
            <p className="text-xs text-muted">{t('account.plan.traffic')}</p>
            <p>{tn('account.plan.sent', sentDays, { size: format.bytes(use.sentBytes) })}</p>
            <p className="text-sm text-muted">{t('account.plan.sent_text')}</p>
          </div>
        </>
      ) : (
        <p className="text-muted">{t('account.plan.unknown')}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button href={href('drive.storage')}>{t('account.plan.room')}</Button>
        <Button href={href('drive.payment')} variant="plain">
          {t('account.plan.plans')}
        </Button>
      </div>
      <details className="border-t border-line pt-2">
        <summary className="group -mx-2 flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken">
          <ChevronRight size={18} className="text-muted in-open:rotate-90" aria-hidden="true" />
          {t('account.limits.title')}
        </summary>
        <Limits plan={plan} />
      </details>
    </Section>
  );
}

function Limits({ plan: { use, limits } }: { plan: PlanProps }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const days = (count: number) => tn('help.days', count);
  const rows: readonly (readonly [label: string, value: string])[] = [
    ...(use ? [[t('ui.storage.title'), format.bytes(use.limitBytes)] as const] : []),
    [t('account.plan.traffic'), t('account.limits.none')],
    [t('account.limits.file'), format.bytes(limits.fileBytes)],
    [t('account.limits.name'), format.bytes(limits.nameBytes)],
    [t('account.limits.depth'), format.number(limits.folderDepth)],
    [t('account.limits.uploads'), format.number(limits.uploads)],
    [t('account.limits.upload'), days(limits.uploadDays)],
    [t('account.limits.trash'), days(limits.trashDays)],
    [
      t('account.limits.versions'),
      t('account.limits.versions_value', { count: format.number(limits.versions), days: days(limits.versionDays) }),
    ],
    [t('account.limits.link'), tn('account.limits.hours', limits.linkHours)],
    [t('account.limits.mails'), format.number(limits.mailsPerDay)],
    [t('account.limits.messages'), format.number(limits.messagesPerHour)],
    [t('account.limits.close'), days(limits.closeDays)],
  ];
  return (
    <dl className="mt-2 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2 first:border-t-0">
          <dt className="min-w-0 text-muted">{label}</dt>
          <dd className="text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
