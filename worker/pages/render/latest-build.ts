/** `builds/latest.json`: which build answers, for pages that were opened under an older one. */
import type { Context } from 'hono';
import type { LatestBuild } from '#shared/navigation/latest-build.ts';
import { assets } from '#worker/platform/assets.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

export async function latestBuildFile(
  c: Context<AppEnv>,
  { documents }: Pick<PageDeps, 'documents'>,
): Promise<Response> {
  const { offline_page } = (await documents.live('basic')).default;
  const body: LatestBuild = { id: assets.buildId, at: assets.builtAt, offline_page };
  return c.json(body, 200, { 'cache-control': 'no-store' });
}
