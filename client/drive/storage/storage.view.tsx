/** Storage use at the foot of the sidebar. */
import type { ReactNode } from 'react';
import { StorageMeter } from '#client/shell/storage-meter.view.tsx';
import type { DriveStorageProps } from '#shared/islands.ts';

export function StorageView({ usageBytes, limitBytes }: DriveStorageProps): ReactNode {
  return <StorageMeter usedBytes={usageBytes} limitBytes={limitBytes} />;
}
