/** Where the runtime of one machine has the database of a stored object: by an id that follows from class and name. */
import { createHash, createHmac } from 'node:crypto';

const HALF_BYTES = 16;
/** Namespace of the runtime for D1 databases. */
const D1_NAMESPACE = 'miniflare-D1DatabaseObject';
const OBJECT_PLACE = /^state\/do\/magpie-(\w+)\/([0-9a-f]{64})\.sqlite$/;

/** D1 databases by binding: their names on one machine (wrangler.toml). */
export const DATABASES = { BILLING: 'magpie-billing', ADMIN: 'magpie-admin' } as const;
export type DatabaseBinding = keyof typeof DATABASES;
export const DATABASE_BINDINGS = Object.keys(DATABASES) as DatabaseBinding[];

/** workerd's `idFromName`: half a hash of the name, and half a proof that it is of this namespace. */
function idOf(namespace: string, name: string): string {
  const key = createHash('sha256').update(namespace).digest();
  const half = (text: string | Buffer) => createHmac('sha256', key).update(text).digest().subarray(0, HALF_BYTES);
  const first = half(name);
  return Buffer.concat([first, half(first)]).toString('hex');
}

export function objectId(className: string, name: string): string {
  return idOf(`magpie-${className}`, name);
}

export function objectPlace(className: string, id: string): string {
  return `state/do/magpie-${className}/${id}.sqlite`;
}

export function alarmsPlace(className: string): string {
  return `state/do/magpie-${className}/metadata.sqlite`;
}

export function databasePlace(binding: DatabaseBinding): string {
  return `state/d1/${D1_NAMESPACE}/${idOf(D1_NAMESPACE, DATABASES[binding])}.sqlite`;
}

/** @returns null for a file that is no object's database */
export function classAt(place: string): { className: string; id: string } | null {
  const [, className, id] = OBJECT_PLACE.exec(place) ?? [];
  return className !== undefined && id !== undefined ? { className, id } : null;
}

/** Stored bytes under their key, as worker/platform/blobs/disk.ts has them. */
export function bytesPlace(key: string): string {
  return `blobs/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}
