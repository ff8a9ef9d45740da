/**
 * Addresses on the page of a share. None contains the passcode or the pending save (trust.md hazard 6).
 */
import type { Context } from 'hono';
import type { SortOrder } from '#shared/drive/orders.ts';
import { PREVIEW_QUERY, withPreview } from '#shared/navigation/preview.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { SAVE_QUERY } from './pending-save.ts';

/** Query name of the passcode (spec section 4). */
export const PASS_CODE_QUERY = 's_code';
/** Names the file that this address leads to the content of. */
export const DOWNLOAD_QUERY = 'download';
/** Query name of the page token of a listing. */
const PAGE_QUERY = 'page';
/** Query name of a search in the share. */
export const SEARCH_QUERY = 'q';

/** Query parameters that a folder of the share keeps: display and framing. */
const LISTING_QUERY = ['order', 'view', 'hide_header', 'origin'];

/** Query parameters that links to the page have (spec section 3) and that its own addresses repeat. */
const CARRIED_QUERY = ['action', 'scene', 'from_source', '__source', '__medium', '__campaign'];
const KNOWN_QUERY: ReadonlySet<string> = new Set([...LISTING_QUERY, PAGE_QUERY, ...CARRIED_QUERY]);

/** Whether all names of the query are known: the rendering of such a page is cached for the next visitor. */
export function isKnownQuery(c: Context<AppEnv>): boolean {
  return c.get('search') === '' || [...new URL(c.req.url).searchParams.keys()].every((name) => KNOWN_QUERY.has(name));
}

function queryOf(c: Context<AppEnv>): URLSearchParams {
  const query = new URL(c.req.url).searchParams;
  for (const name of [PASS_CODE_QUERY, SAVE_QUERY, DOWNLOAD_QUERY]) query.delete(name);
  return query;
}

/** The parameters of the listing: without the file that the viewer shows. */
function listingQueryOf(c: Context<AppEnv>): URLSearchParams {
  const query = queryOf(c);
  query.delete(PREVIEW_QUERY);
  return query;
}

function join(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

/** This address without passcode, pending save and download. */
export function addressWithoutSecrets(c: Context<AppEnv>): string {
  return join(c.get('path'), queryOf(c));
}

/** The token of a later page of the listing; '' for the first. */
export function pageTokenOf(c: Context<AppEnv>): string {
  return c.req.query(PAGE_QUERY) ?? '';
}

/** The same listing from its first page, in another order or view. */
export function addressShownAs(c: Context<AppEnv>, name: 'order' | 'view', value: string): string {
  const query = listingQueryOf(c);
  query.delete(PAGE_QUERY);
  query.set(name, value);
  return join(c.get('path'), query);
}

/** Another page of the same listing. @param path  of the folder that is listed */
export function addressOfPage(c: Context<AppEnv>, path: string, pageToken: string, order: SortOrder): string {
  const query = listingQueryOf(c);
  query.set('order', order);
  query.set(PAGE_QUERY, pageToken);
  return join(path, query);
}

/** This listing with a file shown over it. @param fileId  '' for none */
export function addressOfFile(c: Context<AppEnv>, fileId: string): string {
  return withPreview(join(c.get('path'), listingQueryOf(c)), fileId);
}

/** Leads to the content of a file: its link is signed when it is followed. Seen from this page, because a page holds a hundred. */
export function addressOfContent(c: Context<AppEnv>, fileId: string): string {
  const query = listingQueryOf(c);
  query.set(DOWNLOAD_QUERY, fileId);
  return `?${query}`;
}

/** The parameters that a folder of the share, and a search in it, keep. */
export function listingParameters(c: Context<AppEnv>): URLSearchParams {
  const here = queryOf(c);
  const query = new URLSearchParams();
  for (const name of LISTING_QUERY) for (const value of here.getAll(name)) query.append(name, value);
  return query;
}

/** A folder of the share with the display of this page. @param path  of its page */
export function addressOfFolder(c: Context<AppEnv>, path: string): string {
  return join(path, listingParameters(c));
}
