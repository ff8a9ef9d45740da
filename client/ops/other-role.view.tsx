/** A page that the role of the operator does not include. In English, like the console. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';

export function OtherRoleView({ role, overviewHref }: { role: string; overviewHref: string }): ReactNode {
  return (
    <>
      <h1 className="text-2xl">This page is not in your role</h1>
      <p className="mt-3 max-w-prose">
        {`Your role is “${role}”. The sections above are those that it includes. An operator with the role “All” can do what you came for, or change your role under “Operators”.`}
      </p>
      <p className="mt-6">
        <Button href={overviewHref} variant="primary">
          Go to the overview
        </Button>
      </p>
    </>
  );
}
