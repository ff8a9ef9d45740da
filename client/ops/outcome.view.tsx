/** How the last form of an operators' page ended. */
import type { ReactNode } from 'react';
import { Notice } from '#client/ui/controls.tsx';

export interface OutcomeProps {
  /** Why it was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

export function Outcome({ refusal, done }: OutcomeProps): ReactNode {
  return (
    <>
      {refusal === '' ? null : (
        <Notice tone="danger" className="mt-4">
          {refusal}
        </Notice>
      )}
      {done ? (
        <Notice tone="ok" className="mt-4">
          Done.
        </Notice>
      ) : null}
    </>
  );
}
