/**
 * Progress and loading: bar, meter, spinner and the placeholder rows of a list.
 */
import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';

/** @param value  0..max; absent while the end is unknown */
export function ProgressBar({ label, value, max = 1 }: { label: string; value?: number; max?: number }): ReactNode {
  return <progress className="bar" aria-label={label} value={value} max={max} />;
}

/** Space in use. Turns to the danger colour from 95 %. @param usedBytes, limitBytes  bytes, 0 = no limit known */
export function StorageBar({
  label,
  usedBytes,
  limitBytes,
}: {
  label: string;
  usedBytes: number;
  limitBytes: number;
}): ReactNode {
  const full = limitBytes > 0 && usedBytes >= limitBytes * 0.95;
  return (
    <meter
      className={full ? 'bar bar-danger' : 'bar'}
      aria-label={label}
      min={0}
      max={limitBytes || 1}
      value={Math.min(usedBytes, limitBytes || 0)}
    />
  );
}

/** Rows of a list before its data is there. @param rows  1..20 */
export function SkeletonRows({ rows = 6 }: { rows?: number }): ReactNode {
  const { t } = useT();
  return (
    <div role="status">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={index} className="row" aria-hidden="true">
          <span className="skeleton h-6 w-6" />
          <span className={index % 3 === 1 ? 'skeleton h-4 w-1/3' : 'skeleton h-4 w-1/2'} />
        </div>
      ))}
    </div>
  );
}
