/**
 * What the browser island hands to its view beyond the page's props: the live state as plain data, and what a person can do.
 * Types only; the server renders the view without them.
 */
import type { ComponentType, ReactNode } from 'react';
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { SortOrder } from '#shared/drive/orders.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import type { DriveAction } from './drive.can.ts';

/** `gone`: the folder is not there. `ended`: the session is over. */
export type ListingStatus = 'ready' | 'loading' | 'failed' | 'offline' | 'forbidden' | 'gone' | 'ended' | 'left';
export type MoreStatus = 'idle' | 'loading' | 'failed';

/** Keys held while a row was pressed. */
export interface PressKeys {
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly toggle: boolean;
  /** Where the keys stood before: a range without a first press starts there. */
  readonly from?: string;
}

/** Where the menu of a row opens: at its button, or where the pointer was. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Takes the focus back. */
  readonly opener: HTMLElement | null;
}

/** Where somebody is in a listing: the first thing in sight, how far below the top of the window it begins, what has the focus. */
export interface ScrollPosition {
  /** Px of the page. */
  readonly top: number;
  /** -1 where nothing is drawn. */
  readonly index: number;
  /** Px. */
  readonly offset: number;
  /** Id of the thing that has the focus, or ''. */
  readonly focus: string;
}

/** The folders of a folder, asked for at a step of the path. */
export interface FoldersMenu {
  /** The way to the folder whose folders are listed; empty for the root. */
  readonly way: DriveBrowserProps['path'];
  /** Which of them is on the path. */
  readonly current: string;
  /** Steps that the path leaves out, in place of a listing. */
  readonly steps?: DriveBrowserProps['path'];
  readonly opener: HTMLElement;
}

/** Details of a failure, shown on request. */
export interface ProblemFacts {
  readonly sentence: string;
  readonly name: string;
  readonly code: number;
  /** Path of the call. */
  readonly call: string;
}

/** The views that show one thing large, or a row of them. */
export type LargeView = ComponentType<DriveBrowserProps & { live?: BrowserLive }>;

export interface BrowserHandlers {
  /**
   * @param way  from the root to the folder, where the path and the rows do not tell it
   * @returns true when the address is opened here, so that the link must not
   */
  openFolder(folderId: string, way?: DriveBrowserProps['path']): boolean;
  openFile(id: string): void;
  press(id: string, keys: PressKeys): void;
  selectAll(isOn: boolean): void;
  clear(): void;
  openMenu(id: string, place: MenuPlace): void;
  sort(order: SortOrder): void;
  /** Null leaves the large views. */
  show(view: ViewType | null): void;
  /** Shows one kind, or all. */
  narrow(kind: KindChoice): void;
  pinFolders(isOn: boolean): void;
  /** One order or view for all folders, or each its own. */
  shareChoice(what: 'order' | 'view', isOn: boolean): void;
  /** Which thing the large views show. */
  lookAt(id: string): void;
  /** A link to the content of a file; '' where there is none. */
  contentLink(id: string): Promise<string>;
  openFolders(menu: FoldersMenu): void;
  more(): void;
  retry(): void;
  newFolder(): void;
  emptyTrash(): void;
  /** Details beside the list come or go; where there is no room, a dialog tells those of the selection. */
  togglePanel(): void;
  act(action: DriveAction): void;
  /** On one thing, or on all selected ones when it is one of them. In the trash, throwing away means deleting for good. */
  rowAction(id: string, action: DriveAction): void;
}

/** What the rows that are shown are. */
export interface ShownListing {
  /** Grows with each new listing, which needs not be drawn whole at once; going back and news leave it. */
  readonly turn: number;
  /** What they were looked for with: behind the box while somebody types. */
  readonly query: string;
}

export interface BrowserLive {
  readonly status: ListingStatus;
  /** A whole sentence; '' unless status is `failed`. */
  readonly problem: string;
  readonly more: MoreStatus;
  readonly shownListing: ShownListing;
  readonly selected: ReadonlySet<string>;
  /** Items read so far while all of a long listing are being selected; null otherwise. */
  readonly selecting: number | null;
  readonly busy: ReadonlySet<string>;
  /** Waits to be put somewhere else. */
  readonly cut: ReadonlySet<string>;
  readonly allowed: readonly DriveAction[];
  readonly on: BrowserHandlers;
  /** Where the sign-in page is, and back. */
  readonly signInHref: string;
  /** Details are wanted beside the list. */
  readonly isPanelOpen: boolean;
  readonly panel?: ReactNode;
  /** The thing that the large views show; '' is the first. */
  readonly at: string;
  /** Stands in for the plain list once it is long. */
  readonly list?: ReactNode;
  /** Dialogs, menus, toasts; mounted after hydration. */
  readonly overlay?: ReactNode;
}
