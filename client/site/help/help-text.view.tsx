/** A single text of the help as a page of its own: on TVs, about the check-in. */
import type { ReactNode } from 'react';
import type { Block } from '#shared/site/page-text.ts';
import { PageTextView } from '../page-text.view.tsx';
import { type HelpCrumb, HelpPath, StillStuck } from './help-parts.view.tsx';

export interface HelpTextViewProps {
  readonly crumbs: readonly HelpCrumb[];
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly Block[];
}

export function HelpTextView({ crumbs, title, lead, blocks }: HelpTextViewProps): ReactNode {
  return (
    <article className="max-w-2xl">
      <HelpPath crumbs={crumbs} />
      <h1 className="mt-1 site-title">{title}</h1>
      <p className="mt-3 text-lg text-muted">{lead}</p>
      <div className="mt-6">
        <PageTextView blocks={blocks} />
      </div>
      <StillStuck className="mt-10 border-t border-line pt-4" />
    </article>
  );
}
