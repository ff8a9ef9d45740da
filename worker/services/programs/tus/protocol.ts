/**
 * tus 1.0 as one of the protocols of programs: core, creation, creation with upload, termination, checksum, expiration. An upload is made by
 * `POST /tus/`; its own address below that holds a signed name, and takes the credential that began it alone.
 * Source: https://tus.io/protocols/resumable-upload (1.0.0).
 */
import { parseCount } from '#shared/count.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { TUS_PATH } from '#shared/programs/paths.ts';
import { methodsOf } from '#shared/programs/row.ts';
import { tusContract } from '#shared/programs/tus.contract.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { logError } from '#worker/platform/log.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { TusUpload } from '#worker/services/drive/service.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest, Protocol } from '../gate/protocol.ts';
import { requireRequestFits } from '../gate/request-limit.ts';
import { refusalResponse, statusOf } from './errors.ts';
import { CHECKSUMS, placeIn, readChecksum, readMetadata, requireCount } from './metadata.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,termination,checksum,expiration';
const PIECE_TYPE = 'application/offset+octet-stream';
const METHODS = methodsOf(tusContract);

const ALLOWED =
  'authorization, content-type, tus-resumable, upload-length, upload-metadata, upload-offset, upload-checksum, upload-defer-length, upload-concat, x-http-method-override, x-request-id, x-requested-with';
const EXPOSED =
  'location, tus-resumable, tus-version, tus-max-size, tus-extension, tus-checksum-algorithm, upload-offset, upload-length, upload-metadata, upload-expires, retry-after, x-request-id';

interface Visit extends ProgramRequest {
  readonly deps: ProgramDeps;
  /** Of the upload; '' at the place where they are made. */
  readonly ticket: string;
  readonly who: Caller;
}

const RESUMABLE = { 'tus-resumable': VERSION } as const;

function headersOf({ state }: TusUpload): Record<string, string> {
  const headers = { ...RESUMABLE, 'upload-offset': String(state.offsetBytes) };
  if (state.phase !== 'open') return headers;
  return { ...headers, 'upload-expires': new Date(state.deadlineMs).toUTCString() };
}

function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-length');
  return length === null ? null : parseCount(length);
}

/** Adds the body of the request to an upload. */
async function append(visit: Visit, ticket: string, offsetBytes: number): Promise<TusUpload> {
  const { deps, request, who, requireDiskSpace } = visit;
  const { headers, body } = request;
  if (headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() !== PIECE_TYPE)
    throw new AppError('invalid_argument', { reason: 'content_type', field: 'Content-Type' });
  const lengthBytes = lengthOf(headers);
  requireRequestFits(deps, lengthBytes);
  const claim = readChecksum(headers.get('upload-checksum'));
  return deps.drive.tusAppend(who, {
    ticket,
    offsetBytes,
    lengthBytes,
    body,
    claim,
    requireDiskSpace,
  });
}

async function create(visit: Visit): Promise<Response> {
  const { deps, request, who, ticket } = visit;
  if (ticket !== '') throw new AppError('method_not_allowed');
  const { headers, body } = request;
  const metadata = headers.get('upload-metadata') ?? '';
  const place = placeIn(readMetadata(metadata));
  const sizeBytes = requireCount(headers, 'upload-length');
  const begun = await deps.drive.tusBegin(who, { ...place, sizeBytes, metadata });
  const hasBytes = body !== null && lengthOf(headers) !== 0 && headers.has('content-type');
  const upload = hasBytes ? await append(visit, begun.ticket, 0) : begun;
  const location = `${deps.programsOrigin}${TUS_PATH}${begun.ticket}`;
  return new Response(null, { status: 201, headers: { ...headersOf(upload), location } });
}

async function look({ deps, who, ticket }: Visit): Promise<Response> {
  const upload = await deps.drive.tusLook(who, ticket);
  const { metadata, state } = upload;
  const headers = { ...headersOf(upload), 'upload-length': String(state.sizeBytes), 'cache-control': 'no-store' };
  return new Response(null, { headers: metadata === '' ? headers : { ...headers, 'upload-metadata': metadata } });
}

async function patch(visit: Visit): Promise<Response> {
  const upload = await append(visit, visit.ticket, requireCount(visit.request.headers, 'upload-offset'));
  return new Response(null, { status: 204, headers: headersOf(upload) });
}

async function end({ deps, who, ticket }: Visit): Promise<Response> {
  await deps.drive.tusEnd(who, ticket);
  return new Response(null, { status: 204, headers: RESUMABLE });
}

const ANSWERS: Readonly<Record<string, (visit: Visit) => Promise<Response>>> = {
  POST: create,
  HEAD: look,
  PATCH: patch,
  DELETE: end,
};

/** Says what is offered. Costs nothing, and names no person. */
function options({ fileBytes }: ProgramDeps): Response {
  const headers = {
    ...RESUMABLE,
    'tus-version': VERSION,
    'tus-max-size': String(fileBytes),
    'tus-extension': EXTENSIONS,
    'tus-checksum-algorithm': CHECKSUMS.join(','),
    allow: METHODS,
  };
  return new Response(null, { status: 204, headers });
}

/** Some environments send no PATCH and no DELETE. */
function methodOf({ method, headers }: Request): string {
  return method === 'POST' ? (headers.get('x-http-method-override') ?? method).toUpperCase() : method;
}

async function serve(deps: ProgramDeps, asked: ProgramRequest): Promise<Response> {
  const { request, url, call } = asked;
  const method = methodOf(request);
  if (method === 'OPTIONS') return options(deps);
  if (request.headers.get('tus-resumable') !== VERSION && method !== 'GET') {
    await drainBody(request.body, lengthOf(request.headers) ?? Number.POSITIVE_INFINITY);
    return new Response(null, { status: 412, headers: { ...RESUMABLE, 'tus-version': VERSION } });
  }
  const who = await asked.caller();
  try {
    const answer = ANSWERS[method];
    if (!answer) throw new AppError('method_not_allowed');
    return await answer({ ...asked, deps, who, ticket: url.pathname.slice(TUS_PATH.length) });
  } catch (error) {
    if (!request.bodyUsed || !request.body?.locked)
      await drainBody(request.body, lengthOf(request.headers) ?? Number.POSITIVE_INFINITY);
    const known = isAppError(error) ? error : new AppError('internal', undefined, { cause: error });
    if (known.errorName === 'unauthenticated') throw known;
    if (statusOf(known) >= 500 && !isAppError(error)) logError('programs.tus', error, { requestId: call.requestId });
    const more: Readonly<Record<string, string>> = known.errorName === 'method_not_allowed' ? { allow: METHODS } : {};
    return refusalResponse(known, method, call.locale, { ...RESUMABLE, ...more });
  }
}

export function tusProtocol(deps: ProgramDeps): Protocol {
  return {
    route: '/tus/*',
    owns: (path) => path === TUS_PATH.slice(0, -1) || path.startsWith(TUS_PATH),
    pages: { origins: deps.pageOrigins, methods: METHODS, allowed: ALLOWED, exposed: EXPOSED },
    serve: (asked) => serve(deps, asked),
  };
}
