/** What an entry of the history keeps of a listing, so that going back needs no question about the way and finds the place again. */
import type { KindChoice } from '#shared/drive/kinds.ts';
import { type DrivePlace, listingHref, withParameter } from '#shared/drive/places.ts';
import { isLarge, type ViewType } from '#shared/islands.ts';
import type { Spot } from '../browser-model.ts';
import type { Crumb, DriveState } from '../drive.state.ts';

export interface FolderEntry {
  readonly magpie: 'folder';
  readonly place: DrivePlace;
  readonly query: string;
  readonly folderId: string;
  readonly path: readonly Crumb[];
  readonly kind: KindChoice;
  readonly view: ViewType;
  /** What the large views show. */
  readonly at: string;
  /** How many there were. */
  readonly rows: number;
  readonly spot: Spot;
}

/** The beginning of a listing. */
export const TOP: Spot = Object.freeze({ top: 0, index: -1, offset: 0, focus: '' });

/** Places that are left and entered without loading a page. */
export function isTravelled(place: DrivePlace): boolean {
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

export function entryOf(state: DriveState, spot: Spot): FolderEntry {
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
    spot,
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

/** Address of the listing that is open, as it is shown. */
export function hrefOf({ place, folderId, query, kind, view }: DriveState): string {
  const address = listingHref({
    place: place.value,
    folderId: folderId.value,
    query: query.value,
    kind: kind.value,
  });
  return isLarge(view.value) ? withParameter(address, `view=${view.value}`) : address;
}
