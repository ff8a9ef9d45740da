/** The first rows of a page of the drive, and their order and view. */
import type { Context } from 'hono';
import { readCookie } from '#shared/cookies.ts';
import { displayKey, displayModeOf, displayOf, folderDisplaysKey, folderDisplaysOf } from '#shared/drive/display.ts';
import { type KindChoice, kindOf, wireKinds } from '#shared/drive/kinds.ts';
import { type SortOrder, sortOrderOf } from '#shared/drive/model.ts';
import { type DrivePlace, displayKeyOfListing } from '#shared/drive/places.ts';
import { type DriveRow, foundRowOf, recentRowsOf, rowOf } from '#shared/drive/rows.ts';
import { asNodeId, type NodeId } from '#shared/ids.ts';
import type { ViewType } from '#shared/islands.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { PageDeps } from '../services.ts';

/** Rows in the first HTML. */
const FIRST_ROWS = 100;

/** Longest search text, in characters: the longest name. */
const MAX_QUERY = 255;

export interface ListingRequest {
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
}

export async function firstRows({ drive }: PageDeps, caller: Caller, ask: ListingRequest): Promise<ListingPage> {
  const { place, query, folderId, order, foldersFirst, kind, pageToken = '' } = ask;
  const kinds = wireKinds(kind);
  const page = { limit: FIRST_ROWS, pageToken };
  if (place === 'recent') {
    const { events, next_page_token } = await drive.events(caller, { types: [], kinds, ...page });
    return { rows: recentRowsOf(events), nextPageToken: next_page_token };
  }
  if (place === 'search') {
    if (query === '') return { rows: [], nextPageToken: '' };
    const { files, next_page_token } = await drive.search(caller, { text: query, kinds, ...page });
    return { rows: files.map(foundRowOf), nextPageToken: next_page_token };
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

/** The display of a listing: from the address, else the user's stored choice. */
export function shownAs(c: Context<AppEnv>, caller: Caller, place: DrivePlace, folderId: string) {
  const cookies = c.get('cookies');
  const record = displayModeOf(readCookie(cookies, displayKey(caller.userId)));
  const folders = folderDisplaysOf(readCookie(cookies, folderDisplaysKey(caller.userId)));
  const chosen = displayOf(record, folders, displayKeyOfListing({ place, folderId }));
  const order = c.req.query('order');
  return {
    order: order ? sortOrderOf(order) : chosen.order,
    view: VIEWS.find((view) => view === c.req.query('view')) ?? chosen.view,
    kind: kindOf(c.req.query('kind')),
    foldersFirst: record.pinFoldersTop,
    isOrderGlobal: record.orderSettingGlobal,
    isViewGlobal: record.viewSettingGlobal,
  };
}

/** The folder or the search text of an address. */
export function placeAsked(
  c: Context<AppEnv>,
  place: DrivePlace,
): Pick<ListingRequest, 'place' | 'folderId' | 'query'> {
  return {
    place,
    folderId: asNodeId(place === 'all' ? (c.req.param('folderId') ?? '') : ''),
    query: place === 'search' ? (c.req.query('q') ?? '').slice(0, MAX_QUERY).trim() : '',
  };
}
