/** The daily check-in before it opens: what it is going to be, and that nothing can be collected yet. */
import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { useLocalHref } from './local-href.ts';

/** @param isSignedIn  a session is in this browser; whose, the page does not know */
export function CheckInView({ isSignedIn }: { isSignedIn: boolean }): ReactNode {
  const { t } = useT();
  const href = useLocalHref();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-8">
      <div>
        <div className="badge-icon">
          <CalendarCheck size={28} aria-hidden="true" />
        </div>
        <h1 className="mt-5 text-2xl">{t('site.check_in.title')}</h1>
        <p className="mt-3 text-lg text-muted">{t('site.check_in.lead')}</p>
      </div>
      <section className="card p-6" aria-labelledby="state">
        <h2 id="state" className="text-lg">
          {t('site.check_in.closed')}
        </h2>
        <p className="mt-2">{t('site.check_in.closed.text')}</p>
        <p className="mt-4 text-muted">{t(isSignedIn ? 'site.check_in.signed_in' : 'site.check_in.signed_out')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button href={href(isSignedIn ? 'drive.all' : 'auth.sign-up')} variant="primary">
            {t(isSignedIn ? 'site.check_in.drive' : 'site.check_in.sign_up')}
          </Button>
          <Button href={href('site.check-in-guide')}>{t('site.check_in.guide')}</Button>
        </div>
      </section>
    </div>
  );
}
