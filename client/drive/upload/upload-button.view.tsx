/** The drive's one primary action, and the menu of what can be added: a sheet on a phone. Needs the script. */
import { ChevronDown, Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

export interface UploadButtonLive {
  pickFiles(): void;
  /** Opens the menu. @param opener  gets the focus back */
  add(opener: HTMLElement): void;
}

export function UploadButtonView({ live }: { live?: UploadButtonLive }): ReactNode {
  const { t } = useT();
  return (
    <div className="needs-script flex gap-px">
      <button
        type="button"
        className="btn btn-primary add-button md:hidden"
        aria-label={t('ui.phone.add')}
        aria-haspopup="menu"
        onClick={(event) => live?.add(event.currentTarget)}
      >
        <Plus size={26} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-primary min-h-12 flex-1 px-3 max-md:hidden md:rounded-e-none"
        onClick={() => live?.pickFiles()}
      >
        <Upload size={20} aria-hidden="true" />
        <span>{t('drive.upload.button')}</span>
      </button>
      <button
        type="button"
        className="btn btn-primary upload-more min-h-12 rounded-s-none px-3 max-md:hidden"
        aria-label={t('drive.upload.options')}
        title={t('drive.upload.options')}
        aria-haspopup="menu"
        onClick={(event) => live?.add(event.currentTarget)}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
