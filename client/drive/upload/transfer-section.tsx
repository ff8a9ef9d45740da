/** Transfers of this browser on the page of tasks: the same lines and buttons as in the panel of the drive. Loaded at first use. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TransferState } from '#client/transfer/upload/upload.state.ts';
import { IconButton } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import type { TaskFilter } from '#shared/drive/fetch/task-row.ts';
import type { DriveContext } from '../drive.context.ts';
import { DownloadLine } from './download-lines.tsx';
import { shownDownloads, shownPhases } from './shown-transfers.ts';
import { UploadLines } from './upload-lines.tsx';
import { AllButton, Foot, Headline, Pace, useOffline } from './upload-summary.tsx';
import { usePaced } from './use-paced.ts';

export interface TransferSectionProps {
  drive: DriveContext;
  transfers: TransferState;
  filter: TaskFilter;
}

export function TransferSection({ drive, transfers, filter }: TransferSectionProps): ReactNode {
  const { t } = useT();
  const { uploads, downloads, state, actions } = drive;
  const { list } = transfers;
  usePaced(list.version);
  const isOffline = useOffline(list);
  const phases = shownPhases(filter);
  const saved = downloads.items.value;
  const shownSaved = shownDownloads(saved, filter);
  const summary = transfers.summary.peek();
  const isSaving = saved.some(({ phase }) => ['running', 'offline', 'paused'].includes(phase));
  if (phases.every((phase) => list.countIn(phase) === 0) && shownSaved.length === 0) return null;
  return (
    <section aria-labelledby="own-transfers" className="rounded-lg border border-line" data-own-transfers>
      <div className="flex items-center gap-1 py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-2">
          <h2 id="own-transfers" className="text-sm font-semibold">
            {t('drive.tasks.own')}
          </h2>
          {list.count > 0 ? <Headline summary={summary} /> : null}
          <Pace summary={summary} transfers={transfers} isOffline={isOffline} />
        </div>
        <AllButton drive={drive} summary={summary} />
        {summary.active + summary.paused === 0 && !isSaving ? (
          <IconButton
            label={t('drive.transfer.clear')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={() => {
              uploads.clear();
              if (saved.length > 0) downloads.run((engine) => engine.clear());
            }}
          />
        ) : null}
      </div>
      <div className="border-t border-line">
        {shownSaved.length > 0 ? (
          <ul>
            {shownSaved.map((item) => (
              <DownloadLine key={item.id} item={item} drive={drive} />
            ))}
          </ul>
        ) : null}
        <UploadLines drive={drive} list={list} phases={phases} isUnfolded isOffline={isOffline} box={null} />
      </div>
      <Foot drive={drive} transfers={transfers} summary={summary} />
      <Toasts items={state.toasts.value} onDismiss={actions.toasts.dismiss} />
    </section>
  );
}
