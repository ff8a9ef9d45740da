/** `/invite/{code}`: where an invitation leads. It keeps the code in this browser until an account is made; nothing is given here. */
import { InvitationView } from '#client/site/invitation.view.tsx';
import { INVITATION_COOKIE, INVITATION_COOKIE_SECONDS, writeCookie } from '#shared/cookies.ts';
import { readInvitationCode } from '#shared/membership/invitation-code.ts';
import { href } from '#shared/routes.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { notFoundPage } from '../site/error.page.tsx';
import { toTheEnd } from '../site/to-the-end.ts';

export const invitationPage: PublicHandler = async (c, deps) => {
  const { open, newcomerDays, invitedDays } = (await deps.membership.rewards()).invitations;
  if (!open) return toTheEnd(c);
  const code = readInvitationCode(c.req.param('code') ?? '');
  // No code at all: the address is none of the route's.
  if (code === '') return notFoundPage(c, deps);
  const isKnown = await deps.invitations.isInvitation(code);
  const { t } = translatorOf(c.get('locale'));
  const title = t(isKnown ? 'membership.invitation.title' : 'membership.invitation.unknown.title');
  const page = { title, description: t('membership.invitation.lead'), noindex: true };
  const response = await publicPage(
    c,
    deps,
    // The code is in the address: no other site gets it.
    { ...page, headers: { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' } },
    <InvitationView
      isKnown={isKnown}
      isSignedIn={c.get('isSignedInHere')}
      freeDays={newcomerDays + invitedDays}
      signUpHref={href('auth.sign-up')}
    />,
  );
  if (isKnown && !c.get('isSignedInHere'))
    response.headers.append(
      'set-cookie',
      writeCookie(INVITATION_COOKIE, code, {
        maxAgeSeconds: INVITATION_COOKIE_SECONDS,
        sameSite: 'lax',
        httpOnly: true,
      }),
    );
  return response;
};
