/**
 * The one table of pages: each route of routes.ts with its layout, its guards, its languages and what its parameters may be.
 * The router, the locale rules, the site map, the route rules of a build and the crawl are made from it.
 * @source spec sections 2.2 to 2.5
 */

import { isLocale } from './locale/tags.ts';
import { readInvitationCode } from './membership/invitation-code.ts';
import { ROUTES, type RouteId } from './routes.ts';
import { isActivityName } from './site/activity-name.ts';
import { CLI_FILE_NAME, isDownloadTarget } from './site/downloads.ts';
import { helpPlaceOf } from './site/help-map.ts';

export const LAYOUTS = ['basic', 'basic-activity', 'simple', 'activity', 'policy', 'drive'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

export const GUARDS = [
  'activity-end',
  'disable-mobile-platform-card-anchor',
  'help-center-default-dir',
  'redirect-faq-hash',
  'share',
] as const;
export type GuardName = (typeof GUARDS)[number];

export interface RouteRow {
  readonly layout: LayoutName;
  /**
   * `localized`: once per language, the bare path leads to the visitor's own. `both`: the bare path is a page too.
   * `bare`: no prefix; a prefix is stored as the choice and taken away. `file`: no page for people.
   */
  readonly languages: 'localized' | 'both' | 'bare' | 'file';
  readonly guards?: readonly GuardName[];
  /** The same for everyone and worth finding: rendered once, cached, in the site map. */
  readonly isPublic?: boolean;
  /** Made for each visitor anew, and still worth finding: in the site map, with its addresses in all languages. */
  readonly isListed?: boolean;
  /** Refuses parameters that name nothing: the answer is the fatal not-found page. */
  validate?(params: Readonly<Record<string, string>>): boolean;
}

/** The seven documents, as the specification spells them; the lower-case form is known too. */
export const POLICY_DOCUMENTS = [
  'user-agreement',
  'privacy-policy',
  'membership-agreement',
  'anti-abuse',
  'child-sexual-abuse',
  'copyright-Infringement',
  'update',
] as const;
export type PolicyDocument = (typeof POLICY_DOCUMENTS)[number];

/** The document an address names, in its given or its lower-case form. */
export function policyDocumentOf(segment: string): PolicyDocument | undefined {
  return POLICY_DOCUMENTS.find((name) => name === segment || name.toLowerCase() === segment);
}

const SITE: RouteRow = { layout: 'basic', languages: 'localized', isPublic: true };
const ACTIVITY: RouteRow = { layout: 'activity', languages: 'localized', guards: ['activity-end'], isListed: true };
const BARE: RouteRow = { layout: 'simple', languages: 'bare' };
const DRIVE: RouteRow = { layout: 'drive', languages: 'bare' };
const FILE: RouteRow = { layout: 'simple', languages: 'file' };

export const ROUTE_TABLE: Readonly<Record<RouteId, RouteRow>> = {
  home: { layout: 'basic', languages: 'both', guards: ['disable-mobile-platform-card-anchor'], isPublic: true },
  'site.tv': SITE,
  'site.tv-help': SITE,
  'site.faq': { ...SITE, guards: ['redirect-faq-hash'] },
  'site.help': SITE,
  // Leads to a directory, or shows what a search found: neither is a page to keep.
  'site.help-center': { layout: 'basic', languages: 'localized', guards: ['help-center-default-dir'] },
  'site.help-article': {
    ...SITE,
    guards: ['help-center-default-dir'],
    validate: ({ slug = '' }) => helpPlaceOf(slug) !== null,
  },
  'site.self-test': { layout: 'simple', languages: 'localized' },
  'site.check-in': { layout: 'basic-activity', languages: 'localized', isListed: true },
  'site.check-in-guide': { ...SITE, layout: 'basic-activity' },
  'site.contact': { layout: 'basic', languages: 'localized', isListed: true },
  'site.mobile-app': SITE,
  'site.desktop-app': SITE,
  'site.browser-extension': SITE,
  'site.install-apk': SITE,
  'site.unsubscribe': { layout: 'simple', languages: 'localized' },
  'site.links-hub': { layout: 'basic', languages: 'localized', isListed: true },
  'site.blog': { layout: 'basic', languages: 'localized' },
  'inapp.shop': { layout: 'drive', languages: 'localized' },
  'inapp.widget': { layout: 'simple', languages: 'localized' },
  'activity.end': { layout: 'activity', languages: 'localized', isPublic: true },
  'activity.christmas': ACTIVITY,
  'activity.compensation': ACTIVITY,
  'activity.black-friday': ACTIVITY,
  'activity.other': { ...ACTIVITY, validate: ({ activity = '' }) => isActivityName(activity) },
  'site.transparency': { ...SITE, layout: 'policy' },
  'policy.document': {
    layout: 'policy',
    languages: 'localized',
    isPublic: true,
    validate: ({ doc = '' }) => policyDocumentOf(doc) !== undefined,
  },
  'policy.document-nested': {
    layout: 'policy',
    languages: 'localized',
    isPublic: true,
    validate: ({ doc = '', sameDoc = '' }) => {
      const document = policyDocumentOf(doc);
      return document !== undefined && document === policyDocumentOf(sameDoc);
    },
  },
  'auth.success': { layout: 'simple', languages: 'localized' },
  'auth.sign-in': BARE,
  'auth.sign-out': BARE,
  'auth.sign-up': BARE,
  'auth.reset': BARE,
  'auth.authorize': BARE,
  'auth.device': BARE,
  'auth.connect': BARE,
  'auth.passkey': BARE,
  'auth.provider': BARE,
  'shield.check': BARE,
  'shield.loading': BARE,
  'share.open': { ...DRIVE, guards: ['share'] },
  'share.report': { layout: 'basic', languages: 'bare' },
  'share.folder': { ...DRIVE, guards: ['share'] },
  'share.card': { ...FILE, validate: ({ locale = '' }) => isLocale(locale) },
  'collect.open': BARE,
  'collect.receipt': BARE,
  'site.map': FILE,
  'site.map-language': { ...FILE, validate: ({ file = '' }) => file.endsWith('.xml') && isLocale(file.slice(0, -4)) },
  'site.oembed': FILE,
  'site.robots': FILE,
  'site.security': FILE,
  'site.blocked': BARE,
  'site.offline': BARE,
  'site.close-note': BARE,
  'site.download': {
    ...FILE,
    validate: ({ target = '' }) => isDownloadTarget(target) || target === CLI_FILE_NAME,
  },
  'ops.desk': BARE,
  'ops.document': BARE,
  'look.styles': FILE,
  'look.icon': FILE,
  'look.manifest': { ...FILE, validate: ({ locale = '' }) => isLocale(locale) },
  'docs.api': BARE,
  'docs.openapi': FILE,
  'dev.mailbox': BARE,
  'dev.shell': BARE,
  'dev.frame': FILE,
  'dev.ui': BARE,
  'dev.console': BARE,
  'drive.all': DRIVE,
  'drive.folder': DRIVE,
  'drive.trash': DRIVE,
  'drive.recent': DRIVE,
  'drive.collect': DRIVE,
  'drive.sent': DRIVE,
  'drive.notifications': DRIVE,
  'drive.common': DRIVE,
  'drive.common-root': DRIVE,
  'drive.common-folder': DRIVE,
  'drive.people': DRIVE,
  'drive.photos': DRIVE,
  'drive.starred': DRIVE,
  'drive.search': DRIVE,
  'preview.frame': FILE,
  'drive.feedback': { layout: 'basic', languages: 'bare' },
  'drive.storage': DRIVE,
  'drive.duplicates': DRIVE,
  'drive.tasks': DRIVE,
  'share.decision': DRIVE,
  'drive.shares': DRIVE,
  'drive.following': DRIVE,
  'drive.shares-export': DRIVE,
  'drive.direct': DRIVE,
  'share.statistics': DRIVE,
  'share.statistics-export': DRIVE,
  'drive.receive': BARE,
  'drive.login': BARE,
  'drive.payment': DRIVE,
  'drive.payment-storage': DRIVE,
  'drive.payment-traffic': DRIVE,
  'payment.orders': DRIVE,
  'payment.order': DRIVE,
  'payment.sandbox': BARE,
  'account.settings': DRIVE,
  'account.picture': DRIVE,
  'account.security': DRIVE,
  'account.programs': DRIVE,
  'account.mail': DRIVE,
  'account.export': DRIVE,
  'account.files': DRIVE,
  'account.undo': BARE,
  'account.factors': BARE,
  'account.ended': BARE,
  'site.referral': DRIVE,
  // Made for one inviter: not a page to keep.
  'site.invitation': {
    layout: 'basic-activity',
    languages: 'localized',
    validate: ({ code = '' }) => readInvitationCode(code) !== '',
  },
};

export interface RouteMatch {
  readonly id: RouteId;
  readonly row: RouteRow;
  /** Decoded; a catch-all holds its segments joined by `/`. */
  readonly params: Readonly<Record<string, string>>;
}

interface Shape {
  readonly id: RouteId;
  readonly segments: readonly string[];
}

function shapesOf(isStatic: boolean): Shape[] {
  return Object.entries(ROUTES)
    .filter(([, pattern]) => pattern.includes('{') !== isStatic)
    .map(([id, pattern]) => ({ id: id as RouteId, segments: pattern.split('/').slice(1) }));
}

const STATIC = new Map(shapesOf(true).map(({ id }) => [ROUTES[id] as string, id]));
const SHAPES = shapesOf(false);

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function paramsOf(shape: Shape, segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, part] of shape.segments.entries()) {
    const [, name = '', catchAll = ''] = /^\{(\w+)(\*?)\}$/.exec(part) ?? [];
    const rest = catchAll ? segments.slice(index) : segments.slice(index, index + 1);
    if (rest.length === 0 || rest.includes('')) return null;
    if (name === '') {
      if (part !== rest[0]) return null;
      continue;
    }
    const values = rest.map(decoded);
    if (values.includes(null)) return null;
    params[name] = values.join('/');
    if (catchAll) return params;
  }
  return shape.segments.length === segments.length ? params : null;
}

