/**
 * Which pages may be framed, and by which origins: only pages that call `allowFrame` (trust.md hazard 3). The list is the
 * operators' document `frame`; demo mode adds the demo's own page.
 */
import type { Context } from 'hono';
import { valueFor } from '#shared/config/config-document.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** Allows the origins of the list to frame this document. Called before the document is rendered. */
export async function allowFrame(c: Context<AppEnv>, { config, documents }: PageDeps): Promise<void> {
  const { parents } = valueFor(await documents.live('frame'), { language: c.get('locale'), client: 'web', person: '' });
  c.set('frameParents', config.demo ? [...parents, config.contentOrigin] : parents);
}

/** Whether the browser marks the request as one of a frame; old browsers do not. */
export function isForFrame(c: Context<AppEnv>): boolean {
  return c.req.header('sec-fetch-dest') === 'iframe';
}
