/**
 * The cache of a data centre, for texts that several isolates of it may use for seconds. On one machine there is none: one isolate
 * serves all visitors. A text may be old or missing; its feature signs and dates it.
 */
import type { MachineBindings } from '../disk-space.ts';
import { logError } from '../log.ts';

export interface DataCentreCache {
  /** @returns null when there is none */
  get(key: string): Promise<string | null>;
  put(key: string, text: string, ttlMs: number): Promise<void>;
}

const NAME = 'magpie';
/** No visitor can ask for it: the names of a cache of the platform are addresses. */
const NOWHERE = 'https://cache.invalid/';

export function makeDataCentreCache(): DataCentreCache {
  const addressOf = (key: string): string => `${NOWHERE}${encodeURIComponent(key)}`;
  return {
    async get(key) {
      const cache = await caches.open(NAME);
      const answer = await cache.match(addressOf(key));
      return answer ? answer.text() : null;
    },
    async put(key, text, ttlMs) {
      const headers = { 'cache-control': `max-age=${Math.ceil(ttlMs / 1_000)}` };
      const cache = await caches.open(NAME);
      await cache
        .put(addressOf(key), new Response(text, { headers }))
        .catch((error: unknown) => logError('cache.put', error));
    },
  };
}

/** @returns null on one machine */
export function dataCentreCacheOf({ MACHINE: machine }: MachineBindings): DataCentreCache | null {
  return machine ? null : makeDataCentreCache();
}
