/** The drive's one primary action. Needs the script; on a phone it is at the foot. */
import { ChevronDown, FolderUp, Link2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { actionHref } from '#shared/navigation/actions.ts';

export interface UploadButtonLive {
  pickFiles(): void;
  pickFolder(): void;
}

export function UploadButtonView({ live }: { live?: UploadButtonLive }): ReactNode {
  const { t } = useT();
  return (
    <div className="thumb-bar needs-script flex gap-px">
      <button
        type="button"
        className="btn btn-primary min-h-12 flex-1 px-3 md:rounded-e-none"
        onClick={() => live?.pickFiles()}
      >
        <Upload size={20} aria-hidden="true" />
        <span>{t('drive.upload.button')}</span>
      </button>
      <details className="relative max-md:hidden" data-menu>
        <summary
          className="btn btn-primary min-h-12 rounded-s-none px-3"
          aria-label={t('drive.upload.options')}
          title={t('drive.upload.options')}
        >
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <ul className="menu absolute end-0 top-full mt-1">
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={(event) => choose(event.currentTarget, live?.pickFiles)}
            >
              <Upload size={18} aria-hidden="true" />
              {t('drive.upload.files')}
            </button>
          </li>
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={(event) => choose(event.currentTarget, live?.pickFolder)}
            >
              <FolderUp size={18} aria-hidden="true" />
              {t('drive.upload.folder')}
            </button>
          </li>
          <li>
            <a className="menu-item" href={actionHref('create_task')}>
              <Link2 size={18} aria-hidden="true" />
              {t('drive.tasks.add')}
            </a>
          </li>
        </ul>
      </details>
    </div>
  );
}

function choose(button: HTMLElement, pick: (() => void) | undefined): void {
  const menu = button.closest('details');
  if (menu) menu.open = false;
  pick?.();
}
