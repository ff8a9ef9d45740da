/** Paths as rules compare them: segments in one spelling, whatever was encoded in the address. Pure text. */

/** One spelling for one segment. A segment that cannot be decoded is taken letter by letter. */
function spelled(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment.toWellFormed());
  }
}

/** Segments of a path, encoded, one trailing slash forgiven; `/` has none. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments.map(spelled);
}

/**
 * Paths that no rule may redirect: sign-in and /ops, so that operators do not lock themselves out; calls, content and
 * files, whose callers follow no redirect; the human check, without which no sign-in works.
 */
const CLOSED = [
  'auth',
  'ops',
  'human-check',
  'loading',
  'blocked',
  '_internal',
  '_dev',
  'f',
  'v1',
  'builds',
  'assets',
  'openapi.json',
  'sitemap.xml',
  'sitemap',
  'robots.txt',
  '.well-known',
];

/** @param segments  of the path without its language, as {@link segmentsOf} gives them */
export function isClosedToRules(segments: readonly (string | null)[]): boolean {
  const [first = '', second] = segments;
  // A page in parts follows its page (shared/navigation/payload.ts).
  if (segments.at(-1) === '_payload.json') return true;
  if (first === null) return false;
  if (first === 'drive' && second === 'login') return true;
  // Calls of every service.
  if (second === 'v1' || (first === 'statistics' && second === 'pub')) return true;
  return CLOSED.includes(first);
}
