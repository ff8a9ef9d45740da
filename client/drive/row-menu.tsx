/** The menu of one thing: a native popover at its button or at the pointer, a sheet on a phone. Arrow keys move, Escape and a press outside close. */
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { ActionIcon } from './action-icon.tsx';
import type { MenuPlace } from './browser.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import { ACTION_WORDS } from './order-words.ts';

export interface RowMenuProps {
  place: 'all' | 'trash';
  /** The thing, or all selected ones when it is one of them. */
  rows: readonly DriveRow[];
  busy: ReadonlySet<string>;
  at: MenuPlace;
  onRun: (action: DriveAction) => void;
  onClose: () => void;
}

/** Space kept to the edges of the window, px. */
const EDGE = 8;

function placeMenu(menu: HTMLElement, { x, y }: MenuPlace): void {
  if (matchMedia('(max-width: 768px)').matches) return;
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, x - width), innerWidth - width - EDGE);
  const top = y + height + EDGE > innerHeight ? Math.max(EDGE, innerHeight - height - EDGE) : y;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

export function RowMenu({ place, rows, busy, at, onRun, onClose }: RowMenuProps): ReactNode {
  const { t, tn } = useT();
  const ref = useRef<HTMLDivElement>(null);
  const actions = allowedActions(place, rows, busy);

  useEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    menu.showPopover();
    placeMenu(menu, at);
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [at]);

  function onKeyDown(event: KeyboardEvent): void {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Tab') onClose();
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  }

  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={
        rows.length === 1 ? t('drive.more', { name: rows[0]?.name ?? '' }) : tn('drive.selection.count', rows.length)
      }
      className="menu fixed m-0 max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-md:backdrop:bg-black/40 md:inset-auto"
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      <p className="truncate px-3 py-2 text-sm font-semibold md:hidden" aria-hidden="true">
        {rows.length === 1 ? rows[0]?.name : tn('drive.selection.count', rows.length)}
      </p>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes('menu-item max-md:min-h-12', (action === 'trash' || action === 'delete') && 'menu-danger')}
          onClick={() => onRun(action)}
        >
          <ActionIcon action={action} />
          {t(ACTION_WORDS[action])}
        </button>
      ))}
    </div>
  );
}
