/** The layout of the sign-in area: the public shell without a sign-in link. Its pages are never indexed. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, type PageShape, renderPage } from '../render/render.tsx';

interface AuthPage extends Pick<PageShape, 'status' | 'scripts' | 'headers'> {
  /** Without the product's name. */
  readonly title: string;
  readonly description?: string;
  /** The query that a change of language keeps, without `?`. */
  readonly query?: string;
}

export function renderAuthPage(
  c: Context<AppEnv>,
  { title, description, query, ...shape }: AuthPage,
  view: ReactNode,
): Promise<Response> {
  return renderPage(
    c,
    {
      head: {
        title: `${title} · ${productName(c.get('locale'))}`,
        noindex: true,
        ...(description ? { description } : {}),
      },
      ...(shape.scripts === 'sign-in' ? { styles: 'sign-in' } : {}),
      ...shape,
    },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c, query)} entrance="none">
      {view}
    </PublicShell>,
  );
}
