/** Where an invitation leads: what a new account gets by it, and the way to make one. */
import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface InvitationViewProps {
  /** The code leads to a person. */
  readonly isKnown: boolean;
  /** A session is in this browser; whose, the page does not know. */
  readonly isSignedIn: boolean;
  /** Premium that a new account gets by the invitation; 0 for none. */
  readonly freeDays: number;
  readonly signUpHref: string;
}

export function InvitationView({ isKnown, isSignedIn, freeDays, signUpHref }: InvitationViewProps): ReactNode {
  const { t, tn } = useT();
  const text = !isKnown
    ? t('membership.invitation.unknown.text')
    : isSignedIn
      ? t('membership.invitation.signed_in')
      : freeDays > 0
        ? t('membership.invitation.days', { days: tn('site.help.days', freeDays) })
        : t('membership.invitation.lead');
  return (
    <div className="mx-auto w-full max-w-2xl">
      <div className="badge-icon">
        <Gift size={28} aria-hidden="true" />
      </div>
      <h1 className="mt-5 site-title">
        {t(isKnown ? 'membership.invitation.title' : 'membership.invitation.unknown.title')}
      </h1>
      <p className="mt-3 text-lg text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          href={isSignedIn ? href('drive.all') : signUpHref}
          variant="primary"
          size="lg"
          className="max-sm:w-full"
        >
          {t(isSignedIn ? 'site.home.open' : 'site.check_in.sign_up')}
        </Button>
      </div>
      {isKnown && !isSignedIn ? <p className="mt-4 text-sm text-muted">{t('membership.invitation.kept')}</p> : null}
    </div>
  );
}
