/** The support address that operators have published; nothing without one. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';

export function SupportMail({ className }: { className?: string }): ReactNode {
  const { t } = useT();
  const { supportEmail } = usePublished();
  if (supportEmail === '') return null;
  return (
    <p className={className}>
      {t('ui.support.mail')}{' '}
      <a className="link break-words" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </p>
  );
}
