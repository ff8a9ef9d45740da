/**
 * The platform's written limits, and assumptions of this model. Limits were read on 2026-11-25 at
 * https://developers.cloudflare.com/durable-objects/platform/limits and /workers/platform/limits.
 */

/** "An individual object has a soft limit of 1,000 requests per second." */
export const OBJECT_CALLS_PER_SECOND = 1_000;
/** Storage of one object with SQLite. */
export const OBJECT_BYTES = 10e9;
/** Data centres from which visitors are served. Cloudflare names more than 330 cities. */
export const DATA_CENTRES = 330;
/** Longest that a data centre shows a link without asking its object, ms. */
export const LEASE_MS = 1_000;

/** Assumption: a call between data centres takes this long besides its work, ms. */
export const NETWORK_MS = 40;
/** Assumption: objects of a lost region answer elsewhere after this time, seconds. */
export const FAILOVER_SECONDS = 30;
/** Assumption: own time of an object for one call that it makes, ms. */
export const CALLING_MS = 0.1;
/** One password hash in an object, ms (scripts/start/runtime/hasher.ts says 30 to 40). */
export const HASH_MS = 35;
/** Assumption: seconds in a month. */
export const MONTH_SECONDS = 30 * 86_400;

/** Assumption, of the columns and indexes of the tables: bytes that one of each takes in its object. */
export const ROW_BYTES = { file: 1_024, content: 500, identifier: 150 } as const;
/** Objects of each kind that is spread by digits of a digest; docs/scaling.md has their ceilings. */
export const SHARDS = { blobIndex: 256, directory: 256, shield: 256, hasher: 256 } as const;
