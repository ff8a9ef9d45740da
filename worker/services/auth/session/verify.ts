/**
 * Reads bearers and session cookies into callers. A bearer: checks signature, type and expiry, and reports to its account beside the
 * call. A cookie: asks its account whether it is the newest.
 */

import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { findClient } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { COOKIE_CLIENT, readSessionCookie } from '../token/cookie.ts';
import type { CookieUse } from '../token/model.ts';
import type { sessionPart } from './part.ts';

/** @returns null for a token that is not ours or has expired */
export async function verifyBearer(
  parts: Pick<AuthParts, 'tokens' | 'clients' | 'arrivals'>,
  token: string,
  nowMs: number,
): Promise<Caller | null> {
  const claims = await parts.tokens.readAccess(token, nowMs);
  if (!claims || !findClient(claims.aud, parts.clients)) return null;
  parts.arrivals.note({ userId: claims.sub, clientId: claims.aud, sessionId: claims.fam, generation: claims.gen });
  return {
    userId: asUserId(claims.sub),
    sessionId: claims.fam,
    epoch: claims.epoch,
    clientId: claims.aud,
    scopes: claims.scope.split(' '),
  };
}

/**
 * @param use  `page` shows something; `form` changes something or gives a consent, and needs the newest cookie
 * @returns `late`: a form came with a cookie that was superseded a moment ago. Null for a cookie that is not ours, that was superseded before, or
 * whose session has ended
 */
export async function verifySessionCookie(
  parts: Pick<AuthParts, 'tokens' | 'clients' | 'accounts' | 'cookies'>,
  cookieHeader: string | null,
  nowMs: number,
  use: CookieUse = 'page',
): Promise<Caller | 'late' | null> {
  const claims = await parts.tokens.readRefresh(readSessionCookie(cookieHeader), nowMs);
  const client = claims && findClient(claims.client, parts.clients);
  // Pages check no scope: a narrowed session, or one of another program, is not a session of a browser.
  if (!claims || !client || client.id !== COOKIE_CLIENT || claims.scope !== undefined) return null;
  const { sub, fam: sessionId, gen: generation, epoch } = claims;
  if (use === 'form' || !parts.cookies.isCurrent(sessionId, generation, nowMs)) {
    const ask = { sessionId, generation, epoch, clientId: client.id, nowMs };
    const decision = unwrap(await accountOf<typeof sessionPart>(parts, sub).decideCookie(ask));
    if (decision === 'none') return null;
    if (decision === 'late' && use === 'form') return 'late';
    if (decision === 'current') parts.cookies.keep(sessionId, generation, nowMs);
  }
  return { userId: asUserId(sub), sessionId, epoch, clientId: client.id, scopes: client.scopes };
}
