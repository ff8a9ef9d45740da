/** Files of one visit of a link that collects files, each with its size, or why it is not there. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';

export interface CollectedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'coming' | 'accepted' | 'withdrawn';
}

const OTHER_STATES = {
  coming: 'drive.collect.receipt.coming',
  withdrawn: 'drive.collect.receipt.withdrawn',
} as const;

export function CollectedFiles({ files }: { files: readonly CollectedFile[] }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <ul className="grid gap-1 text-sm">
      {files.map((file, at) => (
        // Two files may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={at} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words" dir="auto">
            {file.name}
          </span>
          <span className="text-muted">
            {file.state === 'accepted' ? format.bytes(file.sizeBytes) : t(OTHER_STATES[file.state])}
          </span>
        </li>
      ))}
    </ul>
  );
}
