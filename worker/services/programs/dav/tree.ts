/** MKCOL, DELETE, COPY and MOVE (RFC 4918 sections 9.3, 9.6, 9.8, 9.9). */
import { AppError, isErrorName } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { ProgramChanged } from '#worker/services/drive/service.ts';
import { hrefOf } from './address.ts';
import { conditionsOf, depthOf, destinationOf, header, type Visit } from './visit.ts';

/** A body that has no meaning here. */
async function hasBody({ request }: Visit): Promise<boolean> {
  const length = request.headers.get('content-length');
  if (request.body === null || length === '0') return false;
  await drainBody(request.body, Number(length ?? 0));
  return true;
}

/** The entry that is there now: its entity tag, and its address where it is new. */
export function changedResponse(
  visit: Visit,
  { isNew, entry }: Pick<ProgramChanged, 'isNew' | 'entry'>,
  path = visit.path,
): Response {
  const headers = new Headers();
  if (entry?.isFile) headers.set('etag', `"${entry.tag}"`);
  if (entry) for (const [name, value] of visit.mount.headersOf?.(entry) ?? []) headers.set(name, value);
  if (isNew && entry)
    headers.set('location', new URL(hrefOf(visit.mount.base, path, !entry.isFile), visit.deps.programsOrigin).href);
  return new Response(null, { status: isNew ? 201 : 204, headers });
}

/** @throws AppError unsupported_media_type, already_exists, file_not_found with `no_parent`, file_duplicated_name, locked */
export async function mkcol(visit: Visit): Promise<Response> {
  if (await hasBody(visit)) throw new AppError('unsupported_media_type');
  const { deps, caller, path } = visit;
  return changedResponse(visit, await deps.drive.makeFolderAt(caller, { path, conditions: conditionsOf(visit) }));
}

/** To the trash. @throws AppError file_not_found, permission_denied, locked, precondition_failed */
export async function remove(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  if (depthOf(visit, 'infinity') === 1) throw new AppError('invalid_argument', { reason: 'depth', field: 'Depth' });
  await deps.drive.removeAt(caller, { path, conditions: conditionsOf(visit) });
  return new Response(null, { status: 204 });
}

function overwriteOf(visit: Visit): boolean {
  return header(visit, 'overwrite')?.trim().toUpperCase() !== 'F';
}

/** @throws AppError file_not_found, permission_denied, precondition_failed, locked, file_duplicated_name */
export async function move(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  const to = destinationOf(visit);
  if (depthOf(visit, 'infinity') !== 'infinity')
    throw new AppError('invalid_argument', { reason: 'depth', field: 'Depth' });
  const moved = await deps.drive.moveAt(caller, {
    path,
    to,
    conditions: conditionsOf(visit),
    overwrite: overwriteOf(visit),
  });
  return changedResponse(visit, moved, to);
}

/** A tree that takes longer than a request may: 202, and it goes on. @throws AppError as `move`, and for space */
export async function copy(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  const to = destinationOf(visit);
  const depth = depthOf(visit, 'infinity');
  if (depth === 1) throw new AppError('invalid_argument', { reason: 'depth', field: 'Depth' });
  const order = { path, to, conditions: conditionsOf(visit), overwrite: overwriteOf(visit), isShallow: depth === 0 };
  const copied = await deps.drive.copyAt(caller, order);
  if (copied.refusal !== '') throw new AppError(isErrorName(copied.refusal) ? copied.refusal : 'internal');
  if (copied.isRunning) return new Response(null, { status: 202 });
  return changedResponse(visit, copied, to);
}
