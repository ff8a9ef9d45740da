/** `builds/meta/{buildId}.json`: routes and redirect rules of the build that answers. */
import type { Context } from 'hono';
import { buildMeta } from '#shared/redirect/build-meta.ts';
import { assets } from '#worker/platform/assets.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** With the 50 s of live-text.ts a change shows within a minute. */
const CACHE = 'public, max-age=8';

/** Answers for its own build only: clients of another build learn from `latest.json` that they are old. */
export async function buildMetaFile(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'documents' | 'clock'>,
): Promise<Response> {
  if (c.req.param('file') !== `${assets.buildId}.json`)
    return c.json({ error: 'not_found' }, 404, { 'cache-control': 'no-store' });
  const rules = await deps.documents.live('redirects');
  return c.json(buildMeta(assets.buildId, rules, deps.clock.nowMs()), 200, { 'cache-control': CACHE });
}
