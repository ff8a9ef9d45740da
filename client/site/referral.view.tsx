/** Inviting others: there is no reward for it, and how to share files instead. */
import { Link2, LockKeyhole, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export function ReferralView({ isSignedIn }: { isSignedIn: boolean }): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl">{t('membership.referral.title')}</h1>
      <p className="mt-3 text-lg text-muted">{t('membership.referral.lead')}</p>
      <Notice className="mt-6">
        <p className="font-semibold">{t('membership.referral.closed.title')}</p>
        <p>{t('membership.referral.closed.text')}</p>
      </Notice>
      <section aria-labelledby="how" className="mt-8">
        <h2 id="how" className="text-xl">
          {t('membership.referral.how')}
        </h2>
        <ol className="mt-4 grid gap-4">
          <Step icon={<Link2 size={22} aria-hidden="true" />} text={t('membership.referral.step.link')} />
          <Step icon={<Send size={22} aria-hidden="true" />} text={t('membership.referral.step.join')} />
          <Step icon={<LockKeyhole size={22} aria-hidden="true" />} text={t('membership.referral.step.days')} />
        </ol>
      </section>
      <Button
        href={
          isSignedIn
            ? href('drive.all')
            : `${href('auth.sign-in')}?${new URLSearchParams({ next: href('site.referral') })}`
        }
        variant="primary"
        size="lg"
        className="mt-8 max-sm:w-full"
      >
        {t(isSignedIn ? 'membership.referral.share' : 'ui.shell.sign_in')}
      </Button>
    </div>
  );
}

function Step({ icon, text }: { icon: ReactNode; text: string }): ReactNode {
  return (
    <li className="flex items-center gap-4">
      <span className="grid h-11 w-11 flex-none place-items-center rounded-full bg-accent-soft text-accent">
        {icon}
      </span>
      <p>{text}</p>
    </li>
  );
}
