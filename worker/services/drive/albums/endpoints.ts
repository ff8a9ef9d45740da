/** Endpoints of albums. */
import type { Hono } from 'hono';
import { albumsContract } from '#shared/drive/albums/albums.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { addToAlbum, albums, createAlbum, removeAlbum, renameAlbum, takeFromAlbum } from './albums.ts';

export function bindAlbums(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, albumsContract.albums, async ({ caller }) => ({ albums: await albums(deps, caller) }));
  bindEndpoint(router, albumsContract.albumCreate, async ({ caller, body, call }) => ({
    album_id: await createAlbum(deps, caller, { name: body.name, fileIds: body.file_ids }, call),
  }));
  bindEndpoint(router, albumsContract.albumRename, async ({ caller, params, body }) => {
    await renameAlbum(deps, caller, params.id, body.name);
    return {};
  });
  bindEndpoint(router, albumsContract.albumRemove, async ({ caller, params }) => {
    await removeAlbum(deps, caller, params.id);
    return {};
  });
  bindEndpoint(router, albumsContract.albumAdd, async ({ caller, params, body }) => ({
    changed: await addToAlbum(deps, caller, params.id, body.file_ids),
  }));
  bindEndpoint(router, albumsContract.albumTake, async ({ caller, params, body }) => ({
    changed: await takeFromAlbum(deps, caller, params.id, body.file_ids),
  }));
}
