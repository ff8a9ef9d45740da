/** Names of facts with their values. */
import type { ReactNode } from 'react';

/** `wide`: a long value, below its name. */
export type Fact = readonly [name: string, value: ReactNode, look?: 'wide'];

export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
      {facts.map(([name, value, look]) => (
        <div key={name} className={look === 'wide' ? 'col-span-2' : 'contents'}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
