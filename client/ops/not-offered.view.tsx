/** A page about payments, premium, gift codes or rewards in a service that has none. In English, like the console. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';

/** @param kindHref  where the kind of service is changed; '' for a role that may not */
export function NotOfferedView({ kindHref, overviewHref }: { kindHref: string; overviewHref: string }): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Not offered here</h1>
      <p className="mt-3 max-w-prose">
        This service is for a company or a household. It sells nothing and gives no rewards, so this page is hidden. Its
        data is kept, and the page shows it again when the service is for everyone.
      </p>
      {kindHref === '' ? (
        <p className="mt-3 max-w-prose">An operator with the role “All” can change who the service is for.</p>
      ) : null}
      <p className="mt-6">
        <Button href={kindHref || overviewHref} variant="primary">
          {kindHref === '' ? 'Go to the overview' : 'Change who the service is for'}
        </Button>
      </p>
    </>
  );
}
