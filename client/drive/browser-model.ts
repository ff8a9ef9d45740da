/** Data and handlers that the browser island passes to its view beside the page's props. The server renders the view without them. */
import type { ComponentType, ReactNode } from 'react';
import type { MenuPlace } from '#client/ui/menu-sheet.tsx';
import type { ListColumn } from '#shared/drive/display.ts';
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { SortOrder } from '#shared/drive/orders.ts';
import type { PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { SharedMark } from '#shared/drive/shared-mark.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import type { DriveAction } from './drive.can.ts';

/** Id of the listing's heading, which gets the focus when another folder opens. */
export const HEADING_ID = 'drive-heading';

/** `gone`: the folder does not exist. `ended`: the session has ended. */
export type ListingStatus = 'ready' | 'loading' | 'failed' | 'offline' | 'forbidden' | 'gone' | 'ended' | 'left';
export type MoreStatus = 'idle' | 'loading' | 'failed';

/** Modifier keys held while a row was pressed. */
export interface PressKeys {
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly toggle: boolean;
  /** The row that had the focus: a range without an anchor starts there. */
  readonly from?: string;
}

/** Scroll position of a listing: the first visible row, its distance from the top of the window, and the focused row. */
export interface ScrollPosition {
  /** Px of the page. */
  readonly top: number;
  /** -1 where nothing is drawn. */
  readonly index: number;
  /** Px. */
  readonly offset: number;
  /** Id of the focused row, or ''. */
  readonly focus: string;
}

/** The menu of a path step: the folders inside a folder. */
export interface FoldersMenu {
  /** Path of the folder whose folders are listed; empty for the root. */
  readonly way: DriveBrowserProps['path'];
  /** The listed folder that is on the path. */
  readonly current: string;
  /** Steps that the path bar hides, shown instead of folders. */
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

/** The preview views: one file large, or a row of large cards. */
export type LargeView = ComponentType<DriveBrowserProps & { live?: BrowserLive }>;

/** The first pictures, with the months that there are. */
interface PhotosNow {
  readonly rows: readonly DriveRow[];
  readonly months?: readonly PhotoMonth[] | undefined;
  /** To the album. */
  readonly path?: DriveBrowserProps['path'];
}

/** Pictures by their places among all, of which parts are loaded (photos/). */
export interface PhotoRows {
  /** A new state of the drive. @param page  its first pictures, with the months that there are */
  replace(page: PhotosNow): void;
  readonly count: number;
  /** Asks for the first ones, with the months that there are. */
  first(): Promise<PhotosNow & { readonly nextPageToken: string }>;
  idAt(index: number): string | undefined;
  /** The viewer shows this one: those beside it are loaded. */
  near(id: string): void;
}

export interface BrowserHandlers {
  /**
   * @param path  from the root to the folder, where neither the open path nor the rows contain it
   * @returns true when the folder opens in this page, so that the link must not be followed
   */
  openFolder(folderId: string, way?: DriveBrowserProps['path']): boolean;
  openFile(id: string): void;
  press(id: string, keys: PressKeys): void;
  selectAll(isOn: boolean): void;
  clear(): void;
  openMenu(id: string, place: MenuPlace): void;
  sort(order: SortOrder): void;
  /** Null leaves the preview. */
  show(view: ViewType | null): void;
  /** Shows one kind, or all. */
  narrow(kind: KindChoice): void;
  pinFolders(isOn: boolean): void;
  setCompact(isOn: boolean): void;
  showColumn(column: ListColumn, isOn: boolean): void;
  /** One order or view for all folders, or one for each. */
  shareChoice(what: 'order' | 'view', isOn: boolean): void;
  /** The file that the preview shows. */
  lookAt(id: string): void;
  /** A link to the content of a file; '' where there is none. */
  contentLink(id: string): Promise<string>;
  openFolders(menu: FoldersMenu): void;
  more(): void;
  retry(): void;
  newFolder(): void;
  emptyTrash(): void;
  /** Shows or hides the details panel; a narrow window shows the details of the selection in a dialog. */
  togglePanel(): void;
  /** Of one row, also where more are selected. */
  copyLink(id: string): void;
  share(id: string): void;
  act(action: DriveAction): void;
  /** On one row, or on the whole selection when the row is selected. In the trash, `trash` means deleting forever. */
  rowAction(id: string, action: DriveAction): void;
}

/** Identity of the shown rows. */
export interface ShownListing {
  /** Grows with each new listing, which may be drawn in steps. Going back and refreshes keep it. */
  readonly turn: number;
  /** The query of the shown rows: older than the search box while the user types. */
  readonly query: string;
}

export interface RowSignProps {
  row: DriveRow;
  mark: SharedMark;
  on?: BrowserHandlers | undefined;
  /** In a column of its own, which has words too. */
  isInColumn?: boolean;
}

/** How a row is shared, and what draws that: a page at rest loads neither. */
export interface RowMark extends SharedMark {
  readonly Sign: ComponentType<RowSignProps>;
}

export interface BrowserLive {
  /** Opens the file picker. */
  pickFiles(): void;
  readonly status: ListingStatus;
  /** A whole sentence; '' unless status is `failed`. */
  readonly problem: string;
  readonly more: MoreStatus;
  readonly shownListing: ShownListing;
  readonly selected: ReadonlySet<string>;
  /** Rows read so far while a long listing is being selected; null otherwise. */
  readonly selecting: number | null;
  readonly busy: ReadonlySet<string>;
  /** How rows are shared. */
  readonly marks: ReadonlyMap<string, RowMark>;
  /** Ids that were cut and can be pasted. */
  readonly cut: ReadonlySet<string>;
  readonly allowed: readonly DriveAction[];
  readonly on: BrowserHandlers;
  /** The sign-in page, with the way back. */
  readonly signInHref: string;
  /** Those of a list that are drawn. */
  readonly columns: readonly ListColumn[];
  /** The details panel is open. */
  readonly isPanelOpen: boolean;
  readonly panel?: ReactNode;
  /** Id of the file that the preview shows; '' is the first. */
  readonly at: string;
  /** Replaces the plain list once it is long. */
  readonly list?: ReactNode;
  /** Filters of a search. */
  readonly chips?: ReactNode;
  /** Files that a search found by the words inside them. */
  readonly inside?: ReactNode;
  /** Dialogs, menus, toasts; mounted after hydration. */
  readonly overlay?: ReactNode;
}
