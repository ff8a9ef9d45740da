/** Links that operators gave and that open nothing now: how each ended, and when. */
import type { ReactNode } from 'react';
import { LINK_OUTCOMES, type LinkOutcome } from '#shared/auth/link-outcomes.ts';
import { Moment } from '../acts.view.tsx';
import { LinkFor } from './link-for.view.tsx';

export interface ShownPastLink {
  readonly id: string;
  /** The masked address. */
  readonly to: string;
  /** Of the person who got a new account or password; '' for none. */
  readonly personHref: string;
  readonly isReset: boolean;
  readonly by: string;
  readonly reason: string;
  readonly madeMs: number;
  readonly outcome: LinkOutcome;
  /** 0 where it is not known. */
  readonly atMs: number;
}

export function PastLinks({ past }: { past: readonly ShownPastLink[] }): ReactNode {
  if (past.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
        Used, ended and withdrawn links ({past.length})
      </summary>
      <ol className="card mt-2 divide-y divide-line">
        {past.map((link) => (
          <PastLinkRow key={link.id} link={link} />
        ))}
      </ol>
    </details>
  );
}

function PastLinkRow({ link }: { link: ShownPastLink }): ReactNode {
  const { to, personHref, isReset, by, reason, madeMs, outcome, atMs } = link;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <p>
        <LinkFor to={to} what={isReset ? 'a new password' : 'a new account'} personHref={personHref} />
      </p>
      <p className="mt-0.5 first-letter:uppercase">
        {LINK_OUTCOMES[outcome]}
        {atMs === 0 ? null : (
          <>
            {' '}
            <Moment ms={atMs} />
          </>
        )}
      </p>
      {reason ? <p className="mt-0.5 break-words">“{reason}”</p> : null}
      <p className="mt-0.5 text-xs text-muted">
        {by}, <Moment ms={madeMs} />
      </p>
    </li>
  );
}
