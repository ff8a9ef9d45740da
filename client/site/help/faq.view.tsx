/** Questions and answers in `details` elements, with their former anchors in `data-was` (client/pages/site/faq.ts). */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { SitePage } from '#client/shell/site-page.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { Block } from '#shared/site/page-text.ts';
import { PageTextView } from '../page-text.view.tsx';
import { HelpSearch, StillStuck } from './help-parts.view.tsx';

export interface FaqItem {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
  /** Other formerAnchors that lead here, joined by spaces. */
  readonly formerAnchors: string;
}

export interface FaqViewProps {
  readonly title: string;
  readonly lead: string;
  readonly items: readonly FaqItem[];
  readonly topics: readonly { readonly title: string; readonly href: string; readonly formerAnchors: string }[];
}

export function FaqView({ title, lead, items, topics }: FaqViewProps): ReactNode {
  const { t } = useT();
  return (
    <SitePage className="max-w-3xl">
      <h1 className="site-title">{title}</h1>
      <p className="mt-3 text-lg text-muted">{lead}</p>
      <div className="mt-8 border-t border-line" data-faq>
        {items.map((item) => (
          <details key={item.id} id={item.id} className="faq" data-was={item.formerAnchors || undefined}>
            <summary>
              <h2>{item.question}</h2>
              <ChevronDown size={20} aria-hidden="true" />
            </summary>
            <PageTextView blocks={item.answer} />
          </details>
        ))}
      </div>
      <section className="mt-12" aria-labelledby="more">
        <h2 id="more" className="text-xl">
          {t('site.help.faq.more')}
        </h2>
        <HelpSearch quiet className="mt-4 max-w-xl" />
        <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
          {topics.map((topic) => (
            <li key={topic.href}>
              <a
                className="flex min-h-11 items-center gap-2 py-1 hover:text-accent hover:underline"
                href={topic.href}
                data-was={topic.formerAnchors}
              >
                <ChevronRight size={18} className="flex-none text-muted" aria-hidden="true" />
                {topic.title}
              </a>
            </li>
          ))}
        </ul>
        <StillStuck className="mt-4" />
      </section>
    </SitePage>
  );
}
