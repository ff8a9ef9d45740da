/** Guards the operators' pages: the account confirms the operator on every request; every other visitor gets a refusal. */
import type { Context } from 'hono';
import { Button } from '#client/ui/button.tsx';
import { NoPermissionState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { OPERATOR_SIGN_IN } from '#worker/services/auth/index.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** The operator of a request, as the log names them. */
export type Operator = Actor & { readonly via: 'page' };

async function visitorPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const signInHref = `${href('auth.sign-in')}?next=${encodeURIComponent(c.get('path'))}`;
  return renderAuthPage(
    c,
    { title: t('ui.no_permission.title'), status: 403 },
    <div className="my-auto">
      <NoPermissionState
        level="h1"
        action={
          <Button href={signInHref} variant="primary">
            {t('ui.shell.sign_in')}
          </Button>
        }
      />
    </div>,
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
    // A session opened by another session (a hand-off) is not enough: the operator signs in.
    if (errorName === 'unauthenticated' || detail?.reason === OPERATOR_SIGN_IN) return visitorPage(c);
    throw error;
  }
  // Operators' pages are in English, whatever language the operator uses elsewhere.
  c.set('locale', 'en-US');
  return work(operator);
}
