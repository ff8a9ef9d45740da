/** Paths of the API, made from the contracts: a client reads JSON there, also for a call that does not exist. Pure. */
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { UNOFFERED_PATHS } from './unoffered-endpoints.ts';

/** `/v1/`, `/drive/v1/`, `/statistics/pub/`. */
const SERVICE = /^\/(?:v1|[a-z_.]+\/(?:v1|pub))\//;

const SERVICES: ReadonlySet<string> = new Set(
  [...ENDPOINTS.map(({ path }) => path), ...UNOFFERED_PATHS].flatMap((path) => SERVICE.exec(path)?.[0] ?? []),
);

/** A service that no contract names: its clients read JSON too. Shorter first segments are languages and shares. */
const UNKNOWN_SERVICE = /^\/[a-z][a-z_.]{2,30}\/v1\//;

export function isApiPath(path: string): boolean {
  const service = SERVICE.exec(path)?.[0];
  return (
    (service !== undefined && SERVICES.has(service)) ||
    UNKNOWN_SERVICE.test(path) ||
    path.startsWith('/_internal/') ||
    UNOFFERED_PATHS.includes(path)
  );
}
