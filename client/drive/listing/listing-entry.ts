/** The state of a listing in its history entry: going back needs no call for the path and restores the scroll position. */
import type { KindChoice } from '#shared/drive/kinds.ts';
import { type DrivePlace, listingHref, withParameter } from '#shared/drive/places.ts';
import { isLarge, type ViewType } from '#shared/islands.ts';
import type { ScrollPosition } from '../browser-model.ts';
import type { Crumb, DriveState } from '../drive.state.ts';

export interface FolderEntry {
  readonly magpie: 'folder';
  readonly place: DrivePlace;
  readonly query: string;
  readonly folderId: string;
  readonly path: readonly Crumb[];
  readonly kind: KindChoice;
  readonly view: ViewType;
  /** Id of the file that the preview shows. */
  readonly at: string;
  /** Number of rows that were loaded. */
  readonly rows: number;
  /** @NOTE the name is stored in history entries of older builds */
  readonly spot: ScrollPosition;
}

export function positionOf(entry: FolderEntry): ScrollPosition {
  return entry.spot;
}

/** The beginning of a listing. */
export const TOP: ScrollPosition = Object.freeze({ top: 0, index: -1, offset: 0, focus: '' });

/** Whether the island opens the place itself, without loading a page. */
export function opensInPage(place: DrivePlace): boolean {
  return place === 'all' || place === 'search';
}

export function isFolderEntry(entry: unknown): entry is FolderEntry {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    (entry as { magpie?: unknown }).magpie === 'folder' &&
    typeof (entry as { spot?: unknown }).spot === 'object'
  );
}

export function entryOf(state: DriveState, position: ScrollPosition): FolderEntry {
  return {
    magpie: 'folder',
    place: state.place.value,
    query: state.query.value,
    folderId: state.folderId.value,
    path: state.path.value,
    kind: state.kind.value,
    view: state.view.value,
    at: state.at.value,
    rows: state.rows.value.length,
    spot: position,
  };
}

/** Whether an entry is of the listing that is open. */
export function isOfHere(entry: FolderEntry, state: DriveState): boolean {
  return (
    entry.place === state.place.value &&
    entry.folderId === state.folderId.value &&
    entry.query === state.query.value &&
    entry.kind === state.kind.value
  );
}

/** Address of the open listing with its filter and view. */
export function hrefOf({ place, folderId, query, kind, view }: DriveState): string {
  const address = listingHref({
    place: place.value,
    folderId: folderId.value,
    query: query.value,
    kind: kind.value,
  });
  return isLarge(view.value) ? withParameter(address, `view=${view.value}`) : address;
}