/**
 * The route of a real path (without language prefix, query and hash). One trailing slash is forgiven.
 * @returns null where no row fits or the row's own validation refuses
 */
export function matchRoute(path: string): RouteMatch | null {
  const known = MATCHES.get(path);
  if (known) return known;
  const found = findRoute(path);
  // Several parties ask for the path of one request, and most requests are for the same few paths.
  if (found && path.length <= MAX_CACHED_CHARS) {
    if (MATCHES.size >= MAX_CACHED) MATCHES.clear();
    MATCHES.set(path, found);
  }
  return found;
}

const MATCHES = new Map<string, RouteMatch>();
const MAX_CACHED = 512;
const MAX_CACHED_CHARS = 64;

function findRoute(path: string): RouteMatch | null {
  const real = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const fixed = STATIC.get(real);
  if (fixed !== undefined) return { id: fixed, row: ROUTE_TABLE[fixed], params: {} };
  const segments = real.split('/').slice(1);
  for (const shape of SHAPES) {
    const params = paramsOf(shape, segments);
    const row = ROUTE_TABLE[shape.id];
    if (params && (row.validate?.(params) ?? true)) return { id: shape.id, row, params };
  }
  return null;
}

/** @throws Error naming a guard or layout that is none; the build runs it, so that no such table is ever served */
export function checkRouteTable(table: Readonly<Record<string, RouteRow>> = ROUTE_TABLE): void {
  for (const [id, row] of Object.entries(table)) {
    if (!LAYOUTS.includes(row.layout)) throw new Error(`route ${id} has the unknown layout ${row.layout}`);
    for (const guard of row.guards ?? []) {
      if (!GUARDS.includes(guard)) throw new Error(`route ${id} has the unknown guard ${guard}`);
    }
  }
}
