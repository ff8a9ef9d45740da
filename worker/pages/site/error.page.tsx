/** Error pages: an unknown address, and every other refusal or failure of a page. */
import type { Context } from 'hono';
import { ErrorView } from '#client/shell/error.view.tsx';
import { NotFoundView } from '#client/shell/not-found.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { messageOf } from '#shared/error-message.ts';
import { type AppError, ERRORS } from '#shared/errors.ts';
import { productName } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { visitorOf } from '../payment/visitor.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';

/** Whether this browser has a session, as on every public page; it is part of the key of cached pages. */
function entranceOf(c: Context<AppEnv>): 'drive' | 'sign-in' {
  return c.get('isSignedInHere') ? 'drive' : 'sign-in';
}

type Deps = Parameters<typeof visitorOf>[1];

/** A part of a page: no person sees its answer, and the frame of the drive costs calls to their objects. */
const PART = /^(audio|font|image|manifest|object|script|style|track|video)$/;

/** @param deps  of an address that is never cached: a signed-in person stays in the frame of the drive */
export async function notFoundPage(c: Context<AppEnv>, deps?: Deps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const isPart = PART.test(c.req.header('sec-fetch-dest') ?? '');
  const visitor = deps && !isPart ? await visitorOf(c, deps) : null;
  if (visitor)
    return renderInDrive(
      { c, person: visitor.person, space: visitor.own },
      { title: t('ui.not_found.title'), status: 404 },
      <NotFoundView path={c.get('path')} homeHref={homeHref(c)} isSignedIn isInDrive />,
    );
  return renderPage(
    c,
    { head: { title: `${t('ui.not_found.title')} · ${productName(c.get('locale'))}`, noindex: true }, status: 404 },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance={entranceOf(c)}>
      <NotFoundView path={c.get('path')} homeHref={homeHref(c)} isSignedIn={entranceOf(c) === 'drive'} />
    </PublicShell>,
  );
}

const PAGE_STATUSES = [400, 403, 404, 410, 421, 429, 451, 500, 503] as const;

/** The signed-in person of a failed page; null also where the failure keeps the drive from answering. */
async function visitorOfFailure(c: Context<AppEnv>, deps: Deps): Promise<Awaited<ReturnType<typeof visitorOf>>> {
  // The pipeline may have failed before it knew the caller.
  if (!c.get('call')?.caller || PART.test(c.req.header('sec-fetch-dest') ?? '')) return null;
  try {
    return await visitorOf(c, deps);
  } catch {
    return null;
  }
}

export async function errorPage(c: Context<AppEnv>, error: AppError, status: number, deps: Deps): Promise<Response> {
  const { t, text } = translatorOf(c.get('locale'));
  const shape = { status: PAGE_STATUSES.find((known) => known === status) ?? (status >= 500 ? 500 : 400) } as const;
  const title = t('ui.error.title');
  const viewIn = (isInDrive: boolean) => (
    <ErrorView
      isInDrive={isInDrive}
      message={messageOf(error, text)}
      requestId={c.get('requestId')}
      homeHref={homeHref(c)}
      forbidden={error.errorName === 'permission_denied'}
      {...(ERRORS[error.errorName].retryable ? { retryHref: c.get('path') } : {})}
    />
  );
  const visitor = await visitorOfFailure(c, deps);
  if (visitor)
    return renderInDrive({ c, person: visitor.person, space: visitor.own }, { title, ...shape }, viewIn(true));
  return renderPage(
    c,
    { head: { title: `${title} · ${productName(c.get('locale'))}`, noindex: true }, ...shape },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance={entranceOf(c)}>
      {viewIn(false)}
    </PublicShell>,
  );
}
