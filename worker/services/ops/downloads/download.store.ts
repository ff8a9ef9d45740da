/** SQL of counts of downloads. */
import type { DownloadTarget } from '#shared/site/downloads.ts';

export function countDownload(sql: SqlStorage, target: DownloadTarget): void {
  sql.exec(
    'INSERT INTO downloads (target, opened) VALUES (?, 1) ON CONFLICT (target) DO UPDATE SET opened = opened + 1',
    target,
  );
}

/** Target -> number of downloads; targets without one are missing. */
export function downloadCounts(sql: SqlStorage): Record<string, number> {
  const rows = sql.exec<{ target: string; opened: number }>('SELECT target, opened FROM downloads').toArray();
  return Object.fromEntries(rows.map(({ target, opened }) => [target, opened]));
}
