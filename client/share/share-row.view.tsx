/** One line of a shared list. The whole line opens a folder or shows a file; a file has its download beside it. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { FileIconUse, type FileKind, RowActionUse } from '#client/ui/file-icon.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';

export interface ShareRow {
  id: string;
  name: string;
  kind: FileKind;
  /** Bytes; absent for a folder. */
  sizeBytes?: number;
  /** Epoch ms. */
  modifiedMs: number;
  /** Address of the small image of the file. */
  imageHref?: string;
  /** The image is known to be there: no icon behind it. */
  hasImage?: boolean;
  /** For a folder: its page inside this share. */
  href?: string;
  /** For a file: the address inside this share that shows it. */
  previewHref?: string;
  /** For a file whose type its name hides. */
  mime?: string;
  /** For a file: a signed address on the content origin. */
  downloadHref?: string;
}

/** The form that the checkboxes of rows belong to. */
export const ZIP_FORM_ID = 'zip';

interface ShareRowProps {
  readonly row: ShareRow;
  readonly isTile: boolean;
  /** The row can be chosen for a zip file. */
  readonly canChoose: boolean;
}

/** Rendered below a `FileIconSprite`. Kept small: a page holds a hundred of them. */
export function ShareRowView({ row, isTile, canChoose }: ShareRowProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const isFolder = row.kind === 'folder';
  return (
    <li
      className={
        isTile
          ? classes('row flex-col rounded-md border border-line p-3 text-center', !row.imageHref && 'justify-center')
          : 'row'
      }
    >
      {canChoose ? (
        <label
          className={classes(
            'row-control inline-flex size-11 flex-none items-center justify-center',
            isTile ? 'absolute start-0 top-0' : '-me-3 -ms-3',
          )}
        >
          <input
            type="checkbox"
            className="checkbox"
            form={ZIP_FORM_ID}
            name="id"
            value={row.id}
            aria-label={t('drive.select', { name: row.name })}
          />
        </label>
      ) : null}
      <RowSign row={row} isTile={isTile} />
      <div className={isTile ? 'row-body block flex-none' : 'row-body'}>
        <p className="row-name">
          <RowName row={row} />
        </p>
        <p className={isTile ? 'row-facts justify-center text-center' : 'row-facts'}>
          {isFolder ? null : <span>{format.bytes(row.sizeBytes ?? 0)}</span>}
          <time className={isTile ? 'min-w-0' : undefined} dateTime={new Date(row.modifiedMs).toISOString()}>
            {format.date(row.modifiedMs)}
          </time>
        </p>
      </div>
      {isTile && isFolder ? null : <RowAction row={row} isTile={isTile} />}
    </li>
  );
}

/** The icon of the kind, or the small image over it. Loaded by the browser when it comes near the window, without script. */
function RowSign({ row, isTile }: { row: ShareRow; isTile: boolean }): ReactNode {
  if (!row.imageHref) return <FileIconUse kind={row.kind} />;
  return (
    <span
      className={classes(
        'relative grid flex-none place-items-center overflow-hidden rounded-md bg-sunken',
        isTile ? 'h-24 w-full' : '-mx-2 size-10',
      )}
    >
      {row.hasImage ? null : <FileIconUse kind={row.kind} />}
      <img
        src={row.imageHref}
        alt=""
        loading="lazy"
        decoding="async"
        width="320"
        height="320"
        className="absolute inset-0 size-full object-cover"
      />
    </span>
  );
}

function RowAction({ row, isTile }: { row: ShareRow; isTile: boolean }): ReactNode {
  const { t } = useT();
  if (row.href) return <RowActionUse action="open" />;
  if (!row.downloadHref) return null;
  const label = t('share.download_file', { name: row.name });
  return (
    <a
      className={classes(
        'btn btn-icon row-control',
        isTile && 'absolute end-0 top-0',
        isTile && row.imageHref && 'rounded-full bg-surface/80 bg-clip-content p-1.5',
      )}
      href={row.downloadHref}
      aria-label={label}
      title={label}
      download
    >
      <RowActionUse action="download" />
    </a>
  );
}

function RowName({ row }: { row: ShareRow }): ReactNode {
  if (row.href) {
    return (
      <a className="row-link" href={row.href}>
        {row.name}
      </a>
    );
  }
  if (!row.previewHref) return row.name;
  return (
    <a className="row-link" href={row.previewHref} data-file={row.id} data-bytes={row.sizeBytes} data-mime={row.mime}>
      {row.name}
    </a>
  );
}
