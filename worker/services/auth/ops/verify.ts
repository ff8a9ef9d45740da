/** Reads bearers and session cookies into callers: signature, type and expiry; no lookup. Their accounts are told beside it. */
import { asUserId } from '#shared/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { findClient } from '../clients.ts';
import { COOKIE_CLIENT, readSessionCookie } from '../cookie.ts';
import type { AuthParts } from '../deps.ts';

export async function verifyBearer(
  parts: Pick<AuthParts, 'tokens' | 'clients' | 'arrivals'>,
  token: string,
  nowMs: number,
): Promise<Caller | null> {
  const claims = await parts.tokens.readAccess(token, nowMs);
  if (!claims || !findClient(claims.aud, parts.clients)) return null;
  parts.arrivals.note({ userId: claims.sub, clientId: claims.aud, familyId: claims.fam, generation: claims.gen });
  return {
    userId: asUserId(claims.sub),
    familyId: claims.fam,
    epoch: claims.epoch,
    clientId: claims.aud,
    scopes: claims.scope.split(' '),
  };
}

export async function verifySessionCookie(
  parts: Pick<AuthParts, 'tokens' | 'clients' | 'arrivals'>,
  cookieHeader: string | null,
  nowMs: number,
): Promise<Caller | null> {
  const claims = await parts.tokens.readRefresh(readSessionCookie(cookieHeader), nowMs);
  const client = claims && findClient(claims.client, parts.clients);
  // Pages ask for no scope: a session that was narrowed, or that another program holds, is no session of a browser.
  if (!claims || !client || client.id !== COOKIE_CLIENT || claims.scope !== undefined) return null;
  parts.arrivals.note({ userId: claims.sub, clientId: client.id, familyId: claims.fam, generation: claims.gen });
  return {
    userId: asUserId(claims.sub),
    familyId: claims.fam,
    epoch: claims.epoch,
    clientId: client.id,
    scopes: client.scopes,
  };
}
