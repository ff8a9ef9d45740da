/** The upload button on pages without islands: a link into the drive, which opens the file picker. */
import { Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { UPLOAD_HASH } from '#shared/drive/places.ts';
import { href } from '#shared/routes.ts';

export function UploadLinkView(): ReactNode {
  const { t } = useT();
  const to = `${href('drive.all')}${UPLOAD_HASH}`;
  return (
    <nav aria-label={t('drive.upload.button')} className="needs-script flex">
      <a className="btn btn-primary add-button md:hidden" href={to} aria-label={t('drive.upload.button')}>
        <Plus size={26} aria-hidden="true" />
      </a>
      <a className="btn btn-primary min-h-12 flex-1 max-md:hidden" href={to}>
        <Upload size={20} aria-hidden="true" />
        <span>{t('drive.upload.button')}</span>
      </a>
    </nav>
  );
}
