/** The used storage, at the foot of the sidebar. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';

export interface StorageMeterProps {
  /** Bytes taken by live and trashed files. */
  usedBytes: number;
  /** Storage limit of the user, bytes; 0 when unknown. */
  limitBytes: number;
}

export function StorageMeter({ usedBytes, limitBytes }: StorageMeterProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <div className="grid gap-2 text-xs">
      <p className="font-semibold">{t('ui.storage.title')}</p>
      {/* The sentence below has the same value; screen readers would read the bar as a bare number. */}
      <div aria-hidden="true">
        <StorageBar label={t('ui.storage.title')} usedBytes={usedBytes} limitBytes={limitBytes} />
      </div>
      <p className="text-muted">
        {t('ui.storage.used', { used: format.bytes(usedBytes), limit: format.bytes(limitBytes) })}
      </p>
    </div>
  );
}
