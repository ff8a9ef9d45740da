/** Transfers that earlier windows left, and the question before a page with running ones is left. */
import { effect } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { databaseNames } from '#client/browser-storage/databases.ts';
import { DOWNLOADS_DATABASE } from '#client/browser-storage/stored-names.ts';
import { LEAVE_EVENT } from '#client/navigation/notes.ts';
import { isActive } from '#client/transfer/download/download.state.ts';
import type { LateDownloads } from '#client/transfer/download/late-downloads.ts';
import type { DriveContext } from '../drive.context.ts';

/** Lists transfers of earlier windows. Loads the engine now: the next upload must not wait, nor fail when the network goes away. */
export function useEarlierTransfers({ uploads, downloads }: DriveContext): void {
  useEffect(() => {
    uploads.warm();
    const look = () => {
      uploads.findUnfinished();
      void findDownloads(downloads);
    };
    if ('requestIdleCallback' in window) requestIdleCallback(look);
    else setTimeout(look);
  }, [uploads, downloads]);
}

/** Resumes downloads of an earlier window; loads their engine only where a database of them exists. */
async function findDownloads(downloads: LateDownloads): Promise<void> {
  // A browser that cannot list its databases cannot choose folders either.
  const names = 'showDirectoryPicker' in globalThis ? await databaseNames() : null;
  if (names?.includes(DOWNLOADS_DATABASE)) downloads.run((engine) => engine.findUnfinished());
}

/** Asks before the page is left while a transfer is running. It draws nothing, so signals would not draw it again: it has an effect of them. */
export function LeaveGuard({ drive }: { drive: DriveContext }): ReactNode {
  const { downloads } = drive;
  const { transfers } = drive.state;
  useEffect(() => {
    const ask = (event: Event) => event.preventDefault();
    const unguard = () => {
      removeEventListener('beforeunload', ask);
      removeEventListener(LEAVE_EVENT, ask);
    };
    const stop = effect(() => {
      unguard();
      if (!transfers.value?.isBusy.value && !downloads.items.value.some(isActive)) return;
      addEventListener('beforeunload', ask);
      // A page that reloads by itself must not ask.
      addEventListener(LEAVE_EVENT, ask);
    });
    return () => {
      stop();
      unguard();
    };
  }, [transfers, downloads]);
  return null;
}
