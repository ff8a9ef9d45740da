/** Parts of a list of transfers: its headline, pace and buttons, in the panel and on the page of tasks. */
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { MANY_FILES, type TransferState, type TransferSummary } from '#client/transfer/upload/upload.state.ts';
import type { UploadPhase } from '#client/transfer/upload/upload-item.ts';
import type { UploadList } from '#client/transfer/upload/upload-list.state.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { DriveContext } from '../drive.context.ts';
import { askForFiles } from './ask-for-files.ts';
import { useTimeLeft } from './time-left.ts';

/** Those that say something first, then running ones and those that wait for the user. */
export const ORDER: readonly UploadPhase[] = [
  'done',
  'sending',
  'checking',
  'offline',
  'failed',
  'paused',
  'unfinished',
  'waiting',
  'cancelled',
];

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether there is no network, or every running upload waits for it. */
export function useOffline(list: UploadList): boolean {
  const hasNone = useSyncExternalStore(
    watchNetwork,
    () => !navigator.onLine,
    () => false,
  );
  return hasNone || (list.countIn('offline') > 0 && list.countIn('sending') === 0);
}

/** Pauses running uploads, or resumes paused ones. */
export function AllButton({ drive, summary }: { drive: DriveContext; summary: TransferSummary }): ReactNode {
  const { t } = useT();
  const { uploads } = drive;
  const { active, paused } = summary;
  if (active > 0)
    return (
      <IconButton
        label={t('drive.transfer.pause_all')}
        icon={<Pause size={20} aria-hidden="true" />}
        onClick={uploads.pauseAll}
      />
    );
  if (paused === 0) return null;
  return (
    <IconButton
      label={t('drive.transfer.go_on_all')}
      icon={<Play size={20} aria-hidden="true" />}
      onClick={uploads.resumeAll}
    />
  );
}

interface FootProps {
  drive: DriveContext;
  transfers: TransferState;
  summary: TransferSummary;
}

export function Foot({ drive, transfers, summary }: FootProps): ReactNode {
  const { t, tn } = useT();
  const { uploads } = drive;
  const strangers = transfers.unmatchedFiles.value;
  const { foldered, spaceless } = transfers.list.totals();
  const canCancel = summary.active + summary.paused + summary.unfinished > 1;
  // Those that lack space have a notice with a button of its own.
  const canRetry = summary.failed - spaceless > 1;
  if (summary.unfinished === 0 && !canRetry && !canCancel) return null;
  return (
    <div className="border-t border-line p-2">
      {strangers > 0 ? (
        <p role="status" className="px-2 pb-2 text-xs text-danger">
          {tn('drive.transfer.strangers', strangers)}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {canCancel ? (
          <Button size="sm" variant="plain" onClick={uploads.cancelAll}>
            {t('drive.transfer.cancel_all')}
          </Button>
        ) : null}
        {canRetry ? (
          <Button size="sm" onClick={() => uploads.retryAll()}>
            {t('drive.transfer.retry_all')}
          </Button>
        ) : null}
        {foldered > 0 ? (
          <Button size="sm" onClick={() => askForFiles('folder', (picked) => uploads.chooseAgain(picked))}>
            {t('drive.transfer.again.folder')}
          </Button>
        ) : null}
        {summary.unfinished > 0 ? (
          <Button size="sm" onClick={() => askForFiles('files', (picked) => uploads.chooseAgain(picked))}>
            {t('drive.transfer.again.files')}
          </Button>
        ) : null}
        {summary.reopenable > 0 ? (
          <Button size="sm" variant="primary" onClick={() => uploads.reopen()}>
            {t('drive.transfer.again.reopen')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

export function Headline({ summary }: { summary: TransferSummary }): ReactNode {
  const { t, tn } = useT();
  const { active, paused, unfinished, failed, done, files } = summary;
  const rest = [
    paused > 0 ? tn('drive.transfer.paused', paused) : null,
    unfinished > 0 ? tn('drive.transfer.unfinished', unfinished) : null,
    done > 0 ? tn('drive.transfer.done', done) : null,
    failed > 0 ? tn('drive.transfer.failed', failed) : null,
  ].filter(Boolean);
  // It is read aloud when it changes: of many files once, not after each. The line below counts them.
  const running = files < MANY_FILES ? active : files;
  const text = active > 0 ? tn('drive.transfer.active', running) : rest.join(' · ') || t('drive.transfer.stopped');
  return (
    <p role="status" className="text-sm font-semibold">
      {text}
    </p>
  );
}

export function Pace({
  summary,
  transfers,
  isOffline,
}: {
  summary: TransferSummary;
  transfers: Pick<TransferState, 'speed' | 'fileSpeed'>;
  isOffline: boolean;
}): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const time = useTimeLeft(summary.leftSeconds);
  if (summary.active === 0)
    return summary.unfinished > 0 ? <p className="text-xs text-muted">{t('drive.transfer.again.hint')}</p> : null;
  // The speed is out of date.
  if (isOffline) return <p className="text-xs text-muted">{t('drive.transfer.state.offline')}</p>;
  const speed = transfers.speed.value;
  const fileSpeed = Math.round(transfers.fileSpeed.value);
  const done = t('drive.transfer.of', { done: format.bytes(summary.sentBytes), size: format.bytes(summary.sizeBytes) });
  const parts = summary.isByFiles
    ? [
        tn('drive.transfer.of_files', summary.files, { done: format.number(summary.done) }),
        fileSpeed > 0 ? tn('drive.transfer.speed_files', fileSpeed) : null,
        time,
      ]
    : [done, speed > 0 ? t('drive.transfer.speed', { size: format.bytes(Math.round(speed)) }) : null, time];
  const shown = parts.filter((part) => part !== null);
  return (
    <p className="text-xs text-muted tabular-nums">
      {shown.map((part, index) => (
        // A line breaks only between them.
        <span key={part} className="inline-block whitespace-pre">
          {index < shown.length - 1 ? `${part} · ` : part}
        </span>
      ))}
    </p>
  );
}
