/** Head and headings of the pictures by time, and the line about a part that did not load. */
import { ImageMinus, ImagePlus, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { takeLater } from '../albums/album-acts.ts';
import type { AlbumCard } from '../albums/album-card.ts';
import type { BrowserLive } from '../browser-model.ts';
import { driveContext } from '../drive.context.ts';
import { SelectionBar } from '../toolbar/toolbar.view.tsx';
import { HEADING_PX } from './day-groups.ts';

export function Heading({
  id,
  label,
  top,
  isWhole: isOn = false,
  onChange,
}: {
  id: string;
  label: string;
  top?: number;
  isWhole?: boolean;
  onChange?: (isOn: boolean) => void;
}): ReactNode {
  const { t } = useT();
  return (
    <div
      className="flex items-center gap-1 pe-2"
      style={{ height: HEADING_PX, ...(top === undefined ? {} : { position: 'absolute', insetInline: 0, top }) }}
    >
      <label className="needs-script inline-flex size-11 flex-none cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={t('drive.photos.select_day', { day: label })}
          checked={isOn}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
      </label>
      <h2 id={id} className="min-w-0 truncate text-base">
        {label}
      </h2>
    </div>
  );
}

type AlbumName = Pick<AlbumCard, 'id' | 'name'>;

/** Acts of the selection on albums. */
function AlbumActs({ album }: { album: AlbumName | null }): ReactNode {
  const { t } = useT();
  const { actions, state } = driveContext();
  const rows = () => state.selectedRows.peek();
  return (
    <div className="flex flex-none max-md:ms-auto">
      <IconButton
        label={t('drive.albums.add')}
        icon={<ImagePlus size={20} aria-hidden="true" />}
        onClick={() => actions.ask({ kind: 'album', rows: rows() })}
      />
      {album ? (
        <IconButton
          label={t('drive.albums.take')}
          icon={<ImageMinus size={20} aria-hidden="true" />}
          onClick={() => void takeLater(driveContext(), album, rows())}
        />
      ) : null}
    </div>
  );
}

export function Head({
  live,
  album,
  count,
  size,
  sizes,
  resize,
}: {
  live: BrowserLive | undefined;
  /** Null for pictures of the whole drive. */
  album: AlbumName | null;
  count: number;
  size: number;
  /** How many sizes there are. */
  sizes: number;
  resize: (size: number) => void;
}): ReactNode {
  const { t, tn } = useT();
  const hasBar = live !== undefined && live.selected.size > 0;
  return (
    <div className="sticky top-(--header) z-10 flex min-h-13 items-center gap-1 bg-paper px-1 max-sm:-mx-4 max-sm:px-2 sm:me-6">
      {hasBar ? (
        <SelectionBar live={live} />
      ) : (
        <p className="min-w-0 flex-1 truncate ps-2 text-sm text-muted">{tn('drive.page.end', count)}</p>
      )}
      {hasBar ? <AlbumActs album={album} /> : null}
      <div className="needs-script flex flex-none">
        <IconButton
          label={t('drive.photos.smaller')}
          icon={<ZoomOut size={20} aria-hidden="true" />}
          disabled={size === 0}
          onClick={() => resize(size - 1)}
        />
        <IconButton
          label={t('drive.photos.larger')}
          icon={<ZoomIn size={20} aria-hidden="true" />}
          disabled={size === sizes - 1}
          onClick={() => resize(size + 1)}
        />
      </div>
    </div>
  );
}

/** Over the foot of the window: the part that is missing may be anywhere. */
export function Failed({ retry }: { retry: () => void }): ReactNode {
  const { t } = useT();
  return (
    <div className="sticky bottom-20 z-10 mx-auto mt-4 flex w-fit items-center gap-3 rounded-lg border border-line bg-raised px-4 py-2 shadow-lg">
      <p role="status" className="text-sm text-danger">
        {t('drive.page.failed')}
      </p>
      <Button onClick={retry}>{t('ui.retry')}</Button>
    </div>
  );
}
