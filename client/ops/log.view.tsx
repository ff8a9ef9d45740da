/** The log of all changes by operators, a page at a time. */
import type { ReactNode } from 'react';
import { ActList, type ShownAct } from './acts.view.tsx';
import { MoreLink } from './more-link.view.tsx';

export interface LogProps {
  acts: readonly ShownAct[];
  /** Token of the next older page; '' at the end. */
  olderHref: string;
  /** Null before the first act. */
  head: { readonly seq: number; readonly hash: string } | null;
}

export function LogView({ acts, olderHref, head }: LogProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Activity</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        Every act of operators, here, by the API or on the command line. Nothing is ever changed or deleted.
      </p>
      {head ? (
        <p className="mb-6 max-w-prose text-sm text-muted">
          Hash of the log up to act {head.seq}: <code className="break-all">{head.hash}</code>. It follows from every
          act before; <code>bin/magpie audit</code> checks it, and <code>bin/magpie rehearse</code> that of a backup.
          Note it elsewhere to see later that no act was removed.
        </p>
      ) : null}
      <ActList acts={acts} />
      <MoreLink href={olderHref}>Older acts</MoreLink>
    </>
  );
}
