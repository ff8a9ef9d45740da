/** The column of public pages: its left edge is that of the header on every page. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';

export const SITE_COLUMN = 'mx-auto w-full max-w-6xl px-4 sm:px-6';

/** @param className  of the content: how wide it may be */
export function SitePage({ className, children }: { className?: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes(SITE_COLUMN, 'py-8 md:py-12')}>
      <div className={className}>{children}</div>
    </div>
  );
}
