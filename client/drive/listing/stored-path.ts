/**
 * Stores the path of the open folder on this device (spec section 3, "navigation folders"): a named action on a file there
 * finds its folder while the server does not answer. Deleted at sign-out. Loaded after the first rendering.
 */
import { effect } from '@preact/signals-react';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import type { DriveState } from '../drive.state.ts';

/** @returns stops it */
export function storePath({ place, path }: Pick<DriveState, 'place' | 'path'>, store: LocalStore): () => void {
  return effect(() => {
    if (place.value === 'all') store.set(LOCAL.navigationFolders, path.value);
  });
}
