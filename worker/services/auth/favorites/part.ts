/** The part of stars. */
import type { AccountPart } from '../core/account-part.ts';
import { changeFavorites, listFavorites } from './account-favorites.ts';
import { FAVORITES_MIGRATION } from './store.ts';

export const favoritesPart = {
  tables: { 13: FAVORITES_MIGRATION },
  calls: {
    favorites: listFavorites,
    changeFavorites,
  },
} satisfies AccountPart;
