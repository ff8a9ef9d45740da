/** The places of a drive that a listing can be of: their addresses and their headings. Used on both sides. */
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';

/** A folder, the trash, what has a star, pictures by time, what a search found. */
export type DrivePlace = 'all' | 'trash' | 'starred' | 'photos' | 'search';

/** Places whose rows come from many folders, in an order of their own. */
export function isGathered(place: DrivePlace): boolean {
  return place === 'starred' || place === 'photos' || place === 'search';
}

/** Where the upload button stands. At the end of the drive's address it asks at once what is to be uploaded. */
export const UPLOAD_ID = 'upload';
export const UPLOAD_HASH = `#${UPLOAD_ID}`;

/** Headings; a search names what it is for. */
export const PLACE_LABELS = {
  all: 'ui.sidebar.all_files',
  trash: 'ui.sidebar.trash',
  starred: 'ui.sidebar.starred',
  photos: 'ui.sidebar.photos',
} as const satisfies Readonly<Record<Exclude<DrivePlace, 'search'>, MessageKey>>;

export interface ListingAddress {
  readonly place: DrivePlace;
  /** '' is the root. */
  readonly folderId: string;
  /** Of a search. */
  readonly query: string;
  /** Kinds that are shown. */
  readonly kind?: KindChoice;
}

/** Where the choices for one listing are kept (shared/drive/display.ts). */
export function displayKeyOfListing({ place, folderId }: Pick<ListingAddress, 'place' | 'folderId'>): string {
  return place === 'all' ? folderId : `~${place}`;
}

function bareHref({ place, folderId, query }: ListingAddress): string {
  if (place === 'search') return `${href('drive.search')}?q=${encodeURIComponent(query)}`;
  if (place !== 'all') return href(`drive.${place}`);
  return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
}

/** The address with one more parameter. */
export function withParameter(address: string, parameter: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
}

/** Address of a listing, without its order and view. */
export function listingHref(address: ListingAddress): string {
  const { kind = 'all' } = address;
  return kind === 'all' ? bareHref(address) : withParameter(bareHref(address), `kind=${kind}`);
}
