/** The link below a list to its next page. */
import type { ReactNode } from 'react';

interface MoreLinkProps {
  /** '' on the last page. */
  href: string;
  children: ReactNode;
}

export function MoreLink({ href, children }: MoreLinkProps): ReactNode {
  if (href === '') return null;
  return (
    <p className="mt-3">
      <a className="link inline-flex min-h-11 items-center text-sm" href={href}>
        {children}
      </a>
    </p>
  );
}
