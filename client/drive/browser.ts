/**
 * What the browser island hands to its view beyond the page's props: the live state as plain data, and what a person can do.
 * Types only; the server renders the view without them.
 */
import type { ReactNode } from 'react';
import type { SortOrder } from '#shared/drive/model.ts';
import type { ViewType } from '#shared/islands.ts';
import type { DriveAction } from './drive.can.ts';

/** `gone`: the folder is not there. `ended`: the session is over. */
export type ListingStatus = 'ready' | 'loading' | 'failed' | 'offline' | 'forbidden' | 'gone' | 'ended';
export type MoreStatus = 'idle' | 'loading' | 'failed';

/** Keys held while a row was pressed. */
export interface PressKeys {
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly toggle: boolean;
}

/** Where the menu of a row opens: at its button, or where the pointer was. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Takes the focus back. */
  readonly opener: HTMLElement | null;
}

export interface BrowserHandlers {
  /** @returns true when the address is opened here, so that the link must not */
  openFolder(folderId: string): boolean;
  openFile(id: string): void;
  press(id: string, keys: PressKeys): void;
  toggle(id: string, keys: PressKeys): void;
  selectAll(isOn: boolean): void;
  clear(): void;
  openMenu(id: string, place: MenuPlace): void;
  sort(order: SortOrder): void;
  show(view: ViewType): void;
  more(): void;
  retry(): void;
  newFolder(): void;
  emptyTrash(): void;
  act(action: DriveAction): void;
  /** On one thing, or on all selected ones when it is one of them. In the trash, throwing away means deleting for good. */
  rowAction(id: string, action: DriveAction): void;
}

export interface BrowserLive {
  readonly status: ListingStatus;
  /** A whole sentence; '' unless status is `failed`. */
  readonly problem: string;
  readonly more: MoreStatus;
  readonly selected: ReadonlySet<string>;
  readonly busy: ReadonlySet<string>;
  readonly allowed: readonly DriveAction[];
  readonly on: BrowserHandlers;
  /** Where the sign-in page is, and back. */
  readonly signInHref: string;
  /** Stands in for the plain list once it is long. */
  readonly list?: ReactNode;
  /** Dialogs, menus, toasts; mounted after hydration. */
  readonly overlay?: ReactNode;
}
