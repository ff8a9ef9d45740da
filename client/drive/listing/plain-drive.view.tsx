/** A listing made of links and forms, for browsers without script. Rendered on the server alone. */

import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { When } from '#client/ui/when.tsx';
import { type DrivePlace, listingHref, withParameter } from '#shared/drive/places.ts';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import { shownName, shownPath } from '#shared/drive/shown-name.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { type TrashDone, TrashToast } from '../toasts/trash-toast.view.tsx';
import { AddingForms } from './adding-forms.view.tsx';
import { FolderGone } from './folder-gone.view.tsx';

/** Result of the last form, or the reason why it was refused. */
export type PlainDone = TrashDone;

export interface PlainDriveProps {
  place: DrivePlace;
  /** Heading of the place. */
  root: string;
  /** From the root to the folder; null for a folder that does not exist. */
  path: DriveBrowserProps['path'] | null;
  /** Address of this page: its forms post to it. */
  here: string;
  /** The same listing for browsers with script. */
  fullHref: string;
  rows: readonly DriveRow[];
  nextPageToken: string;
  /** Most bytes of one form. */
  uploadBytes: number;
  done: PlainDone | null;
}

const folderHref = (folderId: string) => withParameter(listingHref({ place: 'all', folderId, query: '' }), 'plain=1');

export function PlainDriveView(props: PlainDriveProps): ReactNode {
  const { t } = useT();
  const { place, root, path, here, fullHref, rows, nextPageToken, done } = props;
  if (path === null) return <FolderGone rootHref={folderHref('')} />;
  return (
    <div className="drive-page gap-5">
      <Notice>
        <p>{t('drive.plain.note')}</p>
        <a className="link needs-script" href={fullHref}>
          {t('drive.plain.full')}
        </a>
      </Notice>
      {done?.kind === 'refused' ? <Notice tone="danger">{done.sentence}</Notice> : null}
      <Path root={root} path={path} />
      {place === 'all' ? (
        <AddingForms
          here={props.here}
          field="files"
          maxBytes={props.uploadBytes}
          hidden={{ name: 'step', value: 'upload' }}
        />
      ) : null}
      {rows.length === 0 ? <p className="text-muted">{t('drive.empty.all.title')}</p> : null}
      <ul className="rounded-lg border border-line bg-surface" aria-label={t('drive.list')}>
        {rows.map((row) => (
          <Line key={row.id} row={row} place={place} here={here} />
        ))}
      </ul>
      {nextPageToken === '' ? null : (
        <p className="text-center">
          <Button href={withParameter(here, `page=${encodeURIComponent(nextPageToken)}`)}>
            {t('drive.page.more')}
          </Button>
        </p>
      )}
      <TrashToast done={done?.kind === 'refused' ? null : done} here={here} />
    </div>
  );
}

function Path({ root, path: stored }: { root: string; path: DriveBrowserProps['path'] }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const path = shownPath(stored, translator);
  const here = path.at(-1);
  return (
    <div>
      {here ? (
        <nav aria-label={t('drive.path.label')} className="text-sm text-muted">
          <a className="link" href={folderHref('')}>
            {root}
          </a>
          {path.slice(0, -1).map(({ id, name }) => (
            <span key={id}>
              {' / '}
              <a className="link" href={folderHref(id)}>
                {name}
              </a>
            </span>
          ))}
        </nav>
      ) : null}
      <h1 className="page-title wrap-anywhere">{here?.name ?? root}</h1>
    </div>
  );
}

function Line({ row, place, here }: { row: DriveRow; place: DrivePlace; here: string }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const name = shownName(row, translator);
  const isOpen = place !== 'trash' && row.phase === 'PHASE_TYPE_COMPLETE';
  const address = row.folder ? folderHref(row.id) : withParameter(here, `get=${row.id}`);
  return (
    <li className="border-t border-line px-4 py-2 first:border-t-0" data-row={row.id}>
      <div className="flex items-center gap-3">
        <KindIcon kind={iconKindOf(row)} className="size-6 flex-none" />
        <div className="min-w-0 flex-1 py-1">
          <p className="font-medium wrap-anywhere">
            {isOpen ? (
              <a className="link" href={address}>
                {name}
              </a>
            ) : (
              name
            )}
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-muted">
            {row.folder ? null : <span>{format.bytes(row.sizeBytes)}</span>}
            <When ms={row.trashedMs ?? row.modifiedMs} />
          </p>
        </div>
        {isOpen && !row.folder ? (
          <a
            className="btn btn-plain btn-sm max-sm:hidden"
            href={address}
            aria-label={`${t('drive.action.download')}: ${name}`}
          >
            {t('drive.action.download')}
          </a>
        ) : null}
      </div>
      <details>
        <summary
          className="ms-9 min-h-11 w-fit cursor-pointer content-center text-sm text-muted"
          aria-label={t('drive.more', { name })}
        >
          {t('drive.select.more')}
        </summary>
        <div className="flex flex-wrap items-end gap-3 pb-2 ps-9">
          {place === 'trash' ? (
            <>
              <Act here={here} step="undo" name="ids" id={row.id} label={t('drive.action.restore')} />
              <Act here={here} step="delete" name="id" id={row.id} label={t('drive.action.delete')} isDanger />
            </>
          ) : (
            <>
              <form method="post" action={here} className="flex flex-wrap items-end gap-3">
                <input type="hidden" name="step" value="rename" />
                <input type="hidden" name="id" value={row.id} />
                <TextField
                  name="name"
                  required
                  label={t('drive.rename.label')}
                  defaultValue={row.name}
                  autoComplete="off"
                />
                <Button type="submit" className="min-h-12">
                  {t('drive.rename.submit')}
                </Button>
              </form>
              <Act here={here} step="trash" name="id" id={row.id} label={t('drive.action.trash')} isDanger />
            </>
          )}
        </div>
      </details>
    </li>
  );
}

function Act({
  here,
  step,
  name,
  id,
  label,
  isDanger = false,
}: {
  here: string;
  step: 'trash' | 'undo' | 'delete';
  name: 'id' | 'ids';
  id: string;
  label: string;
  isDanger?: boolean;
}): ReactNode {
  return (
    <form method="post" action={here}>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name={name} value={id} />
      <Button type="submit" variant={isDanger ? 'danger' : 'quiet'} className="min-h-12">
        {label}
      </Button>
    </form>
  );
}
