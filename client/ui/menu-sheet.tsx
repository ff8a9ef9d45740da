/**
 * A menu: a native popover at its button or at the pointer, a sheet on a phone. Arrow keys move; Escape and a press outside close.
 */
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { closePopover, openPopover } from './popover.ts';

/** Where a menu opens: at its button, or at the pointer. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Gets the focus back. */
  readonly opener: HTMLElement | null;
}

export interface MenuSheetProps {
  at: MenuPlace;
  /** Position below its button, or at the pointer. */
  isAtButton?: boolean;
  /** For screen readers. */
  label: string;
  /** Head of the sheet. */
  title: string;
  /** The shown list: another list starts at the chosen or first item, the previous list where it was left (`data-list`). */
  list?: string;
  /** Back button: to the previous list. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  /** `role="menuitem"` or `menuitemradio`, no tab stops. */
  children: ReactNode;
}

/** Distance from the edges of the window, px. */
const EDGE = 8;
const ITEMS = '[role^="menuitem"]';

/** At the pointer the menu starts there; below its button their ends align. Near the foot of the window it opens upwards. */
function placeMenu(menu: HTMLElement, { x, y }: MenuPlace, isAtButton: boolean): void {
  if (matchMedia('(max-width: 768px)').matches) return;
  const { width, height } = menu.getBoundingClientRect();
  const fitsRight = x + width + EDGE <= innerWidth;
  const left = Math.min(Math.max(EDGE, !isAtButton && fitsRight ? x : x - width), innerWidth - width - EDGE);
  const fitsBelow = y + height + EDGE <= innerHeight;
  const above = !isAtButton && y - height >= EDGE ? y - height : innerHeight - height - EDGE;
  const top = fitsBelow ? y : Math.max(EDGE, above);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

export function MenuSheet(props: MenuSheetProps): ReactNode {
  const { at, isAtButton = false, label, title, list = '', onBack, onClose, children } = props;
  const ref = useRef<HTMLDivElement>(null);
  const left = useRef(list);

  useEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    const end = openPopover(menu);
    placeMenu(menu, at, isAtButton);
    const starts = [`[data-list="${left.current}"]`, '[aria-checked="true"]', ITEMS];
    const start = starts.map((one) => menu.querySelector<HTMLElement>(one)).find((found) => found !== null);
    left.current = list;
    start?.focus();
    return end;
  }, [at, list, isAtButton]);

  function onKeyDown(event: KeyboardEvent): void {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Tab') onClose();
    if (event.key === 'Escape' && ref.current) {
      // `toggle` comes later: a key pressed before it would still belong to the menu.
      event.preventDefault();
      closePopover(ref.current);
      onClose();
    }
    if (event.key === 'ArrowLeft' && onBack) onBack();
    if (event.key === 'ArrowRight' && items[now]?.ariaHasPopup) items[now].click();
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
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
      aria-label={label}
      className="menu fixed m-0 max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-md:backdrop:bg-black/40 md:inset-auto"
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      <p className="truncate px-3 py-2 text-sm font-semibold md:hidden" aria-hidden="true">
        {title}
      </p>
      {children}
    </div>
  );
}
