/** Endpoints of archives made of the drive. */
import type { Hono } from 'hono';
import { archiveContract } from '#shared/drive/archive.contract.ts';
import { AppError } from '#shared/errors.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { zipOwn } from './make-zip.ts';
import { toZipFile } from './wire.ts';

export function bindArchives(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, archiveContract.zip, async ({ caller, body }) => {
    if (body.ids.length === 0 && !body.all) throw new AppError('invalid_argument', { field: 'ids' });
    return toZipFile(await zipOwn(deps, caller, body.all ? [] : body.ids));
  });
}
