/** GET, HEAD and PUT. */
import { parseCount } from '#shared/count.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { NO_CONDITIONS, type ProgramFile } from '#worker/services/drive/service.ts';
import { requireRequestFits } from '../gate/request-limit.ts';
import { changedResponse } from './tree.ts';
import { conditionsOf, header, type Visit } from './visit.ts';

/** A folder has no bytes to GET, but it is there: a sync client with a window asks so before it connects. */
export function folderHead(): Response {
  return new Response(null, {
    headers: { 'content-type': 'httpd/unix-directory', 'cache-control': 'private, no-cache' },
  });
}

/** Ranges and the conditions of HTTP are those of content links. @throws AppError file_not_found, method_not_allowed, precondition_failed */
export async function get(visit: Visit): Promise<Response> {
  try {
    return await getFile(visit);
  } catch (error) {
    const isFolder = isAppError(error) && error.errorName === 'method_not_allowed' && error.detail?.reason === 'folder';
    if (isFolder && visit.request.method === 'HEAD') return folderHead();
    throw error;
  }
}

async function getFile(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  // If-Match and its kin are decided with the answer, which may be 304.
  const { lists, tokens } = conditionsOf(visit);
  const file = await deps.drive.openAt(caller, { path, conditions: { ...NO_CONDITIONS, lists, tokens } });
  return sendFile(visit, { ...file, fileId: file.entry.id });
}

/** Bytes of a file or of one of its versions. */
export async function sendFile(
  visit: Visit,
  { entry, content, fileId }: ProgramFile & { readonly fileId: string },
): Promise<Response> {
  const { caller, call } = visit;
  const claims = {
    kind: 'drive' as const,
    ownerId: caller.userId,
    nodeId: asNodeId(fileId),
    contentKey: content.contentKey,
    expiresAtMs: call.nowMs + HOUR_MS,
    attachment: true,
    sessionId: caller.sessionId,
    tokenEpoch: caller.epoch,
    ...(caller.program ? { program: caller.program } : {}),
  };
  const answer = await visit.send(claims, content);
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'private, no-cache');
  for (const [name, value] of visit.mount.headersOf?.(entry) ?? []) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

/** The end of the year 9999: the dates of HTTP and RFC 3339 have four digits of a year. */
const LATEST_MS = Date.UTC(10_000, 0) - 1;

/** @param text  seconds since the epoch, as sync clients say when a file was changed @returns ms; null: unsaid */
export function readModified(text: string): number | null {
  const seconds = parseCount(text.trim().replace(/\.\d{1,9}$/, ''));
  return seconds === null || seconds * SECOND_MS > LATEST_MS ? null : seconds * SECOND_MS;
}

/** @returns ms; null: unsaid */
export const modifiedOf = (visit: Visit): number | null => readModified(header(visit, 'x-oc-mtime') ?? '');

/** SHA-1 in the header of the sync clients, hex in small letters; '': unsaid, or of another kind. */
export function sumOf(visit: Visit): string {
  return /^SHA1:([0-9a-f]{40})$/i.exec((header(visit, 'oc-checksum') ?? '').trim())?.[1]?.toLowerCase() ?? '';
}

/** Refuses what no PUT here is. @throws AppError invalid_argument, unsupported_media_type, file_too_large */
function requirePlain(visit: Visit, sizeBytes: number | null): void {
  if (header(visit, 'content-range') !== null)
    throw new AppError('invalid_argument', { reason: 'content_range', field: 'Content-Range' });
  const encoding = header(visit, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') throw new AppError('unsupported_media_type');
  if (visit.path.length > 0 && visit.url.pathname.endsWith('/'))
    throw new AppError('file_not_found', { reason: 'no_parent' });
  requireRequestFits(visit.deps, sizeBytes);
}

/** A file that came in. */
export function takenResponse(
  visit: Visit,
  done: Awaited<ReturnType<Visit['deps']['drive']['putAtPath']>>,
  modifiedMs: number | null,
): Response {
  const answer = changedResponse(visit, done);
  if (modifiedMs !== null) answer.headers.set('x-oc-mtime', 'accepted');
  // All bytes are here; the key that is its tag is still being computed.
  return done.isHashed ? answer : new Response(null, { status: 202 });
}

/** @throws AppError as `putAtPath` */
export async function put(visit: Visit): Promise<Response> {
  const { deps, caller, path, request } = visit;
  const sizeBytes = parseCount(header(visit, 'content-length') ?? '');
  try {
    requirePlain(visit, sizeBytes);
    const conditions = conditionsOf(visit);
    const modifiedMs = modifiedOf(visit);
    const { requireDiskSpace } = visit;
    const done = await deps.drive.putAtPath(caller, {
      path,
      conditions,
      sizeBytes,
      body: request.body,
      modifiedMs,
      requireDiskSpace,
      sha1: sumOf(visit),
    });
    return takenResponse(visit, done, modifiedMs);
  } catch (error) {
    await drainBody(request.body, sizeBytes ?? Number.POSITIVE_INFINITY);
    throw error;
  }
}
