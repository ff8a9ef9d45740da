/** `/help-center` and below: a topic, an article, or search results. The search is a page and needs no script. */
import type { Context } from 'hono';
import {
  HelpArticleView,
  type HelpHit,
  HelpResultsView,
  type HelpTopic,
  HelpTopicView,
} from '#client/site/help/help-center.view.tsx';
import { loadMessages, productName } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { Messages } from '#shared/locale/translator.ts';
import { matchRoute } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { DEFAULT_HELP_DIRECTORY, type HelpPlace, helpPlaceOf } from '#shared/site/help-map.ts';
import { HELP_PICTURES } from '#shared/site/help-pictures.ts';
import { type Block, type PageText, plainText } from '#shared/site/page-text.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { absoluteHref, type PublicHandler, publicPage, type StructuredData } from '../render/public-page.tsx';
import { themeOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from './error.page.tsx';
import { type HelpIndex, indexHelp, type SearchText, searchHelp } from './help-search.ts';
import { helpHref, helpText, questionsOf, synonymsIn, type Topic, topicsIn } from './help-texts.ts';

interface Crumb {
  readonly title: string;
  /** With its language. */
  readonly href: string;
}

function placeIn(c: Context<AppEnv>): HelpPlace | null {
  return helpPlaceOf(matchRoute(c.get('path'))?.params['slug'] ?? '');
}

/** Guard `help-center-default-dir`: an address without a topic leads to the first one; a search has its own page. */
export function guardHelpCenter(c: Context<AppEnv>): Response | null {
  const isTop = matchRoute(c.get('path'))?.id === 'site.help-center';
  if (isTop && (c.req.query('q') ?? '').trim() !== '') return null;
  const slug = isTop ? DEFAULT_HELP_DIRECTORY : placeIn(c)?.movedTo;
  return slug === undefined ? null : c.redirect(helpHref(c.get('locale'), slug), 302);
}

function articleText(locale: Locale, { config }: Pick<PageDeps, 'config'>, slug: string): PageText {
  return helpText(locale, config.limits, slug);
}

function articleHit(locale: Locale, deps: PageDeps, slug: string): HelpHit {
  const { title, description } = articleText(locale, deps, slug);
  return { title, text: description, href: helpHref(locale, slug) };
}

function navOf(locale: Locale, deps: PageDeps, topics: readonly Topic[], place: HelpPlace | null): HelpTopic[] {
  return topics.map(({ slug, title, href: topicHref, articles }) => {
    const isHere = slug === place?.directory.slug;
    return {
      title,
      href: topicHref,
      isCurrent: isHere && place?.article === undefined,
      articles: isHere
        ? articles.map((article) => ({
            ...articleHit(locale, deps, `${slug}/${article}`),
            isCurrent: article === place?.article,
          }))
        : [],
    };
  });
}

function breadcrumbs(origin: string, crumbs: readonly Crumb[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.title,
      item: `${origin}${crumb.href}`,
    })),
  };
}

/** schema.org data: HowTo for an article of steps, TechArticle for any other. */
function articleData(origin: string, locale: Locale, slug: string, text: PageText): StructuredData {
  const steps = text.blocks.find(
    (block): block is Block & { kind: 'list' } => block.kind === 'list' && block.isOrdered,
  );
  const about = { inLanguage: locale, description: text.description };
  if (steps)
    return {
      '@type': 'HowTo',
      name: text.title,
      ...about,
      step: steps.items.map((item, index) => ({ '@type': 'HowToStep', position: index + 1, text: plainText(item) })),
    };
  return {
    '@type': 'TechArticle',
    headline: text.title,
    ...about,
    mainEntityOfPage: absoluteHref(origin, locale, href('site.help-article', { slug })),
    publisher: { '@type': 'Organization', name: productName(locale), url: origin },
  };
}

