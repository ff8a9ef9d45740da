/**
 * A link that collects files, for programs: each PUT sends one file to the owner. Nothing in the folder is shown. A sender who
 * has sent many files is to go on in the browser, where a human check can be passed.
 */
import { parseCount } from '#shared/count.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { drainBody, readLimitedBytes } from '#worker/platform/body/read.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { type ProgramEntry, passedCheck } from '#worker/services/drive/service.ts';
import { hrefOf } from '../dav/address.ts';
import { rendererOf } from '../dav/render.ts';
import { BODY_BYTES, readPropfind } from '../dav/xml-read.ts';
import { multistatus, response } from '../dav/xml-write.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { requireRequestFits } from '../gate/request-limit.ts';

export interface CollectRequest extends Pick<ProgramRequest, 'request' | 'call' | 'requireDiskSpace'> {
  readonly deps: Pick<ProgramDeps, 'drive' | 'shield' | 'bodyLimitBytes'>;
  readonly base: string;
  readonly linkId: string;
  readonly path: readonly string[];
}

/** The body is the content. */
const PLAIN = { decode: (bytes: Uint8Array) => bytes, isEnded: () => true };

/** The link as an empty folder. @throws AppError not_found; file_not_found for anything in it */
async function propfind({ deps, request, call, base, linkId, path }: CollectRequest): Promise<Response> {
  const wanted = readPropfind(await readLimitedBytes(request, BODY_BYTES));
  const link = await deps.drive.openCollectLink(linkId);
  if (path.length > 0) throw new AppError('file_not_found');
  const folder: ProgramEntry = {
    id: '',
    name: link.title,
    isFile: false,
    sizeBytes: 0,
    mime: '',
    tag: 'collect',
    createdMs: 0,
    modifiedMs: 0,
    starred: false,
  };
  const render = rendererOf(
    { beside: { base, nowMs: call.nowMs, quota: null, isReadOnly: false, recoveries: 0 }, more: new Map() },
    wanted,
  );
  return multistatus([response(hrefOf(base, [], true), render(folder))]);
}

/** @throws AppError invalid_argument without a length, permission_denied below a folder; those of `receiveCollected` */
async function put({ deps, request, call, linkId, path, requireDiskSpace }: CollectRequest): Promise<Response> {
  const sizeBytes = parseCount(request.headers.get('content-length') ?? '');
  const { body } = request;
  const [name, ...deeper] = path;
  try {
    if (name === undefined || deeper.length > 0) throw new AppError('permission_denied', { reason: 'collect' });
    if (sizeBytes === null)
      throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
    requireRequestFits(deps, sizeBytes);
    const check = await passedCheck(deps.shield, call, '');
    await deps.drive.receiveCollected({
      linkId,
      // Made up: a program does not take back the files that it sent.
      receipt: newHexId(),
      fileKey: newHexId(),
      name,
      sizeBytes,
      visitor: '',
      note: '',
      ...check,
      rest: new Uint8Array(),
      body: body ?? new Blob().stream(),
      decoder: PLAIN,
      requireDiskSpace,
    });
    return new Response(null, { status: 201 });
  } catch (error) {
    await drainBody(body, sizeBytes ?? Number.POSITIVE_INFINITY);
    if (isAppError(error) && error.errorName === 'captcha_required')
      throw new AppError('too_many_requests', { reason: 'collect_check', retryInSeconds: HOUR_MS / SECOND_MS });
    throw error;
  }
}

/** @throws AppError permission_denied for anything but sending */
export function answerCollect(asked: CollectRequest): Promise<Response> {
  const { method } = asked.request;
  if (method === 'PUT') return put(asked);
  if (method === 'PROPFIND') return propfind(asked);
  throw new AppError('permission_denied', { reason: 'write_only' });
}
