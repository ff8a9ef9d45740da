/**
 * `/drive/duplicates`: groups of files with equal content. In each group one file stays, the others are trashed. One plain form
 * that
 * works without script; the file that stays is a radio button, coloured by CSS.
 */
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import { href } from '#shared/routes.ts';
import { markedHref, pathLabel } from '../listing/location-label.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { type TrashDone, TrashToast } from '../toasts/trash-toast.view.tsx';

export interface DuplicateFile extends DriveRow {
  /** Epoch ms at which it was added to the drive. */
  readonly createdMs: number;
}

export interface DuplicateGroupRow {
  /** Of one file. */
  readonly sizeBytes: number;
  /** Oldest first, two or more. */
  readonly files: readonly DuplicateFile[];
}

export interface DuplicatesPageProps {
  readonly groups: readonly DuplicateGroupRow[];
  /** '' on the first page. */
  readonly pageToken: string;
  /** '' at the end. */
  readonly nextPageToken: string;
  /** How long the trash keeps files, as a label. */
  readonly days: string;
  /** Most files of one group that are shown. */
  readonly groupFiles: number;
  readonly done: TrashDone | null;
}

export function duplicatesHref(pageToken = ''): string {
  return pageToken === ''
    ? href('drive.duplicates')
    : `${href('drive.duplicates')}?page=${encodeURIComponent(pageToken)}`;
}

function freeable(groups: readonly DuplicateGroupRow[]): number {
  return groups.reduce((bytes, { files, sizeBytes }) => bytes + (files.length - 1) * sizeBytes, 0);
}

export function DuplicatesView(page: DuplicatesPageProps): ReactNode {
  const { t } = useT();
  const { groups, pageToken, nextPageToken, days, done } = page;
  return (
    <div className="drive-page gap-6">
      <div>
        <a className="link text-sm" href={href('drive.storage')}>
          {t('drive.storage.title')}
        </a>
        <h1 className="page-title">{t('drive.duplicates.title')}</h1>
        <p className="mt-2 text-muted">{t('drive.duplicates.lead', { days })}</p>
      </div>
      {groups.length > 0 ? <Groups {...page} /> : <Nothing isFirst={pageToken === ''} />}
      {pageToken !== '' || nextPageToken !== '' ? (
        <div className="flex flex-wrap justify-center gap-3">
          {pageToken === '' ? null : <Button href={duplicatesHref()}>{t('drive.storage.largest.first')}</Button>}
          {nextPageToken === '' ? null : (
            <Button href={duplicatesHref(nextPageToken)}>{t('drive.storage.largest.more')}</Button>
          )}
        </div>
      ) : null}
      <TrashToast done={done} here={duplicatesHref(pageToken)} />
    </div>
  );
}

function Nothing({ isFirst }: { isFirst: boolean }): ReactNode {
  const { t } = useT();
  if (isFirst)
    return (
      <EmptyState
        title={t('drive.duplicates.empty.title')}
        text={<p>{t('drive.duplicates.empty.text')}</p>}
        action={<Button href={href('drive.storage')}>{t('drive.storage.title')}</Button>}
      />
    );
  return (
    <EmptyState title={t('drive.duplicates.page_empty.title')} text={<p>{t('drive.duplicates.page_empty.text')}</p>} />
  );
}

function Groups({ groups, pageToken, groupFiles }: DuplicatesPageProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const here = duplicatesHref(pageToken);
  return (
    <form method="post" action={here} className="grid grid-cols-[minmax(0,1fr)] gap-5" data-guard>
      {/* Enter in a radio button presses the first button of its form: outside a dialog this one submits nothing. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="step" value="tidy" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-sunken p-4 sm:px-5">
        <div>
          <p className="font-semibold">{t('drive.duplicates.free', { size: format.bytes(freeable(groups)) })}</p>
          <p className="text-sm text-muted">
            {tn('drive.duplicates.groups', groups.length)} · {t('drive.duplicates.later')}
          </p>
        </div>
        <Button type="submit" variant="primary" name="only" value="all">
          {t('drive.duplicates.all')}
        </Button>
      </div>
      {groups.map((group, index) => (
        <Group
          key={group.files[0]?.id}
          group={group}
          index={index}
          formAction={`${here}#group-${index}`}
          isCut={group.files.length >= groupFiles}
        />
      ))}
    </form>
  );
}

interface GroupProps {
  group: DuplicateGroupRow;
  index: number;
  /** Scroll target after the form: the next group takes this one's position. */
  formAction: string;
  /** The group may hold more files than are shown. */
  isCut: boolean;
}

function Group({ group, index, formAction, isCut }: GroupProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { files, sizeBytes } = group;
  const title = tn('drive.duplicates.group', files.length, { size: format.bytes(sizeBytes) });
  return (
    <section
      id={`group-${index}`}
      aria-labelledby={`group-${index}-title`}
      className="card grid scroll-mt-24 gap-3 p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`group-${index}-title`} className="font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">{t('drive.duplicates.free', { size: format.bytes(freeable([group])) })}</p>
      </div>
      <input type="hidden" name={`ids-${index}`} value={files.map(({ id }) => id).join(',')} />
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('drive.duplicates.keep')}</legend>
        <ul className="grid gap-1">
          {files.map((file, at) => (
            <FileChoice key={file.id} file={file} name={`keep-${index}`} isFirst={at === 0} />
          ))}
        </ul>
      </fieldset>
      {isCut ? (
        <p className="text-xs text-muted">{t('drive.duplicates.many', { count: format.number(files.length) })}</p>
      ) : null}
      <div>
        <Button type="submit" name="only" value={String(index)} formAction={formAction}>
          {tn('drive.duplicates.move', files.length - 1)}
        </Button>
      </div>
    </section>
  );
}

function FileChoice({ file, name, isFirst }: { file: DuplicateFile; name: string; isFirst: boolean }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  return (
    <li className="group flex items-center gap-1 rounded-md border border-line pe-1 has-checked:border-accent has-checked:bg-accent-soft">
      <label className="flex min-h-15 min-w-0 flex-1 cursor-pointer items-center gap-3 py-2 ps-3">
        <input type="radio" className="checkbox" name={name} value={file.id} defaultChecked={isFirst} />
        <KindIcon kind={iconKindOf(file)} className="size-6 max-sm:hidden" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium leading-snug" title={file.name}>
            <MiddleName name={file.name} />
          </span>
          <span className="block text-xs text-muted">{pathLabel(file.path, translator)}</span>
          <span className="flex flex-wrap gap-x-4 text-xs">
            <span className="text-muted">{t('drive.storage.added', { date: format.date(file.createdMs) })}</span>
            <span className="font-semibold text-accent not-group-has-checked:hidden sm:ms-auto">
              {t('drive.duplicates.stays')}
            </span>
            <span className="text-muted group-has-checked:hidden sm:ms-auto">{t('drive.duplicates.goes')}</span>
          </span>
        </span>
      </label>
      <IconButton
        href={markedHref(file)}
        label={t('drive.storage.show', { name: file.name })}
        icon={<FolderOpen size={20} aria-hidden="true" />}
      />
    </li>
  );
}
