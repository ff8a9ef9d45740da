/**
 * Path bar: links from the root to this folder; the last one is the page's heading. A button beside each step opens the folders
 * inside it (folders-menu.tsx, loaded with the overlay).
 */

import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { PLACE_LABELS } from '#shared/drive/places.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { type BrowserHandlers, type FoldersMenu, HEADING_ID } from '../browser-model.ts';
import { isPlainPress } from './toolbar-menus.view.tsx';

/** Names between the first and the last that a long path shows. */
const SHOWN_BETWEEN = 2;

export function PathBar({
  place,
  path: shown,
  query,
  on,
}: Pick<DriveBrowserProps, 'place' | 'path' | 'query'> & { on?: BrowserHandlers }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const root = place === 'search' ? t('drive.search.title', { query }) : t(PLACE_LABELS[place]);
  // A search covers all folders: the folder it began in opens at its end. Of pictures by time the way is that of the album.
  const path = place === 'all' ? shownPath(shown, translator) : [];
  const here = path.at(-1);
  const above = path.slice(0, -1);
  const hidden = above.slice(0, Math.max(0, above.length - SHOWN_BETWEEN));
  const way = (index: number) => path.slice(0, index);
  return (
    <>
      {here ? (
        <nav aria-label={t('drive.path.label')} className="-mb-3 min-w-0 basis-full">
          <ol className="flex flex-wrap items-center text-sm text-muted">
            <li className="inline-flex min-w-0">
              <Step id="" name={root} on={on} isTarget={place === 'all'} />
            </li>
            {hidden.length > 0 ? (
              <li className="inline-flex items-center">
                <Beside menu={{ way: [], current: hidden[0]?.id ?? '' }} name={root} on={on} />
                <Opener
                  className="needs-script"
                  label={t('drive.folders.between')}
                  icon={<Ellipsis size={16} aria-hidden="true" />}
                  menu={{ way: [], current: '', steps: hidden }}
                  on={on}
                />
              </li>
            ) : null}
            {above.slice(hidden.length).map((crumb, at) => (
              <li key={crumb.id} className="inline-flex min-w-0 items-center">
                <Beside
                  menu={{ way: way(hidden.length + at), current: crumb.id }}
                  name={path[hidden.length + at - 1]?.name ?? root}
                  on={on}
                />
                <Step id={crumb.id} name={crumb.name} on={on} />
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="flex min-w-0 flex-1 basis-36 items-center gap-1">
        <h1 id={HEADING_ID} tabIndex={-1} className="page-title flex items-center focus:outline-none">
          <span className="line-clamp-2">{(place === 'photos' ? shown[0] : here)?.name ?? root}</span>
        </h1>
        {here ? (
          <Opener
            className="needs-script"
            label={t('drive.folders.open', { name: path.at(-2)?.name ?? root })}
            icon={<ChevronDown size={20} aria-hidden="true" />}
            menu={{ way: above, current: here.id }}
            on={on}
          />
        ) : null}
      </div>
    </>
  );
}

interface OpenerProps {
  label: string;
  icon: ReactNode;
  menu: Omit<FoldersMenu, 'opener'>;
  className?: string;
  on?: BrowserHandlers;
}

function Opener({ label, icon, menu, className, on }: OpenerProps): ReactNode {
  return (
    <button
      type="button"
      data-folders
      className={`${className ?? ''} inline-flex h-11 w-7 flex-none cursor-pointer items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:w-11`}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={(event) => on?.openFolders({ ...menu, opener: event.currentTarget })}
    >
      {icon}
    </button>
  );
}

/** Button between two steps: opens the folders of the first. @param name  of the first */
function Beside({ menu, name, on }: Pick<OpenerProps, 'menu' | 'on'> & { name: string }): ReactNode {
  const { t } = useT();
  return (
    <Opener
      label={t('drive.folders.open', { name })}
      icon={<ChevronRight size={16} aria-hidden="true" />}
      menu={menu}
      on={on}
    />
  );
}

interface StepProps {
  id: string;
  name: string;
  /** Rows can be dropped onto it. */
  isTarget?: boolean;
  on?: BrowserHandlers;
}

function Step({ id, name, isTarget = true, on }: StepProps): ReactNode {
  return (
    <a
      data-into={isTarget ? id : undefined}
      className="inline-flex min-h-11 min-w-0 items-center rounded-sm px-1 hover:text-ink hover:underline"
      href={id === '' ? href('drive.all') : href('drive.folder', { folderId: id })}
      onClick={(event) => {
        if (isPlainPress(event) && on?.openFolder(id)) event.preventDefault();
      }}
    >
      <span className="max-w-48 truncate">{name}</span>
    </a>
  );
}
