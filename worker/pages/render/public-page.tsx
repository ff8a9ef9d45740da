/**
 * Renders public pages: layout, addresses in every language, metadata and structured data come from the route table; a page
 * passes its texts and its view. Nothing personal is read here, so that the answer can be cached. A page that is personal for a
 * signed-in person passes them: it is then in the frame of their drive.
 */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { Layout } from '#client/shell/layout.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { DriveLayout } from '../drive/drive-layout.tsx';
import type { Visitor } from '../payment/visitor.ts';
import type { PageDeps } from '../services.ts';
import { blogHref } from '../site/blog-address.ts';
import type { PageShape } from './render.tsx';
import { homeHref, languageHrefs, renderPage } from './render.tsx';

export type PublicHandler = (c: Context<AppEnv>, deps: PageDeps) => Promise<Response> | Response;

/** schema.org data of a page, without `@context`. */
export type StructuredData = Readonly<Record<string, unknown>> & { readonly '@type': string };

export interface PublicPage {
  /** Without the product's name, which is added. */
  readonly title: string;
  /** One sentence for a search result. */
  readonly description: string;
  readonly structured?: readonly StructuredData[];
  /** Real path of the page's one true address, where another address shows the same (`/policy/privacy-policy`). */
  readonly canonicalPath?: string;
  readonly noindex?: boolean;
  /** What of its query a change of language keeps, without `?`. */
  readonly query?: string;
  readonly status?: PageShape['status'];
  readonly scripts?: PageShape['scripts'];
  readonly headers?: Readonly<Record<string, string>>;
  /** The signed-in person, on a page that is never cached. */
  readonly visitor?: Visitor | null;
}

export function absoluteHref(origin: string, locale: Locale, path: string): string {
  return `${origin}${joinLocale(locale, path)}`;
}

/** @throws Error when the path of the request is no route, or one of the drive's layout */
export async function publicPage(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'config' | 'documents'>,
  page: PublicPage,
  view: ReactNode,
): Promise<Response> {
  const { config } = deps;
  const row = matchRoute(c.get('path'))?.row;
  if (!row || row.layout === 'drive') throw new Error(`no public layout for ${c.get('path')}`);
  const locale = c.get('locale');
  const path = page.canonicalPath ?? c.get('path');
  const isLocalized = row.languages === 'localized' || row.languages === 'both';
  const addressIn = (tag: Locale) => absoluteHref(config.appOrigin, tag, path);
  const isIndexed = (row.isPublic === true || row.isListed === true) && page.noindex !== true;
  c.set('isForAnyone', row.isPublic === true && !page.headers?.['cache-control']);
  return renderPage(
    c,
    {
      head: {
        title: `${page.title} · ${productName(locale)}`,
        description: page.description,
        ...(isIndexed
          ? {
              canonical: addressIn(locale),
              card: {
                title: page.title,
                description: page.description,
                url: addressIn(locale),
                image: `${config.appOrigin}/icon-512.png`,
              },
            }
          : { noindex: true }),
        ...(isIndexed && isLocalized
          ? { alternates: Object.fromEntries(LOCALES.map((tag) => [tag, addressIn(tag)])) as Record<Locale, string> }
          : {}),
        ...(page.structured || isIndexed
          ? {
              structured: page.structured ?? [
                {
                  '@type': 'WebPage',
                  name: page.title,
                  description: page.description,
                  url: addressIn(locale),
                  inLanguage: locale,
                },
              ],
            }
          : {}),
      },
      ...(page.status ? { status: page.status } : {}),
      ...(page.scripts ? { scripts: page.scripts } : {}),
      ...(row.isPublic ? { kind: 'site' } : {}),
      ...(row.isPublic && !page.visitor ? { styles: 'site' } : {}),
      headers: { vary: 'Accept-Language, Cookie', ...page.headers },
    },
    page.visitor ? (
      <DriveLayout c={c} person={page.visitor.person} space={page.visitor.own}>
        {view}
      </DriveLayout>
    ) : (
      <Layout
        layout={row.layout}
        homeHref={homeHref(c)}
        languageHrefs={languageHrefs(c, page.query)}
        entrance={c.get('isSignedInHere') ? 'drive' : 'sign-in'}
        blogHref={await blogHref(deps, locale)}
      >
        {view}
      </Layout>
    ),
  );
}
