/** Where a sign-in leads when the browser may have refused its cookie: blocked cookies, a private window, another host. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';

/** In the query of the last page of a sign-in: look first whether the session came back. */
export const COOKIE_QUERY = 'cookie';

/**
 * The sign-in page set a cookie of its own. A browser that did not send it back with the form will not send that of the session
 * either, so the last page of the sign-in looks for it and reports a lost one. Programs that read no pages go straight on.
 * @param next  a path of this site
 */
export function afterSignIn(c: Context<AppEnv>, next: string): string {
  const readsPages = (c.req.header('accept') ?? '').includes('text/html');
  if (!readsPages || c.get('call').deviceId !== '') return next;
  return `${href('auth.success')}?${new URLSearchParams({ [COOKIE_QUERY]: 'asked', next })}`;
}
