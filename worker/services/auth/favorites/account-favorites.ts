/** The favorite links of a person: each change is one transaction of the account, after the session was confirmed. */
import { type FavoriteLink, MAX_FAVORITE_LINKS, readLinkTitle } from '#shared/auth/favorite-link.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { type AccountCore, askAs, changeAs, type SessionCaller } from '../core/account-core.ts';
import * as store from './store.ts';

export type FavoriteChange =
  | { readonly kind: 'add'; readonly link: FavoriteLink }
  | { readonly kind: 'rename'; readonly linkId: string; readonly title: string }
  | { readonly kind: 'up' | 'down' | 'remove'; readonly linkId: string };

export function listFavorites(core: AccountCore, caller: SessionCaller): Result<readonly FavoriteLink[]> {
  return askAs(core, caller, () => store.loadFavorites(core.sql));
}

function add(core: AccountCore, link: FavoriteLink, links: readonly FavoriteLink[]): void {
  if (links.some(({ url }) => url === link.url))
    throw new AppError('already_exists', { reason: 'link_exists', messageKey: 'site.links_hub.own.exists' });
  if (links.length >= MAX_FAVORITE_LINKS)
    throw new AppError('invalid_argument', { reason: 'too_many', messageKey: 'site.links_hub.own.full' });
  store.insertFavorite(core.sql, link);
}

/** Exchanges the link with its neighbour; at the end of the list nothing changes. */
function move(core: AccountCore, at: number, by: -1 | 1, links: readonly FavoriteLink[]): void {
  const linkIds = links.map(({ linkId }) => linkId);
  const [moved, neighbour] = [linkIds[at], linkIds[at + by]];
  if (moved === undefined || neighbour === undefined) return;
  linkIds[at] = neighbour;
  linkIds[at + by] = moved;
  store.updateFavoriteOrder(core.sql, linkIds);
}

/** Fails with already_exists for an address that is in the list, invalid_argument for a full list, not_found for an unknown link. */
export function changeFavorites(
  core: AccountCore,
  caller: SessionCaller,
  change: FavoriteChange,
): Result<Record<never, never>> {
  return changeAs(core, caller, () => {
    const links = store.loadFavorites(core.sql);
    if (change.kind === 'add') {
      add(core, change.link, links);
      return {};
    }
    const at = links.findIndex(({ linkId }) => linkId === change.linkId);
    const link = links[at];
    // A second press on "Remove", or a press in an older window.
    if (!link && change.kind === 'remove') return {};
    if (!link) throw new AppError('not_found', { reason: 'no_such_link', messageKey: 'site.links_hub.own.gone' });
    if (change.kind === 'rename')
      store.updateFavoriteTitle(core.sql, link.linkId, readLinkTitle(change.title, link.url));
    else if (change.kind === 'remove') store.deleteFavorite(core.sql, link.linkId);
    else move(core, at, change.kind === 'up' ? -1 : 1, links);
    return {};
  });
}
