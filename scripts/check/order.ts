/**
 * The one order list: features from left to right. Everything that knows an order is made from this.
 * Calls go left, news goes right (architecture.md section 1).
 */
export const FEATURES = ['config', 'access', 'shield', 'mail', 'auth', 'vip', 'drive', 'share', 'ops'] as const;

export type Feature = (typeof FEATURES)[number];

/** Packages that the shared floor may stand on. */
export const FLOOR_PACKAGES: readonly string[] = ['valibot', 'rosetta', 'ipaddr.js', '@humanwhocodes/momoa'];

/** Packages that speak HTTP on the server: known to `http.ts`, the edge and the pages alone. */
export const HTTP_PACKAGES: readonly string[] = ['hono', '@hono/react-renderer', '@hono/standard-validator'];

/** Packages that hold state or fetch in the browser: a view knows none of them. */
export const LIVE_PACKAGES: readonly string[] = ['@preact/signals-react', 'ofetch'];

/** React and what needs it: too heavy for the plain script and for the transfer engine. */
export const REACT_PACKAGES: readonly string[] = [
  'react',
  'react-dom',
  'radix-ui',
  'lucide-react',
  '@preact/signals-react',
  '@tanstack/react-virtual',
];

export function isFeature(word: string | undefined): word is Feature {
  return FEATURES.some((feature) => feature === word);
}

/** Whether `caller` may know `called`: itself or one on its left. */
export function mayCall(caller: Feature, called: Feature): boolean {
  return FEATURES.indexOf(called) <= FEATURES.indexOf(caller);
}
