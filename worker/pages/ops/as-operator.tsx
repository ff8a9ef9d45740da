/** The door of the operators' desk: everybody else learns that this page is not for them. The account itself is asked each time. */
import type { Context } from 'hono';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { NoPermissionState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { OPERATOR_SIGN_IN } from '#worker/services/auth/index.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Who is at the desk, as the log names them. */
export type Operator = Actor & { readonly via: 'page' };

async function visitorPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const way = `${href('auth.sign-in')}?next=${encodeURIComponent(c.get('path'))}`;
  return renderPage(
    c,
    { head: { title: `${t('ui.no_permission.title')} · Magpie`, noindex: true }, status: 403 },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <div className="my-auto">
        <NoPermissionState
          level="h1"
          action={
            <Button href={way} variant="primary">
              {t('ui.shell.sign_in')}
            </Button>
          }
        />
      </div>
    </PublicShell>,
  );
}

/** @throws AppError permission_denied for a person who is no operator: the page of that error is theirs */
export async function asOperator(
  c: Context<AppEnv>,
  { auth }: Pick<PageDeps, 'auth'>,
  work: (operator: Operator) => Promise<Response>,
): Promise<Response> {
  const { caller } = c.get('call');
  if (!caller) return visitorPage(c);
  let operator: Operator;
  try {
    await auth.requireOperator(caller);
    const { name, sub } = await auth.profile(caller);
    operator = { id: sub, name, via: 'page' };
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    // An operator whose session another session opened signs in for the desk.
    if (errorName === 'unauthenticated' || detail?.reason === OPERATOR_SIGN_IN) return visitorPage(c);
    throw error;
  }
  // The desk is in English whatever its operator reads elsewhere, and says so to browsers and screen readers.
  c.set('locale', 'en-US');
  return work(operator);
}
