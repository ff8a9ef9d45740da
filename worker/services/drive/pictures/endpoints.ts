/** Endpoint of images that a browser made. */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { picturesContract } from '#shared/drive/pictures/pictures.contract.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { putImage } from './put-image.ts';

export function bindPictures(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, picturesContract.setThumbnail, ({ caller, params, query, request }) =>
    putImage(deps, caller, {
      nodeId: asNodeId(params.id),
      sizeBytes: parseCount(request.headers.get('content-length') ?? ''),
      body: request.body,
      width: query.width,
      height: query.height,
      durationSeconds: query.duration,
    }),
  );
}
