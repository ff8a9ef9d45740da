/** The traffic of a person: the rest of this month by kind, and the downloads of each day. */
import type { ReactNode } from 'react';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { ProgressBar, StorageBar } from '#client/ui/progress.tsx';
import { TRAFFIC_KINDS } from '#shared/membership/ledger.ts';
import type { TrafficUse as DayUse, TrafficBalance } from '#shared/membership/traffic.ts';
import { DAY_MS } from '#shared/units.ts';

export interface ShownTraffic {
  readonly balance: TrafficBalance;
  /** Downloads, newest day first. */
  readonly days: readonly DayUse[];
}

const KINDS = {
  download: 'membership.traffic.download',
  upload: 'membership.traffic.upload',
  offline: 'membership.traffic.offline',
} as const;

export function TrafficUse({ balance }: { balance: TrafficBalance }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <Card className="mt-6 grid gap-5 p-5 sm:p-6">
      {TRAFFIC_KINDS.toReversed().map((kind) => {
        const { totalBytes, leftBytes, usedBytes } = balance[kind];
        return (
          <div key={kind} className="grid gap-1.5 text-sm">
            <h2 className="text-sm font-semibold">{t(KINDS[kind])}</h2>
            {totalBytes === null || leftBytes === null ? (
              <p className="text-muted">{t('membership.traffic.unlimited', { used: format.bytes(usedBytes) })}</p>
            ) : (
              <>
                <div aria-hidden="true">
                  <StorageBar label={t(KINDS[kind])} usedBytes={totalBytes - leftBytes} limitBytes={totalBytes} />
                </div>
                <p className="text-muted">
                  {t('membership.traffic.left', { left: format.bytes(leftBytes), total: format.bytes(totalBytes) })}
                </p>
              </>
            )}
          </div>
        );
      })}
    </Card>
  );
}

export function TrafficDays({ days }: { days: ShownTraffic['days'] }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const mostBytes = Math.max(1, ...days.map(({ bytes }) => bytes));
  return (
    <section aria-labelledby="days" className="mt-10">
      <h2 id="days" className="text-xl">
        {t('membership.traffic.days')}
      </h2>
      {days.length === 0 ? (
        <p className="mt-2 text-muted">{t('membership.traffic.days_empty')}</p>
      ) : (
        <>
          <p className="mt-2 text-sm text-muted">{t('membership.traffic.days_lead')}</p>
          <dl className="card mt-4 divide-y divide-line text-sm">
            {days.map(({ day, bytes }) => (
              <div
                key={day}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5"
              >
                {/* Noon is the same day in every time zone but the outermost. */}
                <dt>{format.date(Date.parse(day) + DAY_MS / 2)}</dt>
                <dd className="font-semibold">{format.bytes(bytes)}</dd>
                <dd className="col-span-2" aria-hidden="true">
                  <ProgressBar label={day} value={bytes} max={mostBytes} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
