/** The start of a new account: the free days of its arrival. A sign-up never fails for it. */
import type { Context } from 'hono';
import { FREE_DAY_SECONDS, FREE_DAYS_COOKIE, INVITATION_COOKIE, readTextCookie, writeCookie } from '#shared/cookies.ts';
import { readInvitationCode } from '#shared/membership/invitation-code.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import { cutOrigin } from '#worker/services/membership/service.ts';
import { attributionFrom } from '../payment/attribution.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

const NO_SOURCE = { source: '', medium: '', name: '' };

/** @returns cookies to set: the free days, and the end of the invitation, which counts once */
export async function welcomeCookies(
  c: Context<AppEnv>,
  { invitations, clock }: Pick<PageDeps, 'invitations' | 'clock'>,
  userId: string,
): Promise<string[]> {
  const nowMs = clock.nowMs();
  const { source, medium, name, referers } = attributionFrom(c, NO_SOURCE, nowMs);
  const place = `${new URL(c.get('origin')).host}${c.get('path')}`;
  const origin = cutOrigin({ client: WEB_CLIENT, place, source, medium, name, referers: referers.join(',') });
  const code = readInvitationCode(readTextCookie(c.get('cookies'), INVITATION_COOKIE));
  try {
    const { freeDays } = await invitations.welcome({ userId, createdMs: nowMs }, { code, origin }, c.get('call'));
    const ended = code === '' ? [] : [writeCookie(INVITATION_COOKIE, '', { maxAgeSeconds: 0 })];
    if (freeDays === 0) return ended;
    return [...ended, writeCookie(FREE_DAYS_COOKIE, freeDays, { maxAgeSeconds: freeDays * FREE_DAY_SECONDS })];
  } catch (error) {
    // The account is made. `activity/invite` gives the free days within a week; the cookie of the invitation stays.
    logError('membership.welcome', error, { subject: userId });
    return [];
  }
}
