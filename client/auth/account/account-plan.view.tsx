/** Plan and use: stored bytes, sent bytes and every limit of this server. */
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
    <Section id="plan" title={t('membership.plan.title')}>
      {premium === null ? null : (
        <p className="font-semibold">{t(premium ? 'ui.person.premium' : 'membership.plan.free')}</p>
      )}
      {use ? (
        <>
          <div className="grid gap-2">
            <StorageBar label={t('ui.storage.title')} usedBytes={use.usageBytes} limitBytes={use.limitBytes} />
            <p className="text-sm text-muted">
              {t('ui.storage.used', { used: format.bytes(use.usageBytes), limit: format.bytes(use.limitBytes) })}
            </p>
          </div>
          <div>
            <p className="text-xs text-muted">{t('membership.plan.traffic')}</p>
            <p>{tn('membership.plan.sent', sentDays, { size: format.bytes(use.sentBytes) })}</p>
            <p className="text-sm text-muted">{t('membership.plan.sent_text')}</p>
          </div>
        </>
      ) : (
        <p className="text-muted">{t('membership.plan.unknown')}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button href={href('drive.storage')}>{t('membership.plan.room')}</Button>
        {premium === null ? null : (
          <Button href={href('drive.payment')} variant="plain">
            {t('membership.plan.plans')}
          </Button>
        )}
      </div>
      <details className="border-t border-line pt-2">
        <summary className="group -mx-2 flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken">
          <ChevronRight size={18} className="text-muted in-open:rotate-90" aria-hidden="true" />
          {t('membership.limits.title')}
        </summary>
        <Limits plan={plan} />
      </details>
    </Section>
  );
}

function Limits({ plan: { use, limits } }: { plan: PlanProps }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const days = (count: number) => tn('site.help.days', count);
  const rows: readonly (readonly [label: string, value: string])[] = [
    ...(use ? [[t('ui.storage.title'), format.bytes(use.limitBytes)] as const] : []),
    [t('membership.plan.traffic'), t('membership.limits.none')],
    [t('membership.limits.file'), format.bytes(limits.fileBytes)],
    [t('membership.limits.name'), format.bytes(limits.nameBytes)],
    [t('membership.limits.depth'), format.number(limits.folderDepth)],
    [t('membership.limits.uploads'), format.number(limits.uploads)],
    [t('membership.limits.upload'), days(limits.uploadDays)],
    [t('membership.limits.trash'), days(limits.trashDays)],
    [
      t('membership.limits.versions'),
      t('membership.limits.versions_value', { count: format.number(limits.versions), days: days(limits.versionDays) }),
    ],
    [t('membership.limits.link'), tn('membership.limits.hours', limits.linkHours)],
    [t('membership.limits.mails'), format.number(limits.mailsPerDay)],
    [t('membership.limits.messages'), format.number(limits.messagesPerHour)],
    [t('membership.limits.close'), days(limits.closeDays)],
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
