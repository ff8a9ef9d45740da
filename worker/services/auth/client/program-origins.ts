/** Origins whose pages are registered programs: those of the https redirect addresses of clients. Pure. */
import type { Client } from './clients.ts';
import { COMPATIBLE_CLIENTS } from './compatible-clients.ts';

/** Anything on a person's machine answers there. */
const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[.*\])$/;

/** Anyone may send these ids. */
const PUBLIC_IDS: ReadonlySet<string> = new Set(COMPATIBLE_CLIENTS.map(({ id }) => id));

function originOf(redirectUri: string): string | null {
  if (!redirectUri.startsWith('https://')) return null;
  const { hostname, origin } = new URL(redirectUri);
  return LOOPBACK_HOST.test(hostname) ? null : origin;
}

/** @returns ids of clients by origin */
export function programOrigins(clients: readonly Client[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { id, redirectUris } of clients) {
    if (PUBLIC_IDS.has(id)) continue;
    for (const uri of redirectUris) {
      const origin = originOf(uri);
      if (origin !== null) found.set(origin, (found.get(origin) ?? new Set()).add(id));
    }
  }
  return found;
}
