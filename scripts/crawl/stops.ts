/** The addresses that a crawl visits: every page of the route table, with real values for its parameters. */

import { joinLocale } from '#shared/locale/path.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { type LayoutName, matchRoute, POLICY_DOCUMENTS, ROUTE_TABLE } from '#shared/route-table.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import { groupsOf } from '#worker/pages/ops/sections.ts';

export interface Stop {
  readonly id: RouteId;
  readonly locale: Locale;
  /** Path with its language prefix, where the page has one. */
  readonly path: string;
  /** Statuses that are right for it. */
  readonly statuses: readonly number[];
  readonly as: Caller;
}

/** Who visits a page. */
export type Caller = 'visitor' | 'person' | 'operator';

/** Pages that answer to what only their own flow brings along, and those of developers. */
const LEFT_OUT: ReadonlySet<RouteId> = new Set([
  'auth.sign-out',
  'site.close-note',
  'auth.authorize',
  'account.picture',
  'account.export',
  'account.files',
  'account.undo',
  'account.factors',
  'docs.api',
  'dev.mailbox',
  'dev.shell',
  'dev.frame',
  'dev.ui',
  'dev.console',
  'share.folder',
  'drive.folder',
  'drive.collect',
  'drive.common-root',
  'drive.common-folder',
  'drive.people',
  'collect.receipt',
  'drive.shares-export',
  'share.statistics-export',
  'payment.sandbox',
]);

/** Pages that speak English everywhere: visited in en-US alone. */
const ENGLISH: ReadonlySet<RouteId> = new Set(['ops.desk', 'ops.document']);

const STATUSES: Partial<Record<RouteId, readonly number[]>> = {
  'share.open': [404],
  'share.decision': [404],
  'collect.open': [404],
  'activity.other': [404],
  'share.statistics': [404],
  'auth.provider': [404],
  'payment.order': [404],
  // Without a ticket there is nothing to check.
  'shield.check': [410],
  'site.blocked': [200, 403, 404, 451],
};

/** Values for the parameters of a route; articles are found by their links. */
const VALUES: Partial<Record<RouteId, readonly Readonly<Record<string, string>>[]>> = {
  'policy.document': [...POLICY_DOCUMENTS, 'copyright-infringement'].map((doc) => ({ doc })),
  'policy.document-nested': POLICY_DOCUMENTS.map((doc) => ({ doc, sameDoc: doc })),
  'share.open': [{ shareId: 'VnoSuchShare_noSuchShare_0' }],
  'share.report': [{ shareId: 'VnoSuchShare_noSuchShare_0' }],
  'share.decision': [{ shareId: 'VnoSuchShare_noSuchShare_0' }],
  'share.statistics': [{ shareId: 'VnoSuchShare_noSuchShare_0' }],
  'payment.order': [{ orderId: 'VnoSuchOrder' }],
  'auth.provider': [{ provider: 'no-such-provider' }],
  'collect.open': [{ collectId: 'VnoSuchLink' }],
  'site.help-article': [],
  'ops.document': groupsOf('all').flatMap(({ sections }) =>
    sections.flatMap(({ href }) => {
      const match = matchRoute(href);
      return match?.id === 'ops.document' ? [match.params] : [];
    }),
  ),
  'site.invitation': [{ code: '0000000000' }],
  'activity.other': [{ activity: 'no-such-activity' }],
};

function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function callerOf(id: RouteId, layout: LayoutName): Caller {
  if (id.startsWith('ops.')) return 'operator';
  return layout === 'drive' && id !== 'share.open' ? 'person' : 'visitor';
}

/** Every page in the given languages, and an address that leads nowhere. */
export function stopsIn(locales: readonly Locale[] = LOCALES): Stop[] {
  const stops: Stop[] = [];
  for (const [key, pattern] of Object.entries(ROUTES)) {
    const id = key as RouteId;
    const { layout, languages } = ROUTE_TABLE[id];
    if (languages === 'file' || LEFT_OUT.has(id)) continue;
    const as = callerOf(id, layout);
    for (const values of VALUES[id] ?? [{}]) {
      for (const locale of ENGLISH.has(id) ? locales.filter((one) => one === 'en-US') : locales) {
        const real = fill(pattern, values);
        const path = languages === 'bare' ? real : joinLocale(locale, real);
        stops.push({ id, locale, path, statuses: STATUSES[id] ?? [200], as });
      }
    }
  }
  for (const locale of locales)
    stops.push({ id: 'home', locale, path: joinLocale(locale, '/nothing/here'), statuses: [404], as: 'visitor' });
  return stops;
}
