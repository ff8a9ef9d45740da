/** A policy: the document, the way to the others beside it, its headings as a list of contents. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { type Block, wordsOf } from '#shared/site/page-text.ts';
import { PageTextView } from './page-text.view.tsx';

export interface PolicyLink {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export interface PolicyViewProps {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly documents: readonly PolicyLink[];
  /** Epoch ms of the last change. */
  readonly updatedMs: number;
  /** Host whose policy it is. */
  readonly site: string;
  readonly contactHref: string;
}

export function PolicyView(page: PolicyViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <div className="grid gap-10 md:grid-cols-[16rem_minmax(0,1fr)] md:gap-10">
      <PolicyNav documents={page.documents} />
      <article className="min-w-0">
        <h1 className="site-title">{page.title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{page.lead}</p>
        <p className="mt-3 text-sm text-muted">
          {t('site.policy.updated', { date: format.date(page.updatedMs) })} ·{' '}
          {t('site.policy.site', { site: page.site })}
        </p>
        <Contents blocks={page.blocks} />
        <div className="mt-8">
          <PageTextView blocks={page.blocks} />
        </div>
        <p className="mt-10 max-w-2xl border-t border-line pt-5 text-sm">
          {t('site.policy.questions')}{' '}
          <a className="link" href={page.contactHref}>
            {t('site.policy.contact')}
          </a>
        </p>
      </article>
    </div>
  );
}

/** The way to the other documents. */
export function PolicyNav({ documents }: { documents: readonly PolicyLink[] }): ReactNode {
  const { t } = useT();
  return (
    <nav
      aria-label={t('site.policy.documents')}
      className="max-md:order-last max-md:border-t max-md:border-line max-md:pt-6"
    >
      <p className="px-3 text-sm font-semibold text-muted">{t('site.policy.documents')}</p>
      <ul className="mt-2 grid gap-0.5">
        {documents.map(({ title, href, isCurrent }) => (
          <li key={href}>
            <a className="side-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contents({ blocks }: { blocks: readonly Block[] }): ReactNode {
  const { t } = useT();
  const headings = blocks.filter((block) => block.kind === 'heading' && block.level === 2);
  if (headings.length < 2) return null;
  return (
    <nav aria-label={t('site.policy.contents')} className="card mt-6 max-w-2xl p-5">
      <p className="text-sm font-semibold">{t('site.policy.contents')}</p>
      <ol className="mt-1">
        {headings.map((block) =>
          block.kind === 'heading' ? (
            <li key={block.id}>
              <a className="link inline-block py-2 text-sm" href={`#${block.id}`}>
                {wordsOf(block.inside)}
              </a>
            </li>
          ) : null,
        )}
      </ol>
    </nav>
  );
}
