/**
 * Usage counts: the footer line that changes the choice, and the note that asks once. Both need the page script; nothing is
 * counted before a yes. The note covers the bottom of the page, so that the page does not move.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';

export function UsageChoice(): ReactNode {
  const { t } = useT();
  return (
    <button type="button" className="link needs-script cursor-pointer py-3" data-usage-open>
      {t('ops.consent.open')}
    </button>
  );
}

export function UsageNote(): ReactNode {
  const { t, locale } = useT();
  return (
    <section
      aria-label={t('ops.consent.open')}
      className="card fixed inset-x-3 bottom-3 z-30 mx-auto max-w-md p-4 text-sm shadow-lg"
      data-usage
      hidden
    >
      <p className="font-semibold">{t('ops.consent.title')}</p>
      <p className="mt-1 text-muted">
        {t('ops.consent.text')}{' '}
        <a
          className="link"
          href={
            usePublished().look.privacyHref || joinLocale(locale, href('policy.document', { doc: 'privacy-policy' }))
          }
        >
          {t('ops.consent.more')}
        </a>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" className="min-h-11" data-usage-choice="0">
          {t('ops.consent.refuse')}
        </Button>
        <Button size="sm" className="min-h-11" data-usage-choice="1">
          {t('ops.consent.allow')}
        </Button>
      </div>
    </section>
  );
}
