/** Guards the operators' pages: the account confirms the operator on every request; every other visitor gets a refusal. */
import type { Context } from 'hono';
import { NotOfferedView } from '#client/ops/not-offered.view.tsx';
import { OtherRoleView } from '#client/ops/other-role.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { NoPermissionState } from '#client/ui/states.tsx';
import { hasRight, pageRight, ROLE_NAMES } from '#shared/operator-rights.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { OPERATOR_SIGN_IN } from '#worker/services/auth/index.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import type { Operator } from './operator.ts';
import { isShown } from './sections.ts';

/** The document with the kind of service. */
const SERVICE = 'service';

async function visitorPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const signInHref = `${href('auth.sign-in')}?next=${encodeURIComponent(c.get('path'))}`;
  return renderAuthPage(
    c,
    { title: t('ui.no_permission.title'), status: 403 },
    <div className="mt-[10svh] mb-auto">
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

function otherRolePage(c: Context<AppEnv>, operator: Operator): Promise<Response> {
  return deskPage(
    c,
    { title: 'Not in your role', section: '', operator, status: 403 },
    <OtherRoleView role={ROLE_NAMES[operator.role]} overviewHref={href('ops.desk')} />,
  );
}

function notOfferedPage(c: Context<AppEnv>, operator: Operator): Promise<Response> {
  const kindHref = hasRight(operator.role, pageRight(SERVICE)) ? href('ops.document', { document: SERVICE }) : '';
  return deskPage(
    c,
    { title: 'Not offered here', section: '', operator, status: 404 },
    <NotOfferedView kindHref={kindHref} overviewHref={href('ops.desk')} />,
  );
}

/**
 * @param segment  second segment of the address, which says the right; '' for the first page
 * @throws AppError permission_denied for a person who is no operator: the page of that error is theirs
 */
export async function asOperator(
  c: Context<AppEnv>,
  { auth }: Pick<PageDeps, 'auth'>,
  segment: string,
  work: (operator: Operator) => Promise<Response>,
): Promise<Response> {
  const { caller } = c.get('call');
  if (!caller) return visitorPage(c);
  let operator: Operator;
  try {
    const role = await auth.requireOperator(caller, 'look');
    const { name, sub } = await auth.profile(caller);
    operator = { id: sub, name, via: 'page', role };
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    // A session opened by another session (a hand-off) is not enough: the operator signs in.
    if (errorName === 'unauthenticated' || detail?.reason === OPERATOR_SIGN_IN) return visitorPage(c);
    throw error;
  }
  // Operators' pages are in English, whatever language the operator uses elsewhere.
  c.set('locale', 'en-US');
  if (!hasRight(operator.role, pageRight(segment))) return otherRolePage(c, operator);
  return isShown(segment, operator.role) ? work(operator) : notOfferedPage(c, operator);
}
