/** Facts that the script of a drive page reads about its document and its user. */
import type { Context } from 'hono';
import type { PageFacts } from '#shared/islands.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { timeZoneOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

/** @param userId  '' for a visitor */
export function pageFacts(c: Context<AppEnv>, { config }: Pick<PageDeps, 'config'>, userId: string): PageFacts {
  return {
    locale: c.get('locale'),
    apiOrigins: config.apiOrigins,
    clientId: WEB_CLIENT,
    timeZone: timeZoneOf(c),
    userId,
    serverTimeMs: c.get('call').nowMs,
  };
}
