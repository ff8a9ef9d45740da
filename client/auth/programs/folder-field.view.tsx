/** The part of the drive that a program sees, in a form: all of it, or one folder, and the button that chooses another. */
import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';

export interface FolderChoice {
  /** '' for the whole drive. */
  readonly id: string;
  readonly name: string;
}

/** The choice of a folder: one level of the drive. */
export interface FolderPick {
  /** From the top to the folder whose folders are shown, which is the last; empty at the top. */
  readonly path: readonly FolderChoice[];
  readonly folders: readonly FolderChoice[];
  /** Of the next page; '' for none. */
  readonly pageToken: string;
}

export function FolderField({ folder }: { folder: FolderChoice }): ReactNode {
  const { t } = useT();
  return (
    <div>
      <input type="hidden" name="folder_id" value={folder.id} />
      <p className="font-semibold">{t('programs.make.where')}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line p-3">
        <p className="flex min-w-0 items-center gap-3">
          <Folder size={20} strokeWidth={1.6} className="kind kind-folder flex-none" aria-hidden="true" />
          <span className="min-w-0 break-words">
            {folder.id === '' ? t('programs.make.all') : t('programs.make.only', { name: folder.name })}
          </span>
        </p>
        <Button type="submit" size="sm" name="open" value={folder.id} formNoValidate>
          {t('programs.make.choose')}
        </Button>
      </div>
    </div>
  );
}
