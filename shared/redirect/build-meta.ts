/**
 * `GET /builds/meta/{buildId}.json`: how a build's addresses behave, for clients that find their way by themselves: every
 * route, and the redirect rules in force. Source: spec section 7.6.
 */
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { type LayoutName, ROUTE_TABLE, type RouteRow } from '#shared/route-table.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import { ALWAYS, covers, isInTime } from './conditions.ts';
import type { RedirectRules } from './rule.ts';

/** For Hono: one segment that ends with `.json`. */
export const BUILD_META_PATTERN = '/builds/meta/:file{[^/]+\\.json}';

export interface RouteRule {
  readonly id: string;
  /** `{name}` is one segment, `{name*}` the rest. */
  readonly pattern: string;
  readonly layout: LayoutName;
  /** Whether its address is one per language: see RouteRow. */
  readonly languages: RouteRow['languages'];
  /** The same for everyone: it is rendered once, and has a `_payload.json`. */
  readonly prerendered: boolean;
}

export interface RedirectEntry {
  /** As written: `/old`, `/old/*`, `/old/:year`. */
  readonly source: string;
  readonly status: number;
  /** Leads to another site: always a full load. */
  readonly external: boolean;
  /** Depends on who asks or when, which the server alone judges: load the address as a document. Its target is not in the page. */
  readonly conditional: boolean;
  readonly target?: string;
}

export interface BuildMeta {
  readonly build: string;
  readonly locales: readonly Locale[];
  readonly routes: readonly RouteRule[];
  /** In the order of the document; the closest source wins, then the first. */
  readonly redirects: readonly RedirectEntry[];
}

/** Pages of the house that no client looks for. */
function isTold(id: string): boolean {
  return !/^(dev|ops)\./.test(id);
}

export function buildMeta(build: string, { rules }: Pick<RedirectRules, 'rules'>, nowMs: number): BuildMeta {
  const routes = Object.entries(ROUTES).filter(([id]) => isTold(id));
  const standing = rules.filter(({ conditions: { endMs } }) => isInTime({ ...ALWAYS, endMs }, nowMs));
  return {
    build,
    locales: LOCALES,
    routes: routes.map(([id, pattern]) => {
      const { layout, languages, isPublic } = ROUTE_TABLE[id as RouteId];
      return { id, pattern, layout, languages, prerendered: isPublic === true };
    }),
    redirects: standing.map(({ source, target, status, conditions }) => {
      const conditional = !covers(conditions, ALWAYS);
      const entry = { source: source.text, status, external: target.origin !== '', conditional };
      return conditional ? entry : { ...entry, target: target.text };
    }),
  };
}
