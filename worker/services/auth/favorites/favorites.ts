/** A person's own favorite links, for pages. */

import { type FavoriteLink, readFavoriteUrl, readLinkTitle } from '#shared/auth/favorite-link.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { FavoriteChange } from './account-favorites.ts';
import type { favoritesPart } from './part.ts';

type AccountsOnly = Pick<AuthParts, 'accounts'>;

/** In the person's order. @throws AppError unauthenticated */
export async function favoriteLinks(parts: AccountsOnly, caller: Caller): Promise<readonly FavoriteLink[]> {
  return unwrap(await accountOf<typeof favoritesPart>(parts, caller.userId).favorites(caller));
}

/**
 * @param typed  as the person typed them; '' for a name means the host
 * @throws AppError invalid_argument for an address that is not http(s), and for a full list; already_exists; unauthenticated
 */
export async function addFavoriteLink(
  parts: AccountsOnly,
  typed: { readonly url: string; readonly title: string },
  caller: Caller,
): Promise<void> {
  const url = readFavoriteUrl(typed.url);
  if (url === null)
    throw new AppError('invalid_argument', {
      reason: 'not_a_link',
      field: 'url',
      messageKey: 'site.links_hub.own.invalid',
    });
  const link = { linkId: newWireId(), title: readLinkTitle(typed.title, url), url };
  unwrap(await accountOf<typeof favoritesPart>(parts, caller.userId).changeFavorites(caller, { kind: 'add', link }));
}

/** @throws AppError not_found for a link that is no longer in the list, unauthenticated */
export async function changeFavoriteLink(
  parts: AccountsOnly,
  change: Exclude<FavoriteChange, { kind: 'add' }>,
  caller: Caller,
): Promise<void> {
  unwrap(await accountOf<typeof favoritesPart>(parts, caller.userId).changeFavorites(caller, change));
}
