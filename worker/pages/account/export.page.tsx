/** The person's own data as a file, for the session of the browser: what `GET /v1/user/export` is for a bearer. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { exportResponse } from '#worker/services/ops/index.ts';
import type { PageDeps } from '../services.ts';

export async function exportPage(c: Context<AppEnv>, { ops }: PageDeps): Promise<Response> {
  const call = c.get('call');
  if (!call.caller)
    return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('account.export'))}`, 302);
  return exportResponse(await ops.exportData(call.caller, call));
}

/** All files of the person as one zip file. */
export async function filesPage(c: Context<AppEnv>, { drive }: PageDeps): Promise<Response> {
  const { caller } = c.get('call');
  if (!caller) return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('account.files'))}`, 302);
  return c.redirect((await drive.zipOwn(caller, [])).url, 302);
}
