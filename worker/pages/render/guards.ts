/**
 * Guards of pages, by the names of the specification (2.5). A guard answers in the page's place or returns null.
 * The table has every name: a route with an unknown guard does not compile.
 */
import type { Context } from 'hono';
import type { GuardName } from '#shared/route-table.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { guardActivity } from '../site/activity.page.tsx';
import { guardHelpCenter } from '../site/help-center.page.tsx';

export type Guard = (c: Context<AppEnv>, deps: PageDeps) => Promise<Response | null> | Response | null;

const pass: Guard = () => null;

const GUARD_RUNS: Readonly<Record<GuardName, Guard>> = {
  'activity-end': guardActivity,
  // The page is the same for every visitor: the browser removes the anchors (client/pages.ts).
  'disable-mobile-platform-card-anchor': pass,
  'help-center-default-dir': guardHelpCenter,
  // A server never sees a hash: the page carries the old ones, and client/pages/site/faq.ts follows them.
  'redirect-faq-hash': pass,
  // The page asks the share's object for its status before it sends the head (share.page.tsx).
  share: pass,
};

/** Runs the guards of the asked route in their order; the first answer counts. */
export async function runGuards(c: Context<AppEnv>, deps: PageDeps): Promise<Response | null> {
  for (const name of matchRoute(c.get('path'))?.row.guards ?? []) {
    const answer = await GUARD_RUNS[name](c, deps);
    if (answer) return answer;
  }
  return null;
}
