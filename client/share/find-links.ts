/** Finds the user's links for the palette of the drive. Loaded with its first search. */
import type { ApiClient } from '#client/api/client.ts';
import type { FindLinks } from '#client/drive/index.ts';
import { linksHref, MAX_SEARCH_CHARS } from '#shared/share/links-address.ts';
import { ownLinkContract } from '#shared/share/own-link.contract.ts';

const LINKS = 4;

export function makeFindLinks(api: ApiClient): FindLinks {
  return async (text, signal) => {
    const query = { search: text.slice(0, MAX_SEARCH_CHARS), limit: LINKS };
    const { data } = await api.call(ownLinkContract.own, { query, signal, isBackground: true });
    return data.map(({ share_id, title, file_name }) => ({
      id: share_id,
      title,
      fileName: file_name,
      href: linksHref({ search: '', status: '', sort: 'created' }, { link: share_id }),
    }));
  };
}
