/** The endpoint of pictures by their time. */
import type { Hono } from 'hono';
import { photosContract } from '#shared/drive/photos/photos.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { photos } from './photos.ts';

export function bindPhotos(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, photosContract.photos, ({ caller, query }) => {
    const { limit, page_token: pageToken, day, skip: skipped, album: albumId } = query;
    return photos(deps, caller, { limit, pageToken, day, skipped, albumId });
  });
}
