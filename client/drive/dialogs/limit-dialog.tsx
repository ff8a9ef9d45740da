/** Dialogs of two refusals: no space left, and the daily limit. Loaded at first use. */
import type { ReactNode } from 'react';
import { limitFactsOf, type SpaceFacts, spaceFactsOf } from '#client/api/error-facts.ts';
import type { ApiError } from '#client/api/errors.ts';
import type { TransferState } from '#client/transfer/upload/upload.state.ts';
import { ACTIVE_PHASES, type UploadPhase } from '#client/transfer/upload/upload-item.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { messageOf } from '#shared/error-message.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';
import { type Fact, Facts } from './fact-list.view.tsx';

const UNDERWAY: readonly UploadPhase[] = [...ACTIVE_PHASES, 'paused'];

interface SpaceProps {
  usedBytes: number;
  limitBytes: number;
  neededBytes: number | null;
  /** The free and the missing bytes alone. */
  isShort?: boolean;
}

/** Used, allowed, needed. */
function Space({ usedBytes, limitBytes, neededBytes, isShort = false }: SpaceProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const missing = neededBytes === null || limitBytes === 0 ? 0 : usedBytes + neededBytes - limitBytes;
  const facts: (Fact | null)[] = [
    limitBytes > 0 && !isShort ? [t('drive.conflict.space.limit'), format.bytes(limitBytes)] : null,
    isShort ? null : [t('drive.conflict.space.used'), format.bytes(usedBytes)],
    limitBytes > 0 ? [t('drive.space.left'), format.bytes(Math.max(0, limitBytes - usedBytes))] : null,
    neededBytes === null || isShort ? null : [t('drive.conflict.space.needed'), format.bytes(neededBytes)],
    missing > 0 ? [t('drive.conflict.space.missing'), <b key="missing">{format.bytes(missing)}</b>] : null,
  ];
  return (
    <div className="grid gap-3">
      <StorageBar label={t('ui.storage.title')} usedBytes={usedBytes} limitBytes={limitBytes} />
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </div>
  );
}

/** A link to storage packs in a new tab, where they are sold. */
function MoreSpace({ drive, size }: { drive: DriveContext; size: 'sm' | 'md' }): ReactNode {
  const { t } = useT();
  if (!drive.state.sells.value) return null;
  return (
    <Button href={href('drive.payment-storage')} target="_blank" rel="noopener" size={size}>
      {t('membership.storage.title')}
      <span className="sr-only"> {t('drive.conflict.new_tab')}</span>
    </Button>
  );
}

/** A link to the storage page in a new tab: the waiting uploads stay in this one. */
function FreeSpace({ size }: { size: 'sm' | 'md' }): ReactNode {
  const { t } = useT();
  return (
    <Button href={href('drive.storage')} target="_blank" rel="noopener" size={size}>
      {t('drive.conflict.space.free')}
      <span className="sr-only"> {t('drive.conflict.new_tab')}</span>
    </Button>
  );
}

export interface TroubleDialogProps {
  drive: DriveContext;
  kind: 'space' | 'limit';
  error: ApiError;
  again: (() => void) | undefined;
  onClose: () => void;
}

export function TroubleDialog({ drive, kind, error, again, onClose }: TroubleDialogProps): ReactNode {
  return kind === 'space' ? (
    <SpaceDialog drive={drive} facts={spaceFactsOf(error)} again={again} onClose={onClose} />
  ) : (
    <LimitDialog drive={drive} error={error} onClose={onClose} />
  );
}

function SpaceDialog({
  drive,
  facts,
  again,
  onClose,
}: Pick<TroubleDialogProps, 'drive' | 'again' | 'onClose'> & { facts: SpaceFacts }): ReactNode {
  const { t } = useT();
  const storage = drive.state.storage.value;
  return (
    <Dialog
      title={t('drive.conflict.space.title')}
      onClose={onClose}
      footer={
        <>
          <FreeSpace size="md" />
          <MoreSpace drive={drive} size="md" />
          {again ? (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                again();
              }}
            >
              {t('drive.conflict.again')}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="mb-4">{t('drive.conflict.space.text')}</p>
      <Space
        usedBytes={facts.usedBytes ?? storage.usageBytes}
        limitBytes={facts.limitBytes ?? storage.limitBytes}
        neededBytes={facts.neededBytes}
      />
    </Dialog>
  );
}

function LimitDialog({ drive, error, onClose }: Pick<TroubleDialogProps, 'drive' | 'error' | 'onClose'>): ReactNode {
  const { t, text } = useT();
  const format = useFormat();
  const isDaily = error.errorName.startsWith('task_daily_');
  const isTraffic = error.errorName === 'traffic_not_enough';
  // Other limits are named with their numbers in the sentence.
  const { limit, resetSeconds } = isDaily ? limitFactsOf(error) : { limit: null, resetSeconds: null };
  const resetMs = resetSeconds === null ? null : drive.browser.nowMs() + resetSeconds * 1_000;
  const facts: (Fact | null)[] = [
    limit === null ? null : [t('drive.conflict.limit.count'), format.number(limit)],
    resetMs === null ? null : [t('drive.conflict.limit.resets'), format.dateAndTime(resetMs)],
  ];
  return (
    <Dialog
      title={t(isDaily ? 'drive.conflict.limit.title' : 'drive.conflict.limit.plan')}
      onClose={onClose}
      footer={
        <>
          {drive.state.sells.value ? (
            <Button href={href(isTraffic ? 'drive.payment-traffic' : 'drive.payment')}>
              {t(isTraffic ? 'membership.traffic.title' : 'membership.plan.plans')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {t('drive.conflict.limit.close')}
          </Button>
        </>
      }
    >
      <p className="mb-4">{messageOf(error, text)}</p>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </Dialog>
  );
}

/** Above uploads that have no space. They wait; their stored parts are not lost. */
export function FullNotice({ drive, transfers }: { drive: DriveContext; transfers: TransferState }): ReactNode {
  const { t, tn } = useT();
  const { uploads, state } = drive;
  const items = transfers.list.in('failed').filter(({ problem }) => problem === 'space');
  // Current usage: space freed in another tab counts here. Running uploads have reserved their space already.
  const { usageBytes, limitBytes } = state.storage.value;
  const sizeOf = (some: typeof items) => some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const underway = transfers.list.in(...UNDERWAY);
  return (
    <div className="px-4 py-3 text-sm md:py-4">
      <div role="alert" className="grid gap-2 md:gap-3">
        <p className="font-semibold">{tn('drive.conflict.space.uploads', items.length)}</p>
        <Space usedBytes={usageBytes + sizeOf(underway)} limitBytes={limitBytes} neededBytes={sizeOf(items)} isShort />
        <div className="flex flex-wrap justify-end gap-2">
          <FreeSpace size="sm" />
          <MoreSpace drive={drive} size="sm" />
          <Button variant="primary" size="sm" onClick={() => uploads.retryAll('space')}>
            {t('drive.conflict.again')}
          </Button>
        </div>
      </div>
    </div>
  );
}
