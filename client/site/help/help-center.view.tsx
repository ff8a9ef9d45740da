/** The help centre: topics beside the page; a topic, an article, or what a search found. */
import { ArrowLeft, ArrowRight, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { SITE_COLUMN } from '#client/shell/site-page.view.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { HelpPicture } from '#shared/site/help-pictures.ts';
import type { Block } from '#shared/site/page-text.ts';
import { DrivePicture } from '../drive-picture.view.tsx';
import { PageTextView } from '../page-text.view.tsx';
import { type HelpCrumb, HelpPath, HelpSearch, StillStuck } from './help-parts.view.tsx';

export interface HelpTopic {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Of the current topic alone. */
  readonly articles: readonly (HelpCrumb & { readonly isCurrent: boolean })[];
}

export interface HelpHit {
  readonly title: string;
  readonly text: string;
  readonly href: string;
}

interface FrameProps {
  readonly topics: readonly HelpTopic[];
  readonly query?: string;
}

function Frame({ topics, query, children }: FrameProps & { children: ReactNode }): ReactNode {
  const { t } = useT();
  return (
    <div className={classes(SITE_COLUMN, 'py-8 md:py-12')}>
      <HelpSearch query={query} quiet className="max-w-2xl md:ms-68" />
      <div className="mt-6 grid gap-10 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-12">
        <nav
          aria-label={t('site.help.topics')}
          className="max-md:order-last max-md:border-t max-md:border-line max-md:pt-6"
        >
          <p className="px-3 text-sm font-semibold text-muted">{t('site.help.topics')}</p>
          <ul className="mt-2 grid gap-0.5">
            {topics.map((topic) => (
              <li key={topic.href}>
                <a className="side-link" href={topic.href} aria-current={topic.isCurrent ? 'page' : undefined}>
                  {topic.title}
                </a>
                {topic.articles.length > 0 ? (
                  <ul className="ms-3 border-s border-line ps-2 max-md:hidden">
                    {topic.articles.map((article) => (
                      <li key={article.href}>
                        <a
                          className="side-link font-normal"
                          href={article.href}
                          aria-current={article.isCurrent ? 'page' : undefined}
                        >
                          {article.title}
                        </a>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

function Hits({ hits }: { hits: readonly HelpHit[] }): ReactNode {
  return (
    <ul className="mt-6 grid gap-3">
      {hits.map((hit) => (
        <li key={hit.href} className="card relative p-5 hover:border-line-strong">
          <h2 className="font-semibold">
            <a className="row-link" href={hit.href}>
              {hit.title}
            </a>
          </h2>
          <p className="mt-1 text-sm text-muted">{hit.text}</p>
        </li>
      ))}
    </ul>
  );
}

export interface HelpTopicViewProps extends FrameProps {
  readonly crumbs: readonly HelpCrumb[];
  readonly title: string;
  readonly lead: string;
  readonly articles: readonly HelpHit[];
}

export function HelpTopicView({ crumbs, title, lead, articles, ...frame }: HelpTopicViewProps): ReactNode {
  return (
    <Frame {...frame}>
      <HelpPath crumbs={crumbs} />
      <h1 className="mt-1 site-title">{title}</h1>
      <p className="mt-3 text-lg text-muted">{lead}</p>
      <Hits hits={articles} />
      <StillStuck className="mt-8" />
    </Frame>
  );
}

export interface HelpArticleViewProps extends FrameProps {
  readonly crumbs: readonly HelpCrumb[];
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly picture: HelpPicture | null;
  /** Chosen by the visitor; '' for the system's. */
  readonly theme: string;
  readonly previous: HelpCrumb | null;
  readonly next: HelpCrumb | null;
}

export function HelpArticleView(props: HelpArticleViewProps): ReactNode {
  const { t } = useT();
  const { crumbs, title, lead, blocks, picture, theme, previous, next, ...frame } = props;
  return (
    <Frame {...frame}>
      <article>
        <HelpPath crumbs={crumbs} />
        <h1 className="mt-1 site-title">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{lead}</p>
        {picture ? (
          <DrivePicture
            {...picture}
            theme={theme}
            alt={t(picture.alt)}
            sizes="(min-width: 769px) min(672px, calc(100vw - 368px)), calc(100vw - 32px)"
            className="mt-6 h-auto w-full max-w-2xl rounded-lg border border-line shadow-md"
          />
        ) : null}
        <div className="mt-6">
          <PageTextView blocks={blocks} />
        </div>
      </article>
      <StillStuck className="mt-10 max-w-2xl border-t border-line pt-4" />
      <nav aria-label={t('site.help.article.others')} className="mt-4 grid max-w-2xl gap-3 sm:grid-cols-2">
        {previous ? (
          <a className="btn btn-quiet justify-start text-start text-balance" href={previous.href} rel="prev">
            <ArrowLeft size={18} aria-hidden="true" />
            {previous.title}
          </a>
        ) : null}
        {next ? (
          <a className="btn btn-quiet justify-end text-end text-balance sm:col-start-2" href={next.href} rel="next">
            {next.title}
            <ArrowRight size={18} aria-hidden="true" />
          </a>
        ) : null}
      </nav>
    </Frame>
  );
}

export interface HelpResultsViewProps extends FrameProps {
  readonly query: string;
  readonly hits: readonly HelpHit[];
}

export function HelpResultsView({ query, hits, topics }: HelpResultsViewProps): ReactNode {
  const { t, tn } = useT();
  return (
    <Frame topics={topics} query={query}>
      {hits.length === 0 ? (
        <EmptyState
          level="h1"
          icon={<SearchX size={28} aria-hidden="true" />}
          title={t('site.help.results.none', { query })}
          text={
            <>
              <p>{t('site.help.results.none.text')}</p>
              <StillStuck className="mt-3" />
            </>
          }
        />
      ) : (
        <>
          <h1 className="site-title">{t('site.help.results.title', { query })}</h1>
          <p className="mt-2 text-muted" role="status">
            {tn('site.help.results.count', hits.length)}
          </p>
          <Hits hits={hits} />
          <StillStuck className="mt-8" />
        </>
      )}
    </Frame>
  );
}
