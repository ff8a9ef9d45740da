/**
 * The layouts of pages that anyone may see: the one frame, with what each layout changes about it.
 * @source spec section 2.5
 */
import type { ReactNode } from 'react';
import type { LayoutName } from '#shared/route-table.ts';
import { PublicShell, type PublicShellProps } from './public-shell.view.tsx';

export interface LayoutProps extends PublicShellProps {
  layout: Exclude<LayoutName, 'drive'>;
}

/** Width of the column; `basic` pages set their own, section by section. */
const COLUMNS: Readonly<Record<LayoutProps['layout'], string>> = {
  basic: '',
  'basic-activity': 'mx-auto w-full max-w-4xl px-4 py-8 sm:px-6 md:py-12',
  simple: 'mx-auto w-full max-w-xl px-4 py-8 sm:px-6 md:py-16',
  activity: 'mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 md:py-14',
  policy: 'mx-auto w-full max-w-5xl px-4 py-8 sm:px-6 md:py-12',
};

export function Layout({ layout, children, ...frame }: LayoutProps): ReactNode {
  const column = COLUMNS[layout];
  return <PublicShell {...frame}>{column ? <div className={column}>{children}</div> : children}</PublicShell>;
}
