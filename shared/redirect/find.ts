/** Which rule leads a visitor on, and where to. Pure; the edge applies it, `npm run ops -- redirect test` explains it. */
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { decideTarget } from '#shared/navigation/decide-target.ts';
import { type Dependence, holds, type Visitor } from './conditions.ts';
import { fillTarget, inLanguage } from './fill.ts';
import { isClosedToRules, segmentsOf } from './path.ts';
import type { RedirectRule, RedirectRules } from './rule.ts';
import { rulesAt } from './rule-index.ts';

export interface RedirectRequest extends Visitor {
  /** Encoded, without its language. */
  readonly path: string;
  /** With its `?`, or ''. */
  readonly search: string;
  /** The language the address was asked under; null when it named none. */
  readonly prefix: Locale | null;
}

export interface Installation {
  readonly appOrigin: string;
  /** The installation's own origins besides: no rule leads to them. */
  readonly ownOrigins: readonly string[];
  /** Origins that the installation allows, where the document leaves it the choice. */
  readonly externalOrigins: Pick<ReadonlySet<string>, 'has'>;
}

export interface RedirectDecision {
  /** null: the page answers. */
  readonly hit: { readonly rule: RedirectRule; readonly target: string; readonly isExternal: boolean } | null;
  /** Properties by which another visitor's answer may differ. */
  readonly asked: Readonly<Dependence>;
  /** How many rules were compared with the visitor. */
  readonly lookedAt: number;
}

export function findRedirect(rules: RedirectRules, ask: RedirectRequest, installation: Installation): RedirectDecision {
  const asked: Dependence = { locale: false, country: false, platform: false };
  const externalOrigins = {
    has: (origin: string) =>
      !installation.ownOrigins.includes(origin) &&
      (rules.origins.has(origin) || (rules.trustsInstallation && installation.externalOrigins.has(origin))),
  };
  const { appOrigin } = installation;
  const own = ask.prefix ? joinLocale(ask.prefix, ask.path) : ask.path;
  let lookedAt = 0;
  if (isClosedToRules(segmentsOf(ask.path))) return { hit: null, asked, lookedAt };
  for (const rule of rulesAt(rules, ask.path)) {
    lookedAt += 1;
    if (!holds(rule.conditions, ask, asked)) continue;
    const judged = decideTarget(fillTarget(rule.source, rule.target, ask.path, ask.search), {
      appOrigin,
      externalOrigins,
    });
    const isExternal = rule.target.origin !== '';
    // A whole address that turns out to be ours would come back to these rules unseen.
    if (judged.kind !== (isExternal ? 'external' : 'internal')) continue;
    const target = isExternal ? judged.target : inLanguage(judged.target, ask.prefix);
    if (target.split(/[?#]/, 1).join('') === own) continue;
    return { hit: { rule, target, isExternal }, asked, lookedAt };
  }
  return { hit: null, asked, lookedAt };
}
