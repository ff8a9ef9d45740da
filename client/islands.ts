/** Island id -> its loader. A missing or wrong one does not compile. */
import type { ComponentType } from 'react';
import type { IslandId, IslandProps } from '#shared/islands.ts';
import { scope } from './scope.ts';

type Loaders = { readonly [Id in IslandId]: () => Promise<{ default: ComponentType<IslandProps[Id]> }> };

export const ISLAND_LOADERS: Loaders = {
  'drive/browser': async () => {
    // The server rendered the preview, so its component must be loaded before the first rendering.
    if (/[?&]view=(single|flow)\b/.test(location.search))
      scope().drive().state.large.value = (await import('./drive/preview/large.view.tsx')).Large;
    return import('./drive/browser.island.tsx');
  },
  'drive/search': () => import('./drive/search/search.island.tsx'),
  'drive/storage': () => import('./drive/storage/storage.island.tsx'),
  'drive/upload': () => import('./drive/upload/upload.island.tsx'),
};
