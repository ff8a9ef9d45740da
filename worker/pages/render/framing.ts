/**
 * Which pages may stand in a frame, and in whose: a page that asks here, and no other (trust.md hazard 3). The list is the
 * operators' document `frame`; in demo mode the page of the demo is on it too.
 */
import type { Context } from 'hono';
import { valueFor } from '#shared/config/config-document.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** Lets this document stand in the frames of the list. To be called before it is rendered. */
export async function allowFrame(c: Context<AppEnv>, { config, documents }: PageDeps): Promise<void> {
  const { parents } = valueFor(await documents.live('frame'), { language: c.get('locale'), client: 'web', person: '' });
  c.set('frameParents', config.demo ? [...parents, config.contentOrigin] : parents);
}

/** The browser says that the answer is for a frame; one too old to say so shows whatever comes. */
export function isForFrame(c: Context<AppEnv>): boolean {
  return c.req.header('sec-fetch-dest') === 'iframe';
}
