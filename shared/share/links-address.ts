/** Addresses of the page of one's own links. */
import { href } from '#shared/routes.ts';
import { LINK_SORTS, type LinkSort, SHARE_STATUSES, type ShareStatus } from './model.ts';

export interface LinkFilter {
  readonly search: string;
  /** '' for all. */
  readonly status: ShareStatus | '';
  readonly sort: LinkSort;
}

/** Longest search; more is cut. */
export const MAX_SEARCH_CHARS = 200;

export function readLinkFilter(query: { get(name: string): string | null }): LinkFilter {
  const [status, sort] = [query.get('state'), query.get('sort')];
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH_CHARS),
    status: SHARE_STATUSES.find((one) => one === status) ?? '',
    sort: LINK_SORTS.find((one) => one === sort) ?? 'created',
  };
}

/** @param at.link  whose details are shown */
export function linksHref(filter: LinkFilter, at: { readonly page?: string; readonly link?: string } = {}): string {
  const query = new URLSearchParams();
  if (filter.search !== '') query.set('q', filter.search);
  if (filter.status !== '') query.set('state', filter.status);
  if (filter.sort !== 'created') query.set('sort', filter.sort);
  if (at.page) query.set('page', at.page);
  if (at.link) query.set('link', at.link);
  const text = query.toString();
  return text === '' ? href('drive.shares') : `${href('drive.shares')}?${text}`;
}
