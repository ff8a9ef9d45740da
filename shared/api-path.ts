/** Paths of the API, made from the contracts: a client reads JSON there, also for a call that does not exist. Pure. */
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { UNOFFERED_PATHS } from './unoffered-calls.ts';

/** `/v1/`, `/drive/v1/`, `/statistics/pub/`. */
const SERVICE = /^\/(?:v1|[a-z_.]+\/(?:v1|pub))\//;

const SERVICES: ReadonlySet<string> = new Set(
  [...ENDPOINTS.map(({ path }) => path), ...UNOFFERED_PATHS].flatMap((path) => SERVICE.exec(path)?.[0] ?? []),
);

export function isApiPath(path: string): boolean {
  const service = SERVICE.exec(path)?.[0];
  return (
    (service !== undefined && SERVICES.has(service)) || path.startsWith('/_internal/') || UNOFFERED_PATHS.includes(path)
  );
}
