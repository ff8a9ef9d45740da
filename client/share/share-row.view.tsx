/** One line of a shared list. The whole line opens a folder or shows a file; a file has its download beside it. */
import type { ReactNode } from 'react';
import { FileIconUse, type FileKind, RowActionUse } from '#client/ui/file-icon.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { PICK_FORM_ID } from './pick-form.ts';

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
  /** For a file: the address inside this share that leads to its content. */
  downloadHref?: string;
  /** Of what a search found: the folders that it is in. */
  place?: string;
}

interface ShareRowProps {
  readonly row: ShareRow;
  /** The row can be chosen, for a save or a zip file. */
  readonly canChoose: boolean;
}

/** A time to the minute: a hundred times to the second are as many random digits. */
export function rowTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, -':00.000Z'.length)}Z`;
}

/** Rendered below a `FileIconSprite`. Kept small, one class an element: a page holds a hundred of them. `.tiles` makes tiles of them. */
export function ShareRowView({ row, canChoose }: ShareRowProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <li className="row">
      {canChoose ? (
        <label className="row-pick">
          <input
            type="checkbox"
            className="checkbox"
            form={PICK_FORM_ID}
            name="id"
            value={row.id}
            aria-label={t('drive.select', { name: row.name })}
          />
        </label>
      ) : null}
      <RowSign row={row} />
      <div className="row-body">
        <p className="row-name">
          <RowName row={row} />
          {row.place === undefined ? null : (
            <span className="block text-xs font-normal break-words text-muted">{row.place}</span>
          )}
        </p>
        <p className="row-facts">
          {row.kind === 'folder' ? null : <span>{format.bytes(row.sizeBytes ?? 0)}</span>}
          <time dateTime={rowTime(row.modifiedMs)}>{format.date(row.modifiedMs)}</time>
        </p>
      </div>
      <RowAction row={row} />
    </li>
  );
}

/** The icon of the kind, or the small image over it. Loaded by the browser when it comes near the window, without script. */
function RowSign({ row }: { row: ShareRow }): ReactNode {
  if (!row.imageHref) return <FileIconUse kind={row.kind} />;
  return (
    <span className="row-image">
      {row.hasImage ? null : <FileIconUse kind={row.kind} />}
      <img src={row.imageHref} alt="" loading="lazy" decoding="async" width="320" height="320" />
    </span>
  );
}

function RowAction({ row }: { row: ShareRow }): ReactNode {
  const { t } = useT();
  if (row.href) return <RowActionUse action="open" />;
  if (!row.downloadHref) return null;
  return (
    <a className="btn btn-icon row-get" href={row.downloadHref} title={t('share.download_file', { name: row.name })}>
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
    <a className="row-link" href={row.previewHref} data-bytes={row.sizeBytes} data-mime={row.mime}>
      {row.name}
    </a>
  );
}
