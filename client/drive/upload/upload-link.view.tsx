/** The upload button on pages without islands: a link into the drive, which opens the file picker. */
import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { UPLOAD_HASH } from '#shared/drive/places.ts';
import { href } from '#shared/routes.ts';

/** @param isWideOnly  hidden on a phone, where it would cover the page */
export function UploadLinkView({ isWideOnly = false }: { isWideOnly?: boolean }): ReactNode {
  const { t } = useT();
  return (
    <nav
      aria-label={t('drive.upload.button')}
      className={classes('thumb-bar needs-script flex', isWideOnly && 'max-md:hidden')}
    >
      <a className="btn btn-primary min-h-12 flex-1" href={`${href('drive.all')}${UPLOAD_HASH}`}>
        <Upload size={20} aria-hidden="true" />
        <span>{t('drive.upload.button')}</span>
      </a>
    </nav>
  );
}
