/** Whether a request reached the code of its operation, by the request and the status and error of its answer. Pure. */

/** Least share of the requests that reach the code of their operation: below it the generator has fallen behind the contracts. */
export const MIN_REACHED = 0.6;

/** Refusals of proxy, edge and body reader; 429 and 503 may be budgets, and count as refusals. */
const REFUSED: ReadonlySet<number> = new Set([401, 405, 408, 411, 413, 414, 415, 421, 429, 431, 503, 507]);
/** 403 of the edge, and of a bearer that may not call. */
const EDGE_REFUSAL = /"error":"(?:cross_site_request|region_not_allowed)"|insufficient_scope/;
/** 404 of the route (worker/app.ts). */
const NO_SUCH_CALL = 'no such call';
/** Every refusal of an operation names itself; those of the proxy do not. */
const NAMED_ERROR = '"error":"';

/**
 * An operation runs when the route is found, the bearer may call, and parameters, query and body fit the contract
 * (`bindEndpoint`). So a request counts when all of this is true:
 * - `fits`: it fits the contract, as the same schemas decided before it was sent. A 400 of one that fits is the operation's.
 * - The status is 2xx, 304, or a 4xx that names an error of ours and is none of `REFUSED`, of the edge or of the route.
 * Everything else counts as not reached: other redirects, 5xx, requests without an answer.
 */
export function hasReached(fits: boolean, status: number, text: string): boolean {
  if (!fits || REFUSED.has(status)) return false;
  if ((status >= 200 && status < 300) || status === 304) return true;
  if (status < 400 || status >= 500 || !text.includes(NAMED_ERROR)) return false;
  if (status === 403) return !EDGE_REFUSAL.test(text);
  return status !== 404 || !text.includes(NO_SUCH_CALL);
}
