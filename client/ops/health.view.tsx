/** Problems of the machine, on the first page of the console. Renders nothing when there are none. */
import type { ReactNode } from 'react';
import { OpsPart } from './ops-frame.view.tsx';

export interface ShownDamage {
  readonly className: string;
  readonly id: string;
  readonly name: string;
  readonly what: string;
  readonly remedy: string;
}

export interface HealthProps {
  disk: { readonly level: 'ample' | 'low' | 'critical'; readonly freeBytes: number; readonly watermarkBytes: number };
  damaged: readonly ShownDamage[];
}

const MIB = 1024 * 1024;
const inMebibytes = (bytes: number): string => `${Math.floor(bytes / MIB).toLocaleString('en-US')} MiB`;

export function HealthView({ disk, damaged }: HealthProps): ReactNode {
  if (disk.level === 'ample' && damaged.length === 0) return null;
  return (
    <OpsPart id="health" title="Needs attention">
      {disk.level === 'ample' ? null : (
        <p className="max-w-prose">
          The server’s disk is {disk.level === 'low' ? 'nearly full' : 'full'}: {inMebibytes(disk.freeBytes)} free, and{' '}
          {inMebibytes(disk.watermarkBytes)} are kept for deleting. Nothing can be added until space is freed; reading,
          deleting and signing in go on.
        </p>
      )}
      {damaged.length === 0 ? null : (
        <ul className="card mt-3 divide-y divide-line">
          {damaged.map(({ className, id, name, what, remedy }) => (
            <li key={`${className}/${id}`} className="px-4 py-3">
              <p className="font-semibold break-words">
                {className} {name}: {what}
              </p>
              <p className="mt-1 text-sm text-muted break-words">
                <code className="font-mono break-all">{id}</code> · {remedy}
              </p>
            </li>
          ))}
        </ul>
      )}
    </OpsPart>
  );
}
