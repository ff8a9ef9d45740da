/**
 * The order of the features. A feature calls those on its left and publishes events to those on its right (docs/architecture.md).
 */
export const FEATURES = [
  'config',
  'access',
  'shield',
  'mail',
  'auth',
  'membership',
  'drive',
  'share',
  'programs',
  'ops',
] as const;

export type Feature = (typeof FEATURES)[number];

/** Packages that the base layer may import. */
export const BASE_PACKAGES: readonly string[] = ['valibot', 'rosetta', 'ipaddr.js', '@humanwhocodes/momoa'];

/** HTTP packages of the server: imported by endpoints, the edge and the pages alone. */
export const HTTP_PACKAGES: readonly string[] = ['hono', '@hono/react-renderer'];

/** Packages that hold state or fetch in the browser: no view imports them. */
export const LIVE_PACKAGES: readonly string[] = ['@preact/signals-react', 'ofetch'];

/** React and what needs it: too heavy for the plain script and for the transfer engine. */
export const REACT_PACKAGES: readonly string[] = [
  'react',
  'react-dom',
  'lucide-react',
  '@preact/signals-react',
  '@tanstack/react-virtual',
];

export function isFeature(word: string | undefined): word is Feature {
  return FEATURES.some((feature) => feature === word);
}

/** Whether `caller` may import `called`: itself or one on its left. */
export function mayCall(caller: Feature, called: Feature): boolean {
  return FEATURES.indexOf(called) <= FEATURES.indexOf(caller);
}
