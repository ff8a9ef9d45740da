/** Preview of one file: large, with its facts and actions. */

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { When } from '#client/ui/when.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { BrowserHandlers } from '../browser-model.ts';
import { allowedActions } from '../drive.can.ts';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { ACTION_LABELS, ActionIcon } from '../toolbar/action-icon.view.tsx';
import { PHONE_LABEL } from '../toolbar/selection-tools.view.tsx';
import type { LargeViewProps } from './large-props.ts';

/** A swipe this far to a side, and less far up or down, shows the next file; px. */
const SWIPE_PX = 48;
/** Content is loaded only after this pause, so that fast paging loads none, ms. */
const REST_MS = 150;
/** 20 MiB: larger pictures are not loaded for a preview. */
const MAX_PICTURE_BYTES = 20_971_520;
/** Pictures that every browser shows; the content endpoint sends them with their own type. */
const PICTURES = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

export function SingleView({ row, index, rows, nextPageToken, place, live, go }: LargeViewProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const start = useRef<{ x: number; y: number } | null>(null);
  const count = rows.length;
  const isMore = nextPageToken !== '';
  const position = { index: index + 1, count };
  const actions = allowedActions(place, [row], live?.busy).filter((action) => action !== 'details');
  const swipe = {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x) / 2) return;
      go(index + (x < 0 === (document.dir !== 'rtl') ? 1 : -1));
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
  const turner = (label: string, to: number, isOff: boolean, icon: ReactNode) => (
    <button
      type="button"
      className="needs-script btn btn-icon size-12 rounded-full bg-raised shadow-sm disabled:opacity-30"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => go(to)}
    >
      {icon}
    </button>
  );
  return (
    <section aria-label={t('drive.list')} className="mx-auto grid max-w-5xl gap-5">
      <div
        className="relative grid h-[min(56dvh,36rem)] min-h-56 max-sm:h-[40dvh] touch-pan-y place-items-center overflow-hidden rounded-lg border border-line bg-surface select-none"
        {...swipe}
      >
        <Picture key={row.id} row={row} on={place === 'trash' ? undefined : live?.on} />
        <div className="absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between sm:inset-x-4">
          {turner(
            t('drive.at.previous'),
            index - 1,
            index === 0,
            <ChevronLeft size={24} className="rtl:-scale-x-100" aria-hidden="true" />,
          )}
          {turner(
            t('drive.at.next'),
            index + 1,
            index === count - 1,
            <ChevronRight size={24} className="rtl:-scale-x-100" aria-hidden="true" />,
          )}
        </div>
      </div>
      <div className="grid justify-items-center gap-1 text-center" aria-live="polite">
        <p className="text-xs text-muted tabular-nums">
          {t(isMore ? 'drive.at.position_more' : 'drive.at.position', {
            index: format.number(position.index),
            count: format.number(position.count),
          })}
        </p>
        <h2 className="max-w-full text-lg wrap-anywhere">{shownName(row, translator)}</h2>
        <p className="flex flex-wrap justify-center gap-x-3 text-sm text-muted">
          {row.folder ? null : <span>{format.bytes(row.sizeBytes)}</span>}
          <When ms={row.trashedMs ?? row.modifiedMs} />
        </p>
      </div>
      <div
        className="needs-script mx-auto flex flex-wrap justify-center gap-1"
        role="toolbar"
        aria-label={t('drive.toolbar')}
      >
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className={classes(
              'btn btn-plain max-md:min-h-14 max-md:min-w-20 max-md:flex-col max-md:gap-0.5 max-md:px-0.5',
              (action === 'trash' || action === 'delete') && 'text-danger',
            )}
            title={t(ACTION_LABELS[action])}
            onClick={() => live?.on.rowAction(row.id, action)}
          >
            <ActionIcon action={action} />
            <span className={PHONE_LABEL}>{t(ACTION_LABELS[action])}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** The picture, or the icon of its kind. */
function Picture({ row, on }: { row: DriveRow; on: BrowserHandlers | undefined }): ReactNode {
  const [link, setLink] = useState('');
  const isPicture =
    row.phase === 'PHASE_TYPE_COMPLETE' && PICTURES.test(row.mime) && row.sizeBytes <= MAX_PICTURE_BYTES;
  useEffect(() => {
    if (!isPicture || !on) return;
    // Without the content the icon stays; opening the file shows more.
    const timer = setTimeout(() => void on.contentLink(row.id).then(setLink, () => undefined), REST_MS);
    return () => clearTimeout(timer);
  }, [isPicture, on, row.id]);
  if (link === '') return <RowPicture row={row} iconClass="size-32" boxClass="size-full" isLarge />;
  return (
    <img
      src={link}
      alt={row.name}
      draggable={false}
      className="absolute inset-0 size-full object-scale-down p-3"
      onError={() => setLink('')}
    />
  );
}
