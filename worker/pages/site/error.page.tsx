/** Error pages: an unknown address, and every other refusal or failure of a page. */
import type { Context } from 'hono';
import { ErrorView } from '#client/shell/error.view.tsx';
import { NotFoundView } from '#client/shell/not-found.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { messageOf } from '#shared/error-message.ts';
import { type AppError, ERRORS } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, type PageShape, renderPage, translatorOf } from '../render/render.tsx';

/** Whether this browser has a session, as on every public page; it is part of the key of cached pages. */
function entranceOf(c: Context<AppEnv>): 'drive' | 'sign-in' {
  return c.get('isSignedInHere') ? 'drive' : 'sign-in';
}

export async function notFoundPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('ui.not_found.title')} · Magpie`, noindex: true }, status: 404 },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance={entranceOf(c)}>
      <NotFoundView path={c.get('path')} homeHref={homeHref(c)} isSignedIn={entranceOf(c) === 'drive'} />
    </PublicShell>,
  );
}

const PAGE_STATUSES = [400, 403, 404, 410, 421, 429, 451, 500, 503] as const;

export async function errorPage(c: Context<AppEnv>, error: AppError, status: number): Promise<Response> {
  const { t, text } = translatorOf(c.get('locale'));
  const shape: PageShape = {
    head: { title: `${t('ui.error.title')} · Magpie`, noindex: true },
    status: PAGE_STATUSES.find((known) => known === status) ?? (status >= 500 ? 500 : 400),
  };
  return renderPage(
    c,
    shape,
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance={entranceOf(c)}>
      <ErrorView
        message={messageOf(error, text)}
        requestId={c.get('requestId')}
        homeHref={homeHref(c)}
        forbidden={error.errorName === 'permission_denied'}
        {...(ERRORS[error.errorName].retryable ? { retryHref: c.get('path') } : {})}
      />
    </PublicShell>,
  );
}
