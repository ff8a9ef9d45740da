/** This month's traffic, and the way to more. Opened by a named action where traffic is sold. */
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { quantityContract } from '#shared/drive/quantity/quantity.contract.ts';
import { messageOf } from '#shared/error-message.ts';
import { TRAFFIC_KINDS, type TrafficKind } from '#shared/membership/ledger.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';

/** Bytes; negative for no limit. */
interface Amount {
  readonly total_assets: number;
  readonly assets: number;
  readonly size: number;
}

type Traffic = Readonly<Record<TrafficKind, Amount>>;

const KINDS = {
  download: 'membership.traffic.download',
  upload: 'membership.traffic.upload',
  offline: 'membership.traffic.offline',
} as const;

export function TrafficDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t, text } = useT();
  const [traffic, setTraffic] = useState<Traffic | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    let isShown = true;
    drive.api.call(quantityContract.quantity, { query: {} }).then(
      ({ transfer }) => isShown && setTraffic(transfer),
      (failure: unknown) => isShown && setError(messageOf(failure, text)),
    );
    return () => {
      isShown = false;
    };
  }, [drive, text]);
  return (
    <Dialog
      title={t('membership.plan.traffic')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button variant="primary" href={href('drive.payment-traffic')}>
            {t('membership.traffic.title')}
          </Button>
        </>
      }
    >
      <div className="grid min-h-40 gap-5" aria-busy={traffic === null && error === ''}>
        {error === '' ? null : <p role="alert">{error}</p>}
        {traffic
          ? TRAFFIC_KINDS.toReversed().map((kind) => <Kind key={kind} title={t(KINDS[kind])} amount={traffic[kind]} />)
          : null}
      </div>
    </Dialog>
  );
}

function Kind({ title, amount }: { title: string; amount: Amount }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { total_assets: total, assets: used, size: left } = amount;
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="text-sm font-semibold">{title}</h3>
      {total < 0 ? (
        <p className="text-muted">{t('membership.traffic.unlimited', { used: format.bytes(used) })}</p>
      ) : (
        <>
          <div aria-hidden="true">
            <StorageBar label={title} usedBytes={total - left} limitBytes={total} />
          </div>
          <p className="text-muted">
            {t('membership.traffic.left', { left: format.bytes(left), total: format.bytes(total) })}
          </p>
        </>
      )}
    </section>
  );
}