export const helpArticlePage: PublicHandler = (c, deps) => {
  const place = placeIn(c);
  const locale = c.get('locale');
  const topics = topicsIn(locale);
  const topic = topics.find(({ slug }) => slug === place?.directory.slug);
  if (!place || !topic) return notFoundPage(c);
  const { t } = translatorOf(locale);
  const nav = navOf(locale, deps, topics, place);
  const origin = deps.config.appOrigin;
  const above: Crumb[] = [{ title: t('site.help.title'), href: joinLocale(locale, href('site.help')) }];
  if (place.article === undefined)
    return publicPage(
      c,
      deps,
      {
        title: topic.title,
        description: topic.text,
        canonicalPath: href('site.help-article', { slug: topic.slug }),
        structured: [breadcrumbs(origin, [...above, topic])],
      },
      <HelpTopicView
        topics={nav}
        crumbs={above}
        title={topic.title}
        lead={topic.text}
        articles={topic.articles.map((article) => articleHit(locale, deps, `${topic.slug}/${article}`))}
      />,
    );
  const slug = `${topic.slug}/${place.article}`;
  const text = articleText(locale, deps, slug);
  const at = topic.articles.indexOf(place.article);
  const neighbour = (index: number) => {
    const article = topic.articles[index];
    return article === undefined ? null : articleHit(locale, deps, `${topic.slug}/${article}`);
  };
  return publicPage(
    c,
    deps,
    {
      title: text.title,
      description: text.description,
      canonicalPath: href('site.help-article', { slug }),
      structured: [
        breadcrumbs(origin, [...above, topic, { title: text.title, href: helpHref(locale, slug) }]),
        articleData(origin, locale, slug, text),
      ],
    },
    <HelpArticleView
      topics={nav}
      crumbs={[...above, topic]}
      title={text.title}
      lead={text.description}
      blocks={text.blocks}
      picture={HELP_PICTURES[slug] ?? null}
      theme={themeOf(c)}
      previous={neighbour(at - 1)}
      next={neighbour(at + 1)}
    />,
  );
};

type Searchable = HelpHit & SearchText;

const indexes = new WeakMap<Messages, HelpIndex<Searchable>>();

/** Articles and questions, made once: they contain limits of this server, which do not change while it runs. */
function indexOf(locale: Locale, deps: PageDeps): HelpIndex<Searchable> {
  const messages = loadMessages(locale);
  const known = indexes.get(messages);
  if (known) return known;
  const synonyms = synonymsIn(locale, deps.config.limits);
  const articles = topicsIn(locale).flatMap(({ slug, articles }) =>
    articles.map((article): Searchable => {
      const { title, description, blocks } = articleText(locale, deps, `${slug}/${article}`);
      return {
        title,
        text: description,
        description,
        body: plainText(blocks),
        synonyms: synonyms.get(`${slug}/${article}`) ?? '',
        href: helpHref(locale, `${slug}/${article}`),
      };
    }),
  );
  const faq = joinLocale(locale, href('site.faq'));
  const questions = questionsOf(helpText(locale, deps.config.limits, 'faq').blocks).map(
    ({ id, question, answer }): Searchable => {
      const body = plainText(answer);
      return { title: question, text: body, description: '', body, synonyms: '', href: `${faq}#${id}` };
    },
  );
  const index = indexHelp(locale, [...articles, ...questions]);
  indexes.set(messages, index);
  return index;
}

/** Most results of a page. */
const MAX_HITS = 12;

export const helpSearchPage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const query = (c.req.query('q') ?? '').trim().slice(0, 100);
  return publicPage(
    c,
    deps,
    {
      title: t('site.help.results.title', { query }),
      description: t('site.help.lead'),
      noindex: true,
      query: new URLSearchParams({ q: query }).toString(),
    },
    <HelpResultsView
      topics={navOf(locale, deps, topicsIn(locale), null)}
      query={query}
      hits={searchHelp(indexOf(locale, deps), query).slice(0, MAX_HITS)}
    />,
  );
};
