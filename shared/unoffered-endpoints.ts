/**
 * Calls of existing API clients that this installation does not offer. They answer `unimplemented` (12), so that
 * a client can distinguish them from a missing file. The list is read only when no endpoint matched. Pure.
 * Source: docs/wire-contract.md sections 1, 3.7, 5, 7 and 11.
 */

/** Whole services, each with every call below it. */
const SERVICES = ['operating', 'package', 'phrase', 'promoting', 'vip'];

/** Method and path; `*` stands for one segment. */
const CALLS: readonly string[] = [
  'GET /access_controller/v1/lbsInfo',
  'GET /lbsInfo',
  'POST /config/v1/checkClientVersion',
  'POST /config/v1/logReportSwitch',
  'POST /config/v1/urlsOnInstall',
];

/** Paths of these calls; a whole service by the start of its paths. */
export const UNOFFERED_PATHS: readonly string[] = [
  ...SERVICES.map((service) => `/${service}/v1/`),
  ...CALLS.map((call) => call.slice(call.indexOf(' ') + 1)),
];

function matches(call: string, method: string, segments: readonly string[]): boolean {
  const [callMethod = '', path = ''] = call.split(' ');
  const expected = path.split('/');
  return (
    callMethod === method &&
    expected.length === segments.length &&
    expected.every((segment, i) => segment === '*' || segment === segments[i])
  );
}

/**
 * @param method  upper case
 * @param path  decoded path without query
 */
export function isUnofferedCall(method: string, path: string): boolean {
  const segments = path.split('/');
  const [, service = '', version] = segments;
  if (version === 'v1' && SERVICES.includes(service)) return true;
  return CALLS.some((call) => matches(call, method, segments));
}
