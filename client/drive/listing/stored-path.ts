/**
 * The way of folders a person was last in, kept on this device (spec section 3, "navigation folders"): an action about a file
 * there finds its folder while the server cannot say where it lies. Taken away at signing out. Loaded once the page is alive.
 */
import { effect } from '@preact/signals-react';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { scope } from '#client/scope.ts';
import type { DriveState } from '../drive.state.ts';

/** @returns stops it */
export function storePath({ place, path }: Pick<DriveState, 'place' | 'path'>): () => void {
  const { store } = scope();
  return effect(() => {
    if (place.value === 'all') store.set(LOCAL.navigationFolders, path.value);
  });
}
