/** The person's own data as a file, for the session of the browser: what `GET /v1/user/export` is for a bearer. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { exportResponse } from '#worker/services/ops/index.ts';
import { timeZoneOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

export async function exportPage(c: Context<AppEnv>, { ops }: PageDeps): Promise<Response> {
  const call = c.get('call');
  if (!call.caller)
    return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('account.export'))}`, 302);
  return exportResponse(await ops.exportData(call.caller, call));
}

/** Zip files of everything that one person asks for in ten minutes. */
const FILES = 20;
const FILES_WINDOW_MS = 10 * MINUTE_MS;

/** All files of the person as one zip file. Each use measures the drive, so it is counted. */
export async function filesPage(c: Context<AppEnv>, { drive, shield }: PageDeps): Promise<Response> {
  const call = c.get('call');
  const { caller } = call;
  if (!caller) return c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(href('account.files'))}`, 302);
  const use = { name: `zip-account:${caller.userId}`, limit: FILES, windowMs: FILES_WINDOW_MS };
  await shield.countOpenCall(use, call);
  return c.redirect((await drive.zipOwn(caller, [], timeZoneOf(c))).url, 302);
}
