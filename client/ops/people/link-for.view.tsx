/** The address that a link of operators was for, and what it gives. */
import type { ReactNode } from 'react';

interface LinkForProps {
  /** The masked address. */
  readonly to: string;
  readonly what: string;
  /** Of the person; '' for none. */
  readonly personHref: string;
}

export function LinkFor({ to, what, personHref }: LinkForProps): ReactNode {
  return (
    <>
      <strong className="break-all font-semibold">{to}</strong>
      {': '}
      {what}
      {personHref === '' ? null : (
        <>
          {' for '}
          <a className="link" href={personHref}>
            this person
          </a>
        </>
      )}
    </>
  );
}
