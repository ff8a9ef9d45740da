/** Island id -> its loader. A missing or wrong one does not compile. */
import type { ComponentType } from 'react';
import type { IslandId, IslandProps } from '#shared/islands.ts';
import { loadLarge } from './drive/index.ts';
import { scope } from './scope.ts';

type Loaders = { readonly [Id in IslandId]: () => Promise<{ default: ComponentType<IslandProps[Id]> }> };

const late = () => import('./late-islands.ts');

export const ISLAND_LOADERS: Loaders = {
  'drive/browser': async () => {
    await loadLarge(location.pathname + location.search, scope().drive);
    return import('./drive/browser.island.tsx');
  },
  'drive/common': () => late().then(({ loadCommon }) => loadCommon()),
  'drive/search': () => import('./drive/search/search.island.tsx'),
  'drive/shares': () => late().then(({ loadShares }) => loadShares()),
  'drive/storage': () => import('./drive/storage/storage.island.tsx'),
  'drive/tasks': () => late().then(({ loadTasks }) => loadTasks()),
  'drive/upload': () => import('./drive/upload/upload.island.tsx'),
};
