/** Storage use, refreshed after changes in the drive. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DriveStorageProps } from '#shared/islands.ts';
import { driveContext } from '../drive.context.ts';
import { StorageView } from './storage.view.tsx';

export default function StorageIsland(props: DriveStorageProps): ReactNode {
  const [drive] = useState(() => {
    const made = driveContext();
    made.state.startStorage(props);
    return made;
  });
  const { usageBytes, limitBytes } = drive.state.storage.value;
  return <StorageView usageBytes={usageBytes} limitBytes={limitBytes} />;
}
