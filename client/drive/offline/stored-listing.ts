/** Stores the open list for the offline page, once it has stayed the same for a moment. Loaded after the first rendering. */
import { effect } from '@preact/signals-react';
import { keepListing, type ListingRow, MAX_ROWS } from '#client/navigation/last-listings.ts';
import { type DrivePlace, listingHref } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { DriveState } from '../drive.state.ts';

/** Longer than a refresh takes to come after the first rows. */
const SETTLED_MS = 1_500;
const PLACES: readonly DrivePlace[] = ['all', 'starred'];

export interface StoredListingParts {
  readonly state: DriveState;
  readonly userId: string;
  readonly translator: Translator;
}

export function listingRowOf(row: DriveRow, format: Format, translator: Translator): ListingRow {
  const date = format.shortDate(row.modifiedMs);
  return {
    name: shownName(row, translator),
    href: row.folder ? href('drive.folder', { folderId: row.id }) : '',
    note: row.folder ? date : [format.bytes(row.sizeBytes), date].filter(Boolean).join(' · '),
  };
}

/** The heading of the page, which the list shows offline too. */
function titleOf(page: Document): string {
  return page.title.split(' · ', 1)[0] ?? '';
}

/** @returns stops it */
export function storeListings({ state, userId, translator }: StoredListingParts): () => void {
  // Without a worker of ours no page would show the list, or drop it.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker?.controller || userId === '') return () => undefined;
  const format = makeFormat(translator.locale);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    const { place, folderId, query, kind, rows, status, nextPageToken, hasLeft } = state;
    const shown = rows.value;
    const isWhole = kind.value === 'all' && query.value === '' && PLACES.includes(place.value);
    if (!isWhole || status.value !== 'ready' || hasLeft.value) return;
    const address = listingHref({ place: place.value, folderId: folderId.value, query: '', kind: 'all' });
    const hasMore = nextPageToken.value !== '';
    timer = setTimeout(() => {
      const rowsOfList = shown.slice(0, MAX_ROWS).map((row) => listingRowOf(row, format, translator));
      const list = {
        userId,
        title: titleOf(document),
        rows: rowsOfList,
        hasMore: hasMore || shown.length > MAX_ROWS,
      };
      keepListing(caches, address, list, Date.now()).catch((error: unknown) =>
        console.warn('the list is not stored', error),
      );
    }, SETTLED_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
