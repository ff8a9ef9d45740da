/** Takes the solution of a human check, once, and gives its token: to one of our addresses, or to the device's next call. */
import { AppError, unwrap } from '#shared/errors.ts';
import { readRedirect, withPassed } from '#shared/shield/redirect.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { CAPTCHA_TTL_SECONDS, CHECK_TTL_SECONDS, PASS_SECONDS, shieldObjectName } from '../keys.ts';
import { digestOf } from '../risk/subject.ts';
import type { CheckClaims } from '../rules.ts';
import { makeCaptchaToken } from './captcha-token.ts';
import { openTicket, payCheck } from './make-challenge.ts';
import { checkWork } from './proof-of-work.ts';

interface SolveInput {
  readonly ticket: string;
  readonly solution: string;
  readonly redirectUri: string;
  readonly state: string;
}

export interface SolvedCheck {
  /** '' when the token waits for the device's next `initCaptcha`. */
  readonly captchaToken: string;
  readonly expiresInSeconds: number;
  /** '' without an address to return to. */
  readonly redirectTo: string;
}

/** @throws AppError captcha_invalid (`check_over`, `check_redirect`, `check_late`, `check_failed`, `captcha_spent`), too_many_requests */
export async function solveCheck(parts: ShieldParts, input: SolveInput, call: CallContext): Promise<SolvedCheck> {
  const nowMs = parts.clock.nowMs();
  const claims = await openTicket(parts, input.ticket);
  const redirect = readRedirect(input.redirectUri, parts.appOrigin ?? call.origin);
  if (input.redirectUri !== '' && !redirect) throw new AppError('captcha_invalid', { reason: 'check_redirect' });
  await payCheck(parts, call);
  const spent = await judge(parts, claims, input.solution, call);
  unwrap(await parts.shield.getByName(shieldObjectName(spent.jti)).spend(spent));

  if (!redirect) {
    const untilMs = nowMs + PASS_SECONDS * SECOND_MS;
    const pass = { subject: claims.payer, kind: 'pass' as const, action: claims.action, untilMs };
    unwrap(await parts.shield.getByName(shieldObjectName(claims.payer)).setMark(pass));
    return { captchaToken: '', expiresInSeconds: PASS_SECONDS, redirectTo: '' };
  }
  const { device, action } = claims;
  const captchaToken = await makeCaptchaToken(parts, { device, action, human: true, nowMs });
  const passed = { captchaToken, expiresInSeconds: CAPTCHA_TTL_SECONDS };
  return { ...passed, redirectTo: withPassed(redirect, passed, input.state) };
}

/** @returns the id to spend for the solution: the signature of the work, or a digest of the provider's token */
async function judge(
  parts: ShieldParts,
  claims: CheckClaims,
  solution: string,
  call: CallContext,
): Promise<{ jti: string; untilMs: number }> {
  const nowMs = parts.clock.nowMs();
  if (parts.provider) {
    const answer = await parts.provider.verify({ token: solution, address: call.address, bound: claims.jti });
    if (!answer.ok) {
      if (answer.reason === 'provider_unreachable') throw new AppError('unavailable', { reason: answer.reason });
      throw new AppError('captcha_invalid', {
        reason: answer.reason === 'expired_or_used' ? 'check_late' : 'check_failed',
      });
    }
    // Longer than the lifetime of a ticket: a token that the provider accepts twice counts once.
    return { jti: await digestOf(parts.keyring, `token:${solution}`), untilMs: nowMs + CHECK_TTL_SECONDS * SECOND_MS };
  }
  const work = await checkWork(parts.keyring, { solution, check: claims.jti, nowMs });
  if (!work.ok) throw new AppError('captcha_invalid', { reason: work.late ? 'check_late' : 'check_failed' });
  return { jti: work.signature, untilMs: work.untilMs };
}
