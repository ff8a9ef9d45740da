/** Items that need an operator, most urgent first: each with its number, since when, and the next step. In English, times in UTC. */
import type { ReactNode } from 'react';
import { Moment } from '../acts.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';

export interface ShownAttention {
  readonly key: string;
  readonly level: 'broken' | 'waiting' | 'note';
  readonly title: string;
  readonly advice: string;
  /** Null unknown. */
  readonly sinceMs: number | null;
  /** Of a moment to come: `on`. */
  readonly sinceWord: 'since' | 'on';
  /** Address of a page, or a command to type. */
  readonly remedy: { readonly href: string; readonly label: string } | { readonly command: string };
}

const MARKS = {
  broken: { text: 'Broken', classes: 'bg-danger-soft text-danger' },
  waiting: { text: 'Waiting', classes: 'bg-warn-soft text-warn' },
  note: { text: 'To know', classes: 'bg-sunken text-muted' },
} as const;

export function AttentionView({ items }: { items: readonly ShownAttention[] }): ReactNode {
  const [urgent, notes] = [
    items.filter(({ level }) => level !== 'note'),
    items.filter(({ level }) => level === 'note'),
  ];
  return (
    <OpsPart id="attention" title="Needs attention">
      {urgent.length === 0 ? (
        <p className="card px-4 py-3">
          <strong className="font-semibold">Nothing needs you.</strong>{' '}
          <span className="text-muted">Every part answers, and no person waits for an operator.</span>
        </p>
      ) : (
        <AttentionList items={urgent} />
      )}
      {notes.length === 0 ? null : (
        <div className="mt-4">
          <AttentionList items={notes} />
        </div>
      )}
    </OpsPart>
  );
}

function AttentionList({ items }: { items: readonly ShownAttention[] }): ReactNode {
  return (
    <ul className="card divide-y divide-line">
      {items.map(({ key, level, title, advice, sinceMs, sinceWord, remedy }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <span className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${MARKS[level].classes}`}>
                {MARKS[level].text}
              </span>
              <span className="min-w-0 font-semibold break-words">{title}</span>
            </p>
            <p className="mt-1 text-sm break-words text-muted">
              {advice}
              {sinceMs === null ? null : (
                <>
                  {' '}
                  <span className="whitespace-nowrap">
                    {sinceWord === 'on' ? 'The first on ' : 'Since '}
                    <Moment ms={sinceMs} />.
                  </span>
                </>
              )}
            </p>
          </div>
          {'href' in remedy ? (
            <a className="link inline-flex min-h-11 items-center text-sm font-semibold" href={remedy.href}>
              {remedy.label}
              <span className="sr-only">: {title}</span>
            </a>
          ) : (
            <code className="font-mono text-xs break-all">{remedy.command}</code>
          )}
        </li>
      ))}
    </ul>
  );
}
