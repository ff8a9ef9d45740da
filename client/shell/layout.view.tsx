/**
 * The layouts of pages that anyone may see: the one frame, with what each layout changes about it.
 * @source spec section 2.5
 */
import type { ReactNode } from 'react';
import type { LayoutName } from '#shared/route-table.ts';
import { PublicShell, type PublicShellProps } from './public-shell.view.tsx';
import { SitePage } from './site-page.view.tsx';

export interface LayoutProps extends PublicShellProps {
  layout: Exclude<LayoutName, 'drive'>;
}

/** Width of the content; `basic` pages set their own, section by section. */
const WIDTHS: Readonly<Record<Exclude<LayoutProps['layout'], 'basic'>, string>> = {
  'basic-activity': 'max-w-4xl',
  simple: 'max-w-xl',
  activity: 'max-w-3xl',
  policy: '',
};

export function Layout({ layout, children, ...frame }: LayoutProps): ReactNode {
  return (
    <PublicShell {...frame}>
      {layout === 'basic' ? children : <SitePage className={WIDTHS[layout]}>{children}</SitePage>}
    </PublicShell>
  );
}
