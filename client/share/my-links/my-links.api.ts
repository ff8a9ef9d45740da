/** Calls of the page of one's own links, typed by the share contract. Writes no state. */
import type { ApiClient } from '#client/api/client.ts';
import { type OwnLinkView, shareContract } from '#shared/share/contract.ts';
import type { LinkFilter } from '#shared/share/links-address.ts';
import type { LinkAct } from '#shared/share/model.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';

/** Most ids of one call. */
const IDS_AT_ONCE = 100;

/** Terms, and whether the link is turned off. */
export type LinkChange = TermsBody & { readonly paused?: boolean };

export interface MyLinksApi {
  list(
    filter: LinkFilter,
    pageToken: string,
    limit: number,
  ): Promise<{ readonly links: readonly OwnLinkView[]; readonly nextPageToken: string }>;
  act(ids: readonly string[], act: LinkAct | 'delete', days: number): Promise<void>;
  /** @returns the link with its new terms */
  change(shareId: string, terms: LinkChange): Promise<OwnLinkView>;
}

export function makeMyLinksApi(api: ApiClient): MyLinksApi {
  return {
    async list({ search, status, sort }, pageToken, limit) {
      const query = { search, status, sort, page_token: pageToken, limit };
      const { data, next_page_token } = await api.call(shareContract.own, { query });
      return { links: data, nextPageToken: next_page_token };
    },
    async act(ids, act, days) {
      for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
        const some = ids.slice(first, first + IDS_AT_ONCE);
        if (act === 'delete') await api.call(shareContract.remove, { body: { ids: some } });
        else await api.call(shareContract.changeMany, { body: { ids: some, act, days } });
      }
    },
    change: (shareId, terms) => api.call(shareContract.change, { body: { share_id: shareId, ...terms } }),
  };
}
