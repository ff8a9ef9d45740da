/** Transfers of this browser on the page of tasks: the same lines and buttons as in the panel of the drive. Loaded at first use. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import type { TaskFilter } from '#shared/drive/fetch/task-row.ts';
import type { DriveContext } from '../drive.context.ts';
import { DownloadLine } from './download-lines.tsx';
import { shownTransfers } from './shown-transfers.ts';
import { UploadLine } from './upload-line.tsx';
import { AllButton, Foot, Headline, inOrder, Pace, useOffline } from './upload-summary.tsx';

export interface TransferSectionProps {
  drive: DriveContext;
  filter: TaskFilter;
}

export function TransferSection({ drive, filter }: TransferSectionProps): ReactNode {
  const { t } = useT();
  const { transfers, uploads, downloads, state, actions } = drive;
  const items = transfers.items.value;
  const isOffline = useOffline(items);
  const shown = shownTransfers({ uploads: items, downloads: downloads.items.value }, filter);
  const summary = transfers.summary.value;
  const isSaving = downloads.items.value.some(({ phase }) => ['running', 'offline', 'paused'].includes(phase));
  const { open, done } = inOrder(shown.uploads);
  if (shown.uploads.length + shown.downloads.length === 0) return null;
  return (
    <section aria-labelledby="own-transfers" className="rounded-lg border border-line" data-own-transfers>
      <div className="flex items-center gap-1 py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-2">
          <h2 id="own-transfers" className="text-sm font-semibold">
            {t('drive.tasks.own')}
          </h2>
          {items.length > 0 ? <Headline summary={summary} /> : null}
          <Pace summary={summary} transfers={transfers} isOffline={isOffline} />
        </div>
        <AllButton drive={drive} />
        {summary.active + summary.paused === 0 && !isSaving ? (
          <IconButton
            label={t('drive.transfer.clear')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={() => {
              uploads.clear();
              if (downloads.items.value.length > 0) downloads.run((engine) => engine.clear());
            }}
          />
        ) : null}
      </div>
      <ul className="border-t border-line">
        {shown.downloads.map((item) => (
          <DownloadLine key={item.id} item={item} drive={drive} />
        ))}
        {[...open, ...done].map((item) => (
          <UploadLine key={item.id} item={item} drive={drive} isOffline={isOffline} />
        ))}
      </ul>
      <Foot drive={drive} summary={summary} />
      <Toasts items={state.toasts.value} onDismiss={actions.toasts.dismiss} />
    </section>
  );
}
