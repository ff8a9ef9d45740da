/**
 * What stands before a page, by the names of the specification (2.5). A guard answers in the page's place or lets it be.
 * The table must hold every name: a route with a guard that is none does not build.
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
  // The page is the same for everyone: the browser takes the anchors away (client/pages.ts).
  'disable-mobile-platform-card-anchor': pass,
  'help-center-default-dir': guardHelpCenter,
  // A hash never reaches a server: the page carries what old ones meant, client/pages/site/faq.ts follows them.
  'redirect-faq-hash': pass,
  // Whether a link opens is known to its own object alone: the page asks it before its head leaves (share.page.tsx).
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
