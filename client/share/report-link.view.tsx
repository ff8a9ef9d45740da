/** The way to report a link, below what it shows. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

export function ReportLink({ href }: { href: string | undefined }): ReactNode {
  const { t } = useT();
  if (href === undefined) return null;
  return (
    <p>
      <a className="link text-sm" href={href} rel="nofollow">
        {t('ops.report.title')}
      </a>
    </p>
  );
}
