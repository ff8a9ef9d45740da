/** Actions of the selection, in place of the head of the list; on a phone in a bar at the foot. Loaded with the first selection. */
import { EllipsisVertical, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { BrowserLive } from '../browser-model.ts';
import type { DriveAction } from '../drive.can.ts';
import { ACTION_LABELS, ActionIcon } from './action-icon.view.tsx';

/** Actions with a button of their own, in words; the menu beside them holds all. */
const FIRST: readonly DriveAction[] = ['share', 'download', 'move', 'trash', 'restore', 'delete'];
/** Buttons that stay where not all of them fit. */
const MIN_BUTTONS = 2;
/** On a phone the label is below its icon, in full: a button is as wide as its label, and wraps to a second line. */
export const PHONE_BUTTON =
  'max-md:min-h-14 max-md:min-w-11 max-md:flex-auto max-md:flex-col max-md:gap-0.5 max-md:px-0';
export const PHONE_LABEL =
  'max-md:text-[0.6875rem] max-[22.5rem]:text-[0.625rem] max-md:leading-4 max-md:font-medium max-md:whitespace-nowrap';

export interface SelectionToolsProps {
  readonly live: BrowserLive;
}

export function SelectionTools({ live }: SelectionToolsProps): ReactNode {
  const { t, tn } = useT();
  // While the rest is still being read, an action would apply to a part.
  const shown = live.selecting === null ? FIRST.filter((action) => live.allowed.includes(action)) : [];
  const row = useRef<HTMLDivElement>(null);
  // Words of some languages are long: where they do not fit on one line, the icons go, and then all but the most used.
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      for (const name of ['data-tight', 'data-crowded']) element.removeAttribute(name);
      const isFull = () => element.scrollWidth > element.clientWidth;
      element.toggleAttribute('data-tight', isFull());
      element.toggleAttribute('data-crowded', isFull());
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  });
  return (
    <div
      role="toolbar"
      aria-label={t('drive.toolbar')}
      className="flex min-w-0 flex-1 items-center gap-1 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:flex-wrap max-md:border-t max-md:border-line max-md:bg-raised max-md:px-1 max-md:pt-1 max-md:pb-[calc(0.25rem+env(safe-area-inset-bottom))] max-md:shadow-lg"
    >
      <p
        role="status"
        className="flex items-center gap-2 text-sm font-semibold text-ink max-md:order-1 max-md:flex-1 max-md:ps-2 md:me-2"
      >
        {live.selecting === null ? null : <span className="spin text-accent" aria-hidden="true" />}
        {live.selecting === null
          ? tn('drive.selection.count', live.selected.size)
          : tn('drive.select.reading', live.selecting)}
      </p>
      <div ref={row} className="flex min-w-0 md:gap-0.5 max-md:order-3 max-md:w-full max-md:flex-wrap md:flex-1">
        {shown.map((action, at) => (
          <button
            key={action}
            type="button"
            className={classes(
              'btn btn-plain flex-none md:px-3',
              PHONE_BUTTON,
              at >= MIN_BUTTONS && 'md:in-data-crowded:hidden',
              action === 'trash' || action === 'delete' ? 'text-danger' : 'text-ink',
            )}
            title={t(ACTION_LABELS[action])}
            onClick={() => live.on.act(action)}
          >
            <span className="md:in-data-tight:hidden">
              <ActionIcon action={action} />
            </span>
            <span className={PHONE_LABEL}>
              {t(action === 'trash' ? 'drive.selection.trash' : ACTION_LABELS[action])}
            </span>
          </button>
        ))}
        {shown.length > 0 ? (
          <button
            type="button"
            className={classes('btn btn-plain flex-none text-ink md:px-3', PHONE_BUTTON)}
            aria-haspopup="menu"
            onClick={(event) => {
              const [id = ''] = live.selected;
              const box = event.currentTarget.getBoundingClientRect();
              live.on.openMenu(id, { x: box.right, y: box.top, opener: event.currentTarget });
            }}
          >
            <EllipsisVertical size={20} className="md:in-data-tight:hidden" aria-hidden="true" />
            <span className={PHONE_LABEL}>{t('drive.select.more')}</span>
          </button>
        ) : null}
      </div>
      <IconButton
        label={t('drive.selection.clear')}
        icon={<X size={20} aria-hidden="true" />}
        className="max-md:order-2"
        onClick={() => live.on.clear()}
      />
    </div>
  );
}
