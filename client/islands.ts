/** Island id -> its loader. A missing or wrong one does not compile. */
import type { ComponentType } from 'react';
import type { IslandId, IslandProps } from '#shared/islands.ts';

type Loaders = { readonly [Id in IslandId]: () => Promise<{ default: ComponentType<IslandProps[Id]> }> };

export const ISLAND_LOADERS: Loaders = {
  'drive/browser': () => import('./drive/browser.island.tsx'),
  'drive/storage': () => import('./drive/storage.island.tsx'),
  'drive/upload': () => import('./drive/upload.island.tsx'),
};
