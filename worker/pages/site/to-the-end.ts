/** Leads to the page that says an offer does not run; not stored, since it may open again. */
import type { Context } from 'hono';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';

export function toTheEnd(c: Context<AppEnv>): Response {
  const location = joinLocale(c.get('locale'), href('activity.end'));
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}
