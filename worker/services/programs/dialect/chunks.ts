/** Files in parts, second form: a folder of parts that the client names, numbered parts, and a move of `.file` to where the file belongs. */

import { httpDate } from '#shared/content/http-date.ts';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { encodeName } from '../dav/address.ts';
import { modifiedOf, sumOf, takenResponse } from '../dav/files.ts';
import { bodyOf, conditionsOf, depthOf, destinationOf, header, type Mount, type Visit } from '../dav/visit.ts';
import { readName, readPropfind } from '../dav/xml-read.ts';
import { multistatus, propstat, response, tagsOf } from '../dav/xml-write.ts';
import { requireRequestFits } from '../gate/request-limit.ts';

/** Name of a folder of parts. */
const FOLDER = /^[\w.-]{1,128}$/;
/** The whole of the parts. */
const WHOLE = '.file';

function totalOf(visit: Visit): number | null {
  return parseCount((header(visit, 'oc-total-length') ?? '').trim());
}

/** @throws AppError file_not_found for a path that names no folder of parts */
function placeIn({ path }: Visit): { readonly folder: string; readonly name: string | null } {
  const [folder = '', name = null] = path;
  if (path.length > 2 || !FOLDER.test(folder)) throw new AppError('file_not_found');
  return { folder, name };
}

async function open(visit: Visit): Promise<Response> {
  const { folder, name } = placeIn(visit);
  if (name !== null) throw new AppError('file_not_found', { reason: 'no_parent' });
  const { isNew } = await visit.deps.drive.openChunksAt(visit.caller, { name: folder, totalBytes: totalOf(visit) });
  return new Response(null, { status: isNew ? 201 : 405 });
}

async function putPart(visit: Visit): Promise<Response> {
  const { deps, caller, request, requireDiskSpace } = visit;
  const sizeBytes = parseCount(header(visit, 'content-length') ?? '');
  try {
    const { folder, name } = placeIn(visit);
    if (name === null || name === WHOLE) throw new AppError('file_not_found');
    if (sizeBytes === null)
      throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
    if (sizeBytes === 0) throw new AppError('invalid_argument', { reason: 'part_length', field: 'Content-Length' });
    requireRequestFits(deps, sizeBytes);
    await deps.drive.putChunkAt(caller, { folder, name, sizeBytes, body: request.body, requireDiskSpace });
    return new Response(null, { status: 201 });
  } catch (error) {
    await drainBody(request.body, sizeBytes ?? Number.POSITIVE_INFINITY);
    throw error;
  }
}

/** Value of a property of a part or of its folder. */
function chunkProp(name: string, chunk: { sizeBytes: number; atMs: number } | null): string | null {
  if (name === '{DAV:}resourcetype') return chunk ? '' : '<d:collection/>';
  if (!chunk) return null;
  if (name === '{DAV:}getcontentlength') return String(chunk.sizeBytes);
  if (name === '{DAV:}getlastmodified') return httpDate(chunk.atMs);
  return null;
}

const SHOWN = ['{DAV:}resourcetype', '{DAV:}getcontentlength', '{DAV:}getlastmodified'];

function stateOf(names: readonly string[], chunk: { sizeBytes: number; atMs: number } | null): string {
  let [known, missing] = ['', ''];
  for (const name of names) {
    const { uri, local } = readName(name);
    const value = chunkProp(name, chunk);
    const { begin, end, empty } = tagsOf(uri, local);
    if (value === null) missing += empty;
    else known += value === '' ? empty : begin + value + end;
  }
  return propstat(known, 200) + (missing === '' ? '' : propstat(missing, 404));
}

async function list(visit: Visit): Promise<Response> {
  const { folder, name } = placeIn(visit);
  const asked = readPropfind(await bodyOf(visit));
  if (name !== null) throw new AppError('file_not_found');
  const names = asked.kind === 'some' ? asked.names : SHOWN;
  const chunks = await visit.deps.drive.chunksAt(visit.caller, folder);
  const base = `${visit.mount.base}${encodeName(folder)}/`;
  const own = response(base, stateOf(names, null));
  if (depthOf(visit, 1) === 0) return multistatus([own]);
  return multistatus([own, ...chunks.map((chunk) => response(base + encodeName(chunk.name), stateOf(names, chunk)))]);
}

/** @param files  where the file goes */
async function assemble(visit: Visit, files: Mount): Promise<Response> {
  const { folder, name } = placeIn(visit);
  if (name !== WHOLE) throw new AppError('permission_denied', { reason: 'destination' });
  const there: Visit = { ...visit, mount: files };
  const path = destinationOf(there);
  const conditions = conditionsOf(there);
  const modifiedMs = modifiedOf(visit);
  const order = { path, conditions, folder, totalBytes: totalOf(visit), modifiedMs, sha1: sumOf(visit) };
  return takenResponse({ ...there, path }, await visit.deps.drive.assembleAt(visit.caller, order), modifiedMs);
}

async function drop(visit: Visit): Promise<Response> {
  const { folder, name } = placeIn(visit);
  if (name !== null) throw new AppError('permission_denied', { reason: 'part' });
  await visit.deps.drive.dropChunksAt(visit.caller, folder);
  return new Response(null, { status: 204 });
}

/** @param base  of the folders of parts @param files  where files go */
export function chunkMount(base: string, files: Mount): Mount {
  const methods = {
    MKCOL: open,
    PUT: putPart,
    PROPFIND: list,
    ['MOVE']: (visit: Visit) => assemble(visit, files),
    DELETE: drop,
  };
  return { base, props: new Map(), methods, isClosed: true };
}
