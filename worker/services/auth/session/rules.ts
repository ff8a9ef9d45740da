/** Rules of sessions: decisions on rotations and cookies. Pure: `nowMs` is passed in. */
import type { SessionRow } from '../core/session-row.ts';
import { REFRESH_GRACE_MS } from '../keys.ts';
import { COOKIE_CLIENT } from '../token/cookie.ts';

export type RotationDecision = 'rotate' | 'repeat' | 'renew' | 'reused' | 'over';

/**
 * Decides on a refresh token of `generation`. `renew`: a closed tab lost the answer; the token gets another generation and voids the
 * lost one, so that of two holders of one token the next to call is detected.
 */
export function decideRotation(
  session: SessionRow | null,
  ask: { generation: number; epoch: number; accountEpoch: number; clientId: string; nowMs: number },
): RotationDecision {
  if (!session || session.revokedMs !== null || session.clientId !== ask.clientId || ask.epoch < ask.accountEpoch)
    return 'over';
  if (ask.generation === session.generation) return 'rotate';
  // A generation not yet reached: the row is older than its token (restored state). Nothing was stolen.
  if (ask.generation > session.generation) return 'over';
  if (ask.generation !== session.givenFor) return 'reused';
  if (ask.nowMs <= session.rotatedMs + REFRESH_GRACE_MS) return 'repeat';
  // Programs store a token before they use it, and RFC 9700 (4.14.2) forbids them an old one; people close tabs.
  return session.isShown || session.clientId !== COOKIE_CLIENT ? 'reused' : 'renew';
}

export type CookieDecision = 'current' | 'late' | 'none';

/**
 * Decides on a session cookie of `generation`. The newest is current. So is the one it was issued for until a token of the newest
 * comes back, because the browser may not have got the answer; after that it opens pages for the grace, and then is reuse. Older
 * ones open nothing; shortly after a rotation they may be requests in flight, and end nothing.
 */
export function decideCookie(
  session: SessionRow | null,
  ask: { generation: number; epoch: number; accountEpoch: number; clientId: string; nowMs: number },
): CookieDecision | 'reused' {
  const decision = decideRotation(session, ask);
  if (!session || decision === 'over') return 'none';
  if (decision === 'rotate' || decision === 'renew') return 'current';
  if (decision === 'repeat') return session.isShown ? 'late' : 'current';
  if (decideArrival(session, ask.generation) === 'void') return 'reused';
  return ask.nowMs <= session.rotatedMs + REFRESH_GRACE_MS ? 'none' : 'reused';
}

/** Decides on a generation that came back: `arrived` is the first sign of the newest, `void` a generation that is void. */
export function decideArrival(session: SessionRow | null, generation: number): 'arrived' | 'void' | 'known' {
  if (!session || session.revokedMs !== null) return 'known';
  if (generation === session.generation) return session.isShown ? 'known' : 'arrived';
  return generation > session.voidAfter && generation < session.voidBefore ? 'void' : 'known';
}
