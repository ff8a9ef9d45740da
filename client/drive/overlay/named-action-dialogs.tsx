/** Dialogs of named actions. Loaded at first use. */
import { FolderUp, Gift, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { freeDaysOf } from '#shared/membership/free-days.ts';
import { href } from '#shared/routes.ts';
import { ReceivedDialog } from '../dialogs/received-dialog.tsx';
import { RedeemDialog } from '../dialogs/redeem-dialog.tsx';
import { TrafficDialog } from '../dialogs/traffic-dialog.tsx';
import type { DriveContext } from '../drive.context.ts';
import type { DialogName } from '../drive.state.ts';
import { askForFiles } from '../upload/ask-for-files.ts';

export interface NamedActionDialogProps {
  drive: DriveContext;
  name: Exclude<DialogName, 'feedback' | 'links'>;
  onClose: () => void;
}

export function NamedActionDialog({ drive, name, onClose }: NamedActionDialogProps): ReactNode {
  switch (name) {
    case 'storage':
      return <StorageDialog drive={drive} onClose={onClose} />;
    case 'guide':
      return <GuideDialog drive={drive} onClose={onClose} />;
    case 'upload':
      return <UploadDialog drive={drive} onClose={onClose} />;
    case 'received':
      return <ReceivedDialog drive={drive} onClose={onClose} />;
    case 'traffic':
      return <TrafficDialog drive={drive} onClose={onClose} />;
    case 'activity':
      return <ActivityDialog drive={drive} onClose={onClose} />;
    case 'redeem':
      return <RedeemDialog drive={drive} onClose={onClose} />;
  }
}

function StorageDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { usageBytes, limitBytes } = drive.state.storage.value;
  // The usage in the page may be stale.
  useEffect(() => void drive.actions.change.refreshAll(), [drive]);
  return (
    <Dialog
      title={t('ui.storage.title')}
      onClose={onClose}
      footer={
        <>
          <Button href={href('drive.storage')}>{t('drive.storage_dialog.page')}</Button>
          {drive.state.sells.value ? (
            <Button href={href('drive.payment-storage')}>{t('membership.storage.title')}</Button>
          ) : null}
          <Button variant="primary" href={href('drive.trash')}>
            {t('drive.storage_dialog.trash')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <StorageBar label={t('ui.storage.title')} usedBytes={usageBytes} limitBytes={limitBytes} />
        <p className="font-semibold">
          {t('ui.storage.used', { used: format.bytes(usageBytes), limit: format.bytes(limitBytes) })}
        </p>
        <p className="text-sm text-muted">{t('drive.storage_dialog.text')}</p>
      </div>
    </Dialog>
  );
}

function ActivityDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t } = useT();
  const activity = drive.state.activity.value;
  if (activity === null) return null;
  return (
    <Dialog
      title={activity.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button variant="primary" href={activity.href}>
            {t('drive.action.open')}
          </Button>
        </>
      }
    >
      <div className="flex gap-4">
        <span className="grid h-11 w-11 flex-none place-items-center rounded-full bg-accent-soft text-accent">
          <Gift size={20} aria-hidden="true" />
        </span>
        <p className="min-w-0 break-words">{activity.lead}</p>
      </div>
    </Dialog>
  );
}

/** Browsers open the file picker only after a press on this page. */
function UploadDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t } = useT();
  const first = useRef<HTMLButtonElement>(null);
  // The first button has the focus, so that one key opens the picker.
  useEffect(() => first.current?.focus(), []);
  const ask = (kind: 'files' | 'folder') => () => {
    onClose();
    askForFiles(kind, drive.upload);
  };
  return (
    <Dialog
      title={t('drive.upload.button')}
      onClose={onClose}
      footer={
        <>
          <Button icon={<FolderUp size={18} aria-hidden="true" />} className="max-md:hidden" onClick={ask('folder')}>
            {t('drive.upload.folder')}
          </Button>
          <Button ref={first} variant="primary" icon={<Upload size={18} aria-hidden="true" />} onClick={ask('files')}>
            {t('drive.upload.files')}
          </Button>
        </>
      }
    >
      <p>{t('drive.upload.text')}</p>
    </Dialog>
  );
}

function GuideDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t, tn } = useT();
  const freeDays = freeDaysOf(document);
  const upload = () => {
    onClose();
    askForFiles('files', drive.upload);
  };
  return (
    <Dialog
      title={t('drive.guide.title')}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={<Upload size={18} aria-hidden="true" />} onClick={upload}>
          {t('drive.upload.files')}
        </Button>
      }
    >
      {freeDays > 0 ? (
        <p className="mb-5 flex items-center gap-3 font-semibold">
          <Gift size={20} className="flex-none text-accent" aria-hidden="true" />
          {tn('drive.bell.reward', freeDays)}
        </p>
      ) : null}
      <p>{t('drive.guide.text')}</p>
    </Dialog>
  );
}
