/** What is being uploaded: how far, how fast, what went wrong and what to do. A sheet at the foot of a phone, a card in the corner of a desktop. */
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TransferSummary, UploadItem, UploadProblem } from '#client/transfer/transfer.state.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { ProgressBar } from '#client/ui/progress.tsx';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DriveRoom } from './drive.room.ts';

const PROBLEM_WORDS: Readonly<Record<UploadProblem, MessageKey & `drive.transfer.problem.${string}`>> = {
  space: 'drive.transfer.problem.space',
  large: 'drive.transfer.problem.large',
  network: 'drive.transfer.problem.network',
  signed_out: 'drive.transfer.problem.signed_out',
  folder: 'drive.transfer.problem.folder',
  name: 'drive.transfer.problem.name',
  changed: 'drive.transfer.problem.changed',
  busy: 'drive.transfer.problem.busy',
  server: 'drive.transfer.problem.server',
};

export function UploadPanel({ room }: { room: DriveRoom }): ReactNode {
  const { t } = useT();
  const { transfers, uploads } = room;
  const items = transfers.items.value;
  const summary = transfers.summary.value;
  const isOpen = transfers.isOpen.value;
  if (items.length === 0) return null;
  return (
    <section
      aria-label={t('drive.transfer.label')}
      className="fixed z-40 grid max-h-[60dvh] grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border border-line bg-raised shadow-lg max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-lg max-md:pb-[env(safe-area-inset-bottom)] md:end-4 md:bottom-4 md:w-96 md:rounded-lg"
    >
      <div className="flex items-center gap-1 py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-2">
          <Headline summary={summary} />
          <Pace summary={summary} speed={transfers.speed.value} />
        </div>
        <IconButton
          label={t(isOpen ? 'drive.transfer.hide' : 'drive.transfer.show')}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDown size={20} aria-hidden="true" /> : <ChevronUp size={20} aria-hidden="true" />}
          onClick={() => {
            transfers.isOpen.value = !isOpen;
          }}
        />
        {summary.active === 0 ? (
          <IconButton
            label={t('drive.transfer.clear')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={uploads.clear}
          />
        ) : null}
      </div>
      {isOpen ? (
        <ul className="overflow-y-auto border-t border-line">
          {items.map((item) => (
            <Line
              key={item.id}
              item={item}
              onCancel={() => uploads.cancel(item.id)}
              onRetry={() => uploads.retry(item.id)}
            />
          ))}
        </ul>
      ) : null}
      {isOpen && (summary.active > 1 || summary.failed > 1) ? (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line p-2">
          {summary.failed > 1 ? (
            <Button size="sm" onClick={uploads.retryAll}>
              {t('drive.transfer.retry_all')}
            </Button>
          ) : null}
          {summary.active > 1 ? (
            <Button size="sm" onClick={uploads.cancelAll}>
              {t('drive.transfer.cancel_all')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Headline({ summary }: { summary: TransferSummary }): ReactNode {
  const { t, tn } = useT();
  const failed = summary.failed > 0 ? tn('drive.transfer.failed', summary.failed) : null;
  const done = summary.done > 0 ? tn('drive.transfer.done', summary.done) : null;
  const rest = [done, failed].filter(Boolean).join(' · ');
  const text = summary.active > 0 ? tn('drive.transfer.active', summary.active) : rest || t('drive.transfer.stopped');
  return (
    <p role="status" className="text-sm font-semibold">
      {text}
    </p>
  );
}

function Pace({ summary, speed }: { summary: TransferSummary; speed: number }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  if (summary.active === 0) return null;
  const left = summary.leftSeconds;
  const time =
    left === null
      ? null
      : left < 60
        ? tn('drive.transfer.left.seconds', left)
        : left < 3600
          ? tn('drive.transfer.left.minutes', Math.ceil(left / 60))
          : tn('drive.transfer.left.hours', Math.ceil(left / 3600));
  const parts = [
    t('drive.transfer.of', { done: format.bytes(summary.sentBytes), size: format.bytes(summary.sizeBytes) }),
    speed > 0 ? t('drive.transfer.speed', { size: format.bytes(Math.round(speed)) }) : null,
    time,
  ];
  return <p className="text-xs text-muted tabular-nums">{parts.filter(Boolean).join(' · ')}</p>;
}

function Line({ item, onCancel, onRetry }: { item: UploadItem; onCancel: () => void; onRetry: () => void }): ReactNode {
  const { t } = useT();
  const isActive = item.phase === 'waiting' || item.phase === 'sending' || item.phase === 'checking';
  return (
    <li className="flex min-h-15 items-center gap-3 border-t border-line py-1 ps-4 pe-1 first:border-t-0">
      <div className="min-w-0 flex-1 py-1">
        <p className="truncate text-sm font-medium" title={item.name}>
          {item.name}
        </p>
        {item.phase === 'sending' || item.checkedBytes > 0 ? (
          <div className="my-1">
            <ProgressBar
              label={item.name}
              value={item.phase === 'sending' ? item.sentBytes : item.checkedBytes}
              max={Math.max(1, item.sizeBytes)}
            />
          </div>
        ) : null}
        <LineState item={item} />
      </div>
      {item.phase === 'done' ? <CircleCheck size={20} className="me-3 flex-none text-ok" aria-hidden="true" /> : null}
      {item.phase === 'failed' || item.phase === 'cancelled' ? (
        <IconButton
          label={t('drive.transfer.retry', { name: item.name })}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={onRetry}
        />
      ) : null}
      {isActive || item.phase === 'failed' ? (
        <IconButton
          label={t('drive.transfer.cancel', { name: item.name })}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onCancel}
        />
      ) : null}
    </li>
  );
}

function LineState({ item }: { item: UploadItem }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  if (item.problem !== null) {
    return (
      <p className="flex gap-1.5 text-xs text-danger">
        <CircleAlert size={16} className="mt-0.5 flex-none" aria-hidden="true" />
        {t(PROBLEM_WORDS[item.problem])}
      </p>
    );
  }
  const size = format.bytes(item.sizeBytes);
  const words: Readonly<Record<UploadItem['phase'], string>> = {
    waiting: t('drive.transfer.state.waiting'),
    sending: t('drive.transfer.of', { done: format.bytes(item.sentBytes), size }),
    checking: t('drive.transfer.state.checking'),
    done: item.isInstant ? t('drive.transfer.state.instant', { size }) : size,
    failed: '',
    cancelled: t('drive.transfer.state.cancelled'),
  };
  return <p className="text-xs text-muted tabular-nums">{words[item.phase]}</p>;
}
