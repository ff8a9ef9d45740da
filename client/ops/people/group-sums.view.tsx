/** The groups of people with how many they have and how much these store. In English. */
import type { ReactNode } from 'react';
import { useFormat } from '#client/ui/i18n.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { peopleText } from './many.view.tsx';

export interface ShownSum {
  readonly id: string;
  readonly name: string;
  /** Of each member; absent: the usual storage. */
  readonly storageBytes?: number;
  readonly people: number;
  readonly usedBytes: number;
  /** The people of the group. */
  readonly href: string;
}

export function GroupSums({ groups }: { groups: readonly ShownSum[] }): ReactNode {
  const format = useFormat();
  return (
    <OpsPart
      id="sums"
      title="People in groups"
      lead="As published. Storage is copied from each drive about once an hour."
    >
      {groups.length === 0 ? (
        <p className="text-muted">No group is published yet.</p>
      ) : (
        <ul className="card divide-y divide-line">
          {groups.map(({ id, name, storageBytes, people, usedBytes, href }) => (
            <li key={id} className="px-4 py-3 text-sm sm:px-5">
              <p className="flex items-baseline gap-x-3">
                <a className="link min-w-0 break-words font-semibold" href={href}>
                  {name}
                </a>
                <span className="ms-auto flex-none whitespace-nowrap tabular-nums">{format.bytes(usedBytes)}</span>
              </p>
              <p className="mt-0.5 text-muted">
                {[
                  peopleText(people),
                  storageBytes === undefined ? 'the usual storage' : `${format.bytes(storageBytes)} for each`,
                ].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </OpsPart>
  );
}
