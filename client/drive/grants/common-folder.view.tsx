/** `/drive/common/{grant}`: a folder or file of another person. Links and forms; works without script. */
import type { ReactNode } from 'react';
import { SendingForm } from '#client/collect/sending-form.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { When } from '#client/ui/when.tsx';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { withParameter } from '#shared/drive/places.ts';
import { type DriveRow, iconKindOf, isPictured } from '#shared/drive/rows.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { href } from '#shared/routes.ts';
import { FolderForm } from '../listing/adding-forms.view.tsx';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { ROLE_LABELS } from './common-list.view.tsx';

export interface CommonFolderProps {
  readonly grantId: string;
  /** Of the common folder, or file. */
  readonly name: string;
  readonly isFile: boolean;
  readonly ownerName: string;
  readonly role: GrantRole;
  /** From below the common folder to the one that is open. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  /** Result of the last form; '' for none. */
  readonly said: string;
  /** Why it was refused; '' for no refusal. */
  readonly error: string;
  /** Of the next file: a form that is sent twice is one file. */
  readonly fileKey: string;
  /** The file or folder that is being moved; null for none. */
  readonly moved: MovedFile | null;
}

export interface MovedFile {
  readonly id: string;
  readonly name: string;
  /** Folder that it is in; '' for the common folder. */
  readonly parentId: string;
}

export function commonHref(grantId: string, folderId = ''): string {
  return folderId === '' ? href('drive.common-root', { grantId }) : href('drive.common-folder', { grantId, folderId });
}

export function CommonFolderView(page: CommonFolderProps): ReactNode {
  const { t } = useT();
  const { grantId, name, isFile, ownerName, role, path, rows, nextPageToken, said, error } = page;
  const here = commonHref(grantId, path.at(-1)?.id);
  const isEditor = role === 'editor' && !isFile;
  const moved = isEditor ? page.moved : null;
  // While a folder is chosen, the list has the folders that the moved one may go into.
  const shown = moved ? rows.filter(({ id, folder }) => folder && id !== moved.id) : rows;
  const hasMore = nextPageToken !== '' && (!moved || rows.at(-1)?.folder === true);
  return (
    <div className="drive-page gap-5" data-common={`${grantId} ${role}`}>
      <header className="grid gap-1">
        <Path grantId={grantId} name={name} path={path} moved={moved} />
        <h1 className="page-title wrap-anywhere">{path.at(-1)?.name ?? name}</h1>
        <p className="text-muted wrap-anywhere">
          {[t('drive.common.shared_by', { name: isolated(ownerName) }), t(ROLE_LABELS[role])].join(' · ')}
        </p>
      </header>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      {said === '' ? null : <Notice tone="ok">{said}</Notice>}
      {moved ? <MoveBar moved={moved} grantId={grantId} here={here} folderId={path.at(-1)?.id ?? ''} /> : null}
      <div data-common-list="" className="grid gap-5">
        {shown.length === 0 ? (
          <p className="text-muted">{t(moved ? 'drive.pick.none' : 'drive.common.empty_folder')}</p>
        ) : (
          <ul
            className="rounded-lg border border-line bg-surface"
            aria-label={t(moved ? 'drive.pick.folders' : 'drive.list')}
          >
            {shown.map((row) => (
              <Line key={row.id} row={row} grantId={grantId} here={here} isEditor={isEditor} moved={moved} />
            ))}
          </ul>
        )}
        {hasMore ? (
          <p className="text-center">
            <Button href={withParameter(moving(here, moved), `page=${encodeURIComponent(nextPageToken)}`)} rel="next">
              {t('drive.page.more')}
            </Button>
          </p>
        ) : null}
      </div>
      {moved ? null : (
        <form method="post" action={here} data-guard="">
          <Button type="submit" name="step" value="save">
            {t('drive.common.save')}
          </Button>
        </form>
      )}
      {isEditor && !moved ? (
        <Adding
          here={here}
          grantId={grantId}
          folderId={path.at(-1)?.id ?? ''}
          ownerName={ownerName}
          fileKey={page.fileKey}
        />
      ) : null}
    </div>
  );
}

/** The address of a folder, while one is chosen for something. */
function moving(address: string, moved: MovedFile | null): string {
  return moved ? withParameter(address, `move=${moved.id}`) : address;
}

interface MoveBarProps {
  readonly moved: MovedFile;
  readonly grantId: string;
  readonly here: string;
  readonly folderId: string;
}

/** Moves something into the folder that is open. */
function MoveBar({ moved, grantId, here, folderId }: MoveBarProps): ReactNode {
  const { t } = useT();
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-semibold wrap-anywhere">{t('drive.common.move.title', { name: isolated(moved.name) })}</h2>
        <p className="text-sm text-muted">
          {moved.parentId === folderId
            ? t('drive.common.move.same')
            : t('drive.common.move.hint', { button: t('drive.pick.move_here') })}
        </p>
      </div>
      <form method="post" action={here} data-guard="" className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full">
        <input type="hidden" name="id" value={moved.id} />
        {moved.parentId === folderId ? null : (
          <Button type="submit" variant="primary" name="step" value="move">
            {t('drive.pick.move_here')}
          </Button>
        )}
        <Button href={commonHref(grantId, moved.parentId)}>{t('drive.cancel')}</Button>
      </form>
    </Card>
  );
}

