/**
 * Cloudflare's list prices beyond what a paid plan includes, in dollars. Read on 2026-11-25 at
 * https://developers.cloudflare.com/durable-objects/platform/pricing, /workers/platform/pricing, /kv/platform/pricing,
 * /r2/pricing and /d1/platform/pricing. Other files hold no price.
 */

/** Dollars a million. */
export const PRICES = {
  /** A request that reaches the Worker. Static files are free. */
  request: 0.3,
  /** Milliseconds of processor time of the Worker. */
  cpuMs: 0.02,
  /** A call of an object's method, or an alarm that ran. */
  objectCall: 0.15,
  /** Gigabyte seconds of objects that work; one object is billed as 128 MB. */
  objectGigabyteSecond: 12.5,
  rowWritten: 1,
  rowRead: 0.001,
  kvRead: 0.5,
  kvWrite: 5,
  /** Put, list, and each part of an upload. */
  r2Write: 4.5,
  /** Get and head. */
  r2Read: 0.36,
} as const;

/** Memory that an object is billed for, GB. */
export const OBJECT_GIGABYTES = 0.128;

/** Price of one operation of a store by the name that the meter gives it. The disk of one machine costs nothing. */
const OPERATION_PRICES: Readonly<Record<string, number>> = {
  'r2 put': PRICES.r2Write,
  'r2 list': PRICES.r2Write,
  'r2 createMultipartUpload': PRICES.r2Write,
  'r2 get': PRICES.r2Read,
  'r2 head': PRICES.r2Read,
  'r2 delete': 0,
  'kv get': PRICES.kvRead,
  'kv getWithMetadata': PRICES.kvRead,
  'kv put': PRICES.kvWrite,
  'kv delete': PRICES.kvWrite,
  'kv list': PRICES.kvWrite,
};

/** @throws Error for an operation without a price: it would look free */
export function operationPrice(name: string): number {
  if (name.startsWith('disk ')) return 0;
  const price = OPERATION_PRICES[name];
  if (price === undefined) throw new Error(`no price is known for the operation "${name}"`);
  return price;
}
