/**
 * The choice of the one folder that a program sees: a level of the drive, where each folder is a button. The form sends the typed
 * fields along, without the password of the account.
 */
import { ChevronRight, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { FolderChoice, FolderPick } from './folder-field.view.tsx';

interface PickFolderProps {
  readonly pick: FolderPick;
  /** Id of the folder that was chosen before. */
  readonly chosen: string;
  readonly action: string;
  /** Fields of the form that go along. */
  readonly fields: Readonly<Record<string, string | number>>;
}

export function PickFolder({ pick, chosen, action, fields }: PickFolderProps): ReactNode {
  const { t } = useT();
  const here = pick.path.at(-1);
  return (
    <form method="post" action={action} className="mt-4 grid gap-4" data-guard>
      {Object.entries({ ...fields, folder_id: chosen, here: here?.id ?? '' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Way path={pick.path} />
      {pick.folders.length === 0 ? (
        <p className="rounded-md border border-line p-4 text-muted">{t('programs.pick.none')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {pick.folders.map((folder) => (
            <li key={folder.id}>
              <FolderButton folder={folder} />
            </li>
          ))}
        </ul>
      )}
      {pick.pageToken === '' ? null : (
        <div>
          <Button type="submit" name="page" value={pick.pageToken}>
            {t('programs.pick.more')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" name="use" value={here?.id ?? ''} className="min-w-0">
          {here ? t('programs.pick.use', { name: here.name }) : t('programs.pick.use_all')}
        </Button>
        <Button type="submit" variant="plain" name="use" value={chosen}>
          {t('programs.pick.back')}
        </Button>
      </div>
    </form>
  );
}

function Way({ path }: Pick<FolderPick, 'path'>): ReactNode {
  const { t } = useT();
  const all = [{ id: '', name: t('ui.sidebar.all_files') }, ...path];
  return (
    <nav aria-label={t('programs.pick.way')}>
      <ol className="flex flex-wrap items-center gap-1">
        {all.map(({ id, name }, at) => (
          <li key={id} className="flex min-w-0 items-center gap-1">
            {at > 0 ? <ChevronRight size={16} className="flex-none text-muted" aria-hidden="true" /> : null}
            {at === all.length - 1 ? (
              <span aria-current="true" className="min-w-0 px-1 font-semibold break-words">
                {name}
              </span>
            ) : (
              <button type="submit" name="open" value={id} className="link min-h-11 min-w-0 px-1 break-words">
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function FolderButton({ folder }: { folder: FolderChoice }): ReactNode {
  return (
    <button
      type="submit"
      name="open"
      value={folder.id}
      className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-start hover:bg-sunken"
    >
      <Folder size={20} strokeWidth={1.6} className="kind kind-folder flex-none" aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">{folder.name}</span>
      <ChevronRight size={18} className="flex-none text-muted" aria-hidden="true" />
    </button>
  );
}