function Path({
  grantId,
  name,
  path,
  moved,
}: Pick<CommonFolderProps, 'grantId' | 'name' | 'path' | 'moved'>): ReactNode {
  const { t } = useT();
  const above = path.length === 0 ? [] : [{ id: '', name }, ...path.slice(0, -1)];
  return (
    <nav aria-label={t('drive.path.label')} className="text-sm text-muted wrap-anywhere">
      <a className="link" href={href('drive.common')}>
        {t('drive.common.title')}
      </a>
      {above.map((crumb) => (
        <span key={crumb.id}>
          {' / '}
          <a className="link" href={moving(commonHref(grantId, crumb.id), moved)}>
            {crumb.name}
          </a>
        </span>
      ))}
    </nav>
  );
}

interface LineProps {
  readonly row: DriveRow;
  readonly grantId: string;
  readonly here: string;
  readonly isEditor: boolean;
  readonly moved: MovedFile | null;
}

function Line({ row, grantId, here, isEditor, moved }: LineProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { id, name, folder } = row;
  const address = folder ? moving(commonHref(grantId, id), moved) : withParameter(here, `get=${id}`);
  return (
    <li className="border-t border-line px-4 py-2 first:border-t-0" data-row={id}>
      <div className="flex items-center gap-3">
        {row.image && isPictured(row) ? (
          <img src={row.image} alt="" loading="lazy" className="size-10 flex-none rounded-md object-cover" />
        ) : (
          <KindIcon kind={iconKindOf(row)} className="size-6 flex-none" />
        )}
        <div className="min-w-0 flex-1 py-1">
          <p className="font-medium wrap-anywhere">
            <a className="link" href={address} rel={folder ? undefined : 'nofollow'}>
              {name}
            </a>
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-muted">
            {folder ? null : <span>{format.bytes(row.sizeBytes)}</span>}
            <When ms={row.modifiedMs} />
          </p>
        </div>
      </div>
      {moved ? null : (
        <details>
          <summary className="ms-9 min-h-11 w-fit cursor-pointer content-center text-sm text-muted">
            {t('drive.select.more')}
            <span className="sr-only"> {name}</span>
          </summary>
          <div className="flex flex-wrap items-end gap-3 pb-2 ps-9">
            {isEditor ? (
              <form method="post" action={here} data-guard="" className="flex flex-wrap items-end gap-3">
                <input type="hidden" name="step" value="rename" />
                <input type="hidden" name="id" value={id} />
                <TextField
                  name="name"
                  required
                  label={t('drive.rename.label')}
                  defaultValue={name}
                  autoComplete="off"
                />
                <Button type="submit" className="min-h-12">
                  {t('drive.rename.submit')}
                </Button>
              </form>
            ) : null}
            <form method="post" action={here} data-guard="" className="flex flex-wrap gap-3">
              <input type="hidden" name="id" value={id} />
              <Button type="submit" name="step" value="save" className="min-h-12">
                {t('drive.common.save')}
              </Button>
              {isEditor ? (
                <Button href={withParameter(here, `move=${id}`)} className="min-h-12">
                  {t('drive.common.move')}
                </Button>
              ) : null}
              {isEditor ? (
                <Button type="submit" variant="danger" name="step" value="trash" className="min-h-12">
                  {t('drive.common.trash')}
                </Button>
              ) : null}
            </form>
          </div>
        </details>
      )}
    </li>
  );
}

type AddingProps = Pick<CommonFolderProps, 'grantId' | 'ownerName' | 'fileKey'> & {
  readonly here: string;
  readonly folderId: string;
};

/** Upload form, and form of a new folder. */
function Adding({ here, grantId, folderId, ownerName, fileKey }: AddingProps): ReactNode {
  const { t } = useT();
  return (
    <section className="grid gap-3" aria-label={t('drive.upload.button')}>
      <p className="text-sm text-muted">{t('drive.common.quota', { name: isolated(ownerName) })}</p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card className="p-5">
          <SendingForm action={here} to={grantId} folder={folderId} fileKey={fileKey} />
        </Card>
        <FolderForm here={here} isGuarded />
      </div>
    </section>
  );
}

/** In place of a folder that is not shared any more, or never was. */
export function CommonGoneView(): ReactNode {
  const { t } = useT();
  return (
    <EmptyState
      level="h1"
      title={t('drive.common.gone.title')}
      text={<p>{t('drive.common.gone.text')}</p>}
      action={
        <Button variant="primary" href={href('drive.common')}>
          {t('drive.common.back', { place: t('drive.common.title') })}
        </Button>
      }
    />
  );
}
