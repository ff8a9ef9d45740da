/** The first rows of a page of the drive, and their order and view. */
import type { Context } from 'hono';
import { readCookie } from '#shared/cookies.ts';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import {
  COOKIE_FOLDER_DISPLAYS,
  displayKey,
  displayModeOf,
  displayOf,
  folderDisplaysKey,
  folderDisplaysOf,
  hasDisplay,
  isUnsavedDisplay,
  packFolders,
  type SavedDisplay,
} from '#shared/drive/display.ts';
import { type KindChoice, kindOf, wireKinds } from '#shared/drive/kinds.ts';
import { type SortOrder, sortOrderOf } from '#shared/drive/model.ts';
import { photoRowOf } from '#shared/drive/photos/photo-row.ts';
import type { PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import { type DrivePlace, displayKeyOfListing } from '#shared/drive/places.ts';
import { type DriveRow, foundRowsOf, rowOf } from '#shared/drive/rows.ts';
import { parseQuery, problemOf } from '#shared/find/query.ts';
import { asNodeId, type NodeId } from '#shared/ids.ts';
import type { ViewType } from '#shared/islands.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { timeZoneOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Rows in the first HTML. */
const FIRST_ROWS = 100;

/** Longest search text, in characters: the longest name. */
const MAX_QUERY = 255;

export interface ListingRequest {
  /** Days of a search begin in it. */
  readonly timeZone: string;
  readonly place: DrivePlace;
  readonly query: string;
  readonly folderId: NodeId;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly kind: KindChoice;
  /** '' for the first page. */
  readonly pageToken?: string;
}

export interface ListingPage {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  readonly months?: readonly PhotoMonth[];
  readonly albumName?: string;
}

export async function firstRows({ drive }: PageDeps, caller: Caller, ask: ListingRequest): Promise<ListingPage> {
  const { place, query, folderId, order, foldersFirst, kind, timeZone, pageToken = '' } = ask;
  const kinds = wireKinds(kind);
  const page = { limit: FIRST_ROWS, pageToken };
  if (place === 'search') {
    if (query === '' || problemOf(parseQuery(query))) return { rows: [], nextPageToken: '' };
    const found = await drive.search(caller, { text: query, kinds, timeZone, ...page });
    return { rows: foundRowsOf(found), nextPageToken: found.next_page_token };
  }
  if (place === 'photos') {
    if (folderId === ALL_ALBUMS) return { rows: [], nextPageToken: '' };
    const found = await drive.photos(caller, { ...page, day: '', skipped: 0, albumId: folderId });
    const { photos, months, album_name: albumName } = found;
    // The others are read by their days.
    return {
      rows: photos.map(photoRowOf),
      nextPageToken: '',
      ...(months ? { months } : {}),
      ...(albumName === undefined ? {} : { albumName }),
    };
  }
  const { files, next_page_token } = await drive.list(caller, {
    parentId: place === 'all' ? folderId : '*',
    ...page,
    order,
    foldersFirst,
    foldersOnly: kind === 'folder',
    kinds: kind === 'folder' ? [] : kinds,
    trashed: place === 'trash',
    starred: place === 'starred',
    phases: ['PHASE_TYPE_COMPLETE', 'PHASE_TYPE_RUNNING'],
  });
  return { rows: files.map(rowOf), nextPageToken: next_page_token };
}

const VIEWS: readonly ViewType[] = ['list', 'grid', 'single', 'flow'];

/** Choices of this browser, and those of the account where they differ; the account's are those of the last device. */
function displayHere(c: Context<AppEnv>, userId: string, saved: SavedDisplay | null) {
  const cookies = c.get('cookies');
  const cookie = readCookie(cookies, displayKey(userId));
  const here = {
    record: displayModeOf(cookie),
    folders: folderDisplaysOf(readCookie(cookies, folderDisplaysKey(userId))),
  };
  if (!saved || isUnsavedDisplay(cookie)) return here;
  const inCookies = ({ record, folders }: SavedDisplay) =>
    JSON.stringify([record, packFolders(folders.slice(0, COOKIE_FOLDER_DISPLAYS))]);
  return hasDisplay(cookie) && inCookies(here) === inCookies(saved) ? here : { ...saved, saved };
}

/**
 * The display of a listing: from the address, else the user's choice.
 * @param saved  choices saved in the account; null for none, and before they are read
 */
export function shownAs(
  c: Context<AppEnv>,
  userId: string,
  { place, folderId }: { readonly place: DrivePlace; readonly folderId: string },
  saved: SavedDisplay | null,
) {
  const { record, folders, ...others } = displayHere(c, userId, saved);
  const chosen = displayOf(record, folders, displayKeyOfListing({ place, folderId }));
  const order = c.req.query('order');
  return {
    order: order ? sortOrderOf(order) : chosen.order,
    view: VIEWS.find((view) => view === c.req.query('view')) ?? chosen.view,
    kind: kindOf(c.req.query('kind')),
    foldersFirst: record.pinFoldersTop,
    isOrderGlobal: record.orderSettingGlobal,
    isViewGlobal: record.viewSettingGlobal,
    isCompact: record.isCompact,
    columns: record.columns,
    ...others,
  };
}

/** Of pictures by time it is the album. */
function folderAsked(c: Context<AppEnv>, place: DrivePlace): string {
  if (place === 'photos') return c.req.query('album') ?? '';
  return place === 'all' ? (c.req.param('folderId') ?? '') : '';
}

/** The folder or the search text of an address. */
export function placeAsked(
  c: Context<AppEnv>,
  place: DrivePlace,
): Pick<ListingRequest, 'place' | 'folderId' | 'query' | 'timeZone'> {
  return {
    timeZone: timeZoneOf(c),
    place,
    folderId: asNodeId(folderAsked(c, place)),
    query: place === 'search' ? (c.req.query('q') ?? '').slice(0, MAX_QUERY).trim() : '',
  };
}
