/**
 * Every page address once: id -> pattern. `href` builds an address, nothing else spells one.
 * Source: spec section 2. API paths live in the contracts, not here.
 */
export const ROUTES = {
  home: '/',
  'auth.sign-in': '/auth',
  'auth.sign-out': '/auth/sign-out',
  'auth.sign-up': '/auth/sign-up',
  'auth.reset': '/auth/reset',
  'auth.authorize': '/auth/authorize',
  'auth.device': '/auth/device',
  'auth.success': '/auth-success',
  'auth.passkey': '/auth/passkey',
  'account.settings': '/drive/account',
  'account.picture': '/drive/account/picture',
  'account.security': '/drive/account/security',
  'account.undo': '/auth/undo',
  'account.ended': '/auth/ended',
  'account.export': '/drive/account/export',
  'shield.check': '/human-check',
  'shield.loading': '/loading',
  'dev.mailbox': '/_dev/mailbox',
  'dev.shell': '/_dev/shell',
  'drive.all': '/drive/all',
  'drive.folder': '/drive/all/{folderId}',
  'drive.trash': '/drive/trash',
  'drive.login': '/drive/login',
  'share.open': '/s/{shareId}',
  'share.folder': '/s/{shareId}/{parentIds*}',
  'docs.api': '/docs/api',
  'docs.openapi': '/openapi.json',
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
