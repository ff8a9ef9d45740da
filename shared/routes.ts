/**
 * Every page address once: id -> pattern. `href` builds an address, nothing else spells one.
 * Source: spec section 2. API paths live in the contracts, not here.
 */
export const ROUTES = {
  // 2.3, one per language; home has a bare form too.
  home: '/',
  'site.tv': '/tv',
  'site.tv-help': '/tv-help',
  'site.faq': '/faq',
  'site.help': '/help',
  'site.help-center': '/help-center',
  'site.help-article': '/help-center/{slug*}',
  'site.self-test': '/test',
  'site.check-in': '/check-in',
  'site.check-in-guide': '/check-in-guide',
  'site.contact': '/contact-us',
  'site.mobile-app': '/mobile-app',
  'site.desktop-app': '/desktop-app',
  'site.browser-extension': '/browser-extension',
  'site.install-apk': '/install-apk-troubleshooting',
  'site.unsubscribe': '/unsubscribe',
  'site.links-hub': '/favorite-links-hub',
  'site.blog': '/blog',
  'inapp.shop': '/inapp/shop',
  'inapp.widget': '/inapp/widget',
  'activity.end': '/activity-end',
  'activity.christmas': '/activity/christmas',
  'activity.compensation': '/activity/compensation',
  'activity.black-friday': '/activity/black-friday',
  'activity.other': '/activity/{activity}',
  'site.transparency': '/transparency',
  'policy.document': '/policy/{doc}',
  'policy.document-nested': '/policy/{doc}/{sameDoc}',
  'auth.success': '/auth-success',
  // 2.2 and its neighbours: bare.
  'auth.sign-in': '/auth',
  'auth.sign-out': '/auth/sign-out',
  'auth.sign-up': '/auth/sign-up',
  'auth.reset': '/auth/reset',
  'auth.authorize': '/auth/authorize',
  'auth.device': '/auth/device',
  'auth.connect': '/auth/connect',
  'auth.passkey': '/auth/passkey',
  // Where a sign-in provider sends people back.
  'auth.provider': '/auth/oidc/{provider}',
  'account.undo': '/auth/undo',
  'account.factors': '/auth/second-factor',
  'account.ended': '/auth/ended',
  'shield.check': '/human-check',
  'shield.loading': '/loading',
  'share.open': '/s/{shareId}',
  'share.report': '/s/{shareId}/report',
  'share.folder': '/s/{shareId}/{parentIds*}',
  'share.card': '/card/{shareId}/{locale}/{mark}',
  'collect.open': '/c/{collectId}',
  'collect.receipt': '/c/{collectId}/{receipt}',
  'site.oembed': '/oembed',
  'site.map': '/sitemap.xml',
  // One language each; `{file}` is the tag with `.xml`.
  'site.map-language': '/sitemap/{file}',
  'site.robots': '/robots.txt',
  'site.security': '/.well-known/security.txt',
  'site.blocked': '/blocked',
  'site.offline': '/offline',
  'site.close-note': '/close-note',
  'site.download': '/downloads/{target}',
  'ops.desk': '/ops',
  'ops.document': '/ops/{document}',
  // Style sheets, icons and manifest of an installation with a look of its own.
  'look.styles': '/look/styles/{mark}/{file}',
  'look.icon': '/look/icon/{logo}/{side}',
  'look.manifest': '/look/manifest/{locale}',
  'docs.api': '/docs/api',
  'docs.openapi': '/openapi.json',
  'dev.mailbox': '/_dev/mailbox',
  'dev.shell': '/_dev/shell',
  'dev.frame': '/_dev/frame',
  'dev.ui': '/_dev/ui',
  'dev.console': '/debug-console',
  // 2.4: bare.
  'drive.all': '/drive/all',
  'drive.folder': '/drive/all/{folderId}',
  'drive.trash': '/drive/trash',
  'drive.recent': '/drive/recent',
  'drive.photos': '/drive/photos',
  'drive.starred': '/drive/starred',
  'drive.search': '/drive/search',
  'drive.feedback': '/drive/feedback',
  // On the content origin: the viewer's sandboxed frame.
  'preview.frame': '/preview/frame',
  'drive.storage': '/drive/storage',
  'drive.duplicates': '/drive/duplicates',
  'drive.tasks': '/drive/tasks',
  'share.decision': '/drive/decisions/{shareId}',
  'drive.shares': '/drive/shares',
  'drive.following': '/drive/following',
  'drive.shares-export': '/drive/shares/export',
  'drive.direct': '/drive/shares/direct',
  'share.statistics': '/drive/shares/{shareId}/statistics',
  'share.statistics-export': '/drive/shares/{shareId}/statistics/export',
  'drive.collect': '/drive/collect/{folderId}',
  'drive.sent': '/drive/sent',
  'drive.notifications': '/drive/notifications',
  'drive.common': '/drive/common',
  'drive.common-root': '/drive/common/{grantId}',
  'drive.common-folder': '/drive/common/{grantId}/{folderId}',
  'drive.people': '/drive/people/{nodeId}',
  // Files that other apps share with the installed one, where its service worker does not take them.
  'drive.receive': '/drive/receive',
  'drive.login': '/drive/login',
  'drive.payment': '/drive/payment',
  'drive.payment-storage': '/drive/payment/storage',
  'drive.payment-traffic': '/drive/payment/traffic',
  'payment.orders': '/drive/payment/orders',
  'payment.order': '/drive/payment/orders/{orderId}',
  'payment.sandbox': '/pay/sandbox/{ref}',
  'account.settings': '/drive/account',
  'account.picture': '/drive/account/picture',
  'account.security': '/drive/account/security',
  'account.programs': '/drive/account/programs',
  'account.mail': '/drive/account/mail',
  'account.export': '/drive/account/export',
  'account.files': '/drive/account/files',
  'site.referral': '/referral',
  'site.invitation': '/invite/{code}',
} as const;

export type RouteId = keyof typeof ROUTES;

type ParamNames<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Base}*` ? Base : Name) | ParamNames<Rest>
  : never;
type ParamsFor<Id extends RouteId> = { [Name in ParamNames<(typeof ROUTES)[Id]>]: string };

/**
 * Builds a page address.
 * @param params  every parameter of the pattern; a catch-all takes segments joined by `/`
 */
export function href<Id extends RouteId>(
  id: Id,
  ...rest: keyof ParamsFor<Id> extends never ? [] : [params: ParamsFor<Id>]
): string {
  const params = (rest[0] ?? {}) as Record<string, string>;
  return ROUTES[id].replace(/\{(\w+)(\*?)\}/g, (_, name: string, catchAll: string) => {
    const value = params[name] ?? '';
    return catchAll ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}
