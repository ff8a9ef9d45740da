/** Files that another app shared with the installed one, or that were opened with it: uploaded only after the person says so. */
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { dropReceived, readReceived } from '#client/navigation/received-files.ts';
import { pickedFromField } from '#client/transfer/upload/picked.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { DriveContext } from '../drive.context.ts';

const LISTED = 5;

/** Files that the system opened with the installed app; TypeScript's DOM types lack it. */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/** @returns null while they are read */
function useReceived(nowMs: number): readonly File[] | null {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  useEffect(() => {
    const add = (more: readonly File[]) => setFiles((known) => [...(known ?? []), ...more]);
    const fail = (error: unknown): void => {
      console.warn('files that were handed over', error);
      add([]);
    };
    readReceived(caches, nowMs).then(add, fail);
    const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
    launchQueue?.setConsumer(({ files: handles }) => {
      Promise.all(handles.map((handle) => handle.getFile())).then(add, fail);
    });
  }, [nowMs]);
  return files;
}

export function ReceivedDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const [nowMs] = useState(drive.browser.nowMs);
  const files = useReceived(nowMs);
  function close(): void {
    onClose();
    dropReceived(caches).catch((error: unknown) => console.warn('files that were handed over', error));
  }
  const isEmpty = files?.length === 0;
  return (
    <Dialog
      title={t('drive.received.title', { folder: t('ui.sidebar.all_files') })}
      onClose={close}
      footer={
        isEmpty ? null : (
          <>
            <Button onClick={close}>{t('drive.received.discard')}</Button>
            <Button
              variant="primary"
              disabled={files === null}
              onClick={() => {
                drive.upload(pickedFromField(files ?? []));
                close();
              }}
            >
              {t('drive.upload.button')}
            </Button>
          </>
        )
      }
    >
      {isEmpty ? <p>{t('drive.received.none')}</p> : null}
      <ul className="grid gap-2">
        {files?.slice(0, LISTED).map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list grows only at its end
          <li key={`${at} ${file.name}`} className="flex justify-between gap-4">
            <span className="min-w-0 break-words">{file.name}</span>
            <span className="flex-none text-muted">{format.bytes(file.size)}</span>
          </li>
        ))}
      </ul>
      {files && files.length > LISTED ? (
        <p className="mt-2 text-muted">{tn('drive.download.others', files.length - LISTED)}</p>
      ) : null}
    </Dialog>
  );
}
