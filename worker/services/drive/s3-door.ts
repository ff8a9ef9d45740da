/**
 * Doors for bytes: our own (`PUT /drive/v1/uploads/{id}/parts/{part}`) and the S3-style one at the root, both on one ledger
 * of parts. The signed token of the upload is what authorises; signatures of clients are accepted, not trusted.
 * Source: contract.md section 3.4.
 */
import type { Context, Hono } from 'hono';
import { driveContract } from '#shared/drive/contract.ts';
import { type AppError, isAppError, unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { bindEndpoint, type HttpEnv, makeRouter, readLimited } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallerData } from './drive-base.ts';
import type { HashDeps } from './hash-job-run.ts';
import { sealAndHash } from './ops/complete-upload.ts';
import { uploadPart } from './ops/upload-part.ts';
import { decodeChunks } from './s3-door-chunks.ts';
import { doorErrorOf, refusal } from './s3-door-errors.ts';
import { completeXml, errorXml, initiateXml, listPartsXml, readCompleteXml } from './s3-door-xml.ts';
import { uploadsOf } from './upload-calls.ts';
import { drainBody, storePart } from './upload-storing.ts';
import { verifyUploadToken } from './upload-token.ts';
import { BUCKET, doorKey } from './upload-wire.ts';

export interface UploadDoorDeps extends HashDeps {
  readonly keyring: Keyring;
  readonly clock: Clock;
}

interface Visit {
  readonly deps: UploadDoorDeps;
  readonly request: Request;
  readonly url: URL;
  readonly uploadId: string;
  readonly person: CallerData;
}

/** 10,000 parts of 130 bytes fit. */
const COMPLETE_BYTES = 4 * MIB;
const MAX_LISTED = 1_000;
const TOKEN_HEADERS = ['x-oss-security-token', 'x-amz-security-token', 'x-upload-token'];
const TOKEN_QUERIES = ['security-token', 'x-amz-security-token', 'x-oss-security-token'];

function tokenOf(request: Request, url: URL): string {
  for (const name of TOKEN_HEADERS) {
    const value = request.headers.get(name);
    if (value) return value;
  }
  for (const [name, value] of url.searchParams) if (TOKEN_QUERIES.includes(name.toLowerCase())) return value;
  return '';
}

/** Content-Length as a number, or null when absent. */
function lengthOf(request: Request, name = 'content-length'): number | null {
  const text = request.headers.get(name);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

function xml(body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { 'content-type': 'application/xml', ...headers } });
}

async function put(visit: Visit, part: number, single: boolean): Promise<Response> {
  const { deps, request, person, uploadId } = visit;
  const decodedBytes = lengthOf(request, 'x-amz-decoded-content-length');
  const chunked = decodedBytes !== null || /aws-chunked/i.test(request.headers.get('content-encoding') ?? '');
  const sizeBytes = decodedBytes ?? lengthOf(request);
  if (sizeBytes === null || (chunked && decodedBytes === null)) {
    await drainBody(request.body, lengthOf(request) ?? Number.POSITIVE_INFINITY);
    throw refusal('MissingContentLength');
  }
  const stream = chunked && request.body ? decodeChunks(request.body, sizeBytes) : request.body;
  const order = { uploadId, part, sizeBytes, door: 's3' as const, single };
  const md5 = request.headers.get('content-md5');
  const etag = await storePart(deps, person, order, { stream, md5 });
  if (single) await sealAndHash(deps, person, uploadId, null);
  return new Response(null, { headers: { etag: `"${etag || uploadId}"` } });
}

async function complete(visit: Visit): Promise<Response> {
  const { deps, request, person, uploadId, url } = visit;
  const listed = readCompleteXml(await readLimited(request, COMPLETE_BYTES));
  if (!listed) throw refusal('MalformedXML');
  const { phase } = (await sealAndHash(deps, person, uploadId, listed)).upload;
  if (phase !== 'done' && phase !== 'hashing') throw refusal('NoSuchUpload');
  const key = doorKey(uploadId);
  return xml(completeXml(BUCKET, key, `${url.origin}/${key}`, uploadId), { etag: `"${uploadId}"` });
}

async function listParts(visit: Visit): Promise<Response> {
  const { deps, person, uploadId, url } = visit;
  const asked = Number(url.searchParams.get('max-parts') || MAX_LISTED);
  const marker = Number(url.searchParams.get('part-number-marker') || 0);
  if (!Number.isInteger(asked) || asked < 1 || !Number.isInteger(marker) || marker < 0)
    throw refusal('InvalidArgument');
  const maxParts = Math.min(asked, MAX_LISTED);
  const found = unwrap(await uploadsOf(deps.drives, person.userId).listParts(person, uploadId, marker, maxParts + 1));
  if (found.phase !== 'open') throw refusal('NoSuchUpload');
  const truncated = found.parts.length > maxParts;
  return xml(
    listPartsXml({
      bucket: BUCKET,
      key: doorKey(uploadId),
      uploadId,
      marker,
      maxParts,
      truncated,
      parts: found.parts.slice(0, maxParts),
    }),
  );
}

async function initiate(visit: Visit): Promise<Response> {
  const { deps, person, uploadId } = visit;
  unwrap(await uploadsOf(deps.drives, person.userId).resetParts(person, uploadId));
  return xml(initiateXml(BUCKET, doorKey(uploadId), uploadId));
}

async function abort(visit: Visit): Promise<Response> {
  const { deps, person, uploadId } = visit;
  unwrap(await uploadsOf(deps.drives, person.userId).abortUpload(person, uploadId));
  return new Response(null, { status: 204 });
}

/** Which call of the storage protocol this is. */
function answer(visit: Visit): Promise<Response> {
  const { request, url, uploadId } = visit;
  const query = url.searchParams;
  const asked = query.get('uploadId');
  if (asked !== null && asked !== uploadId) throw refusal('NoSuchUpload');
  if (request.method === 'POST' && query.has('uploads')) return initiate(visit);
  if (request.method === 'POST' && asked !== null) return complete(visit);
  if (request.method === 'PUT' && asked !== null)
    return put(visit, Number(query.get('partNumber') ?? Number.NaN), false);
  if (request.method === 'PUT' && !query.has('partNumber')) return put(visit, 1, true);
  if (request.method === 'GET' && asked !== null) return listParts(visit);
  if (request.method === 'DELETE' && asked !== null) return abort(visit);
  throw refusal('MethodNotAllowed');
}

async function serve(c: Context<HttpEnv>, deps: UploadDoorDeps): Promise<Response> {
  const request = c.req.raw;
  const url = new URL(request.url);
  const key = c.req.param('key') ?? '';
  const uploadId = key.slice(2);
  try {
    const token = await verifyUploadToken(deps.keyring, tokenOf(request, url), uploadId, deps.clock.nowMs());
    if (!token.ok) throw refusal(token.reason === 'expired' ? 'ExpiredToken' : 'AccessDenied');
    if (request.method === 'PUT') await c.get('requireDiskSpace')(lengthOf(request) ?? 0);
    return await answer({ deps, request, url, uploadId, person: token.caller });
  } catch (error) {
    await drainBody(request.bodyUsed ? null : request.body, lengthOf(request) ?? Number.POSITIVE_INFINITY);
    const known: AppError | null = isAppError(error) ? error : null;
    const { code, status, message } = doorErrorOf(error);
    if (!known && status >= 500) logError('upload-door', error, { requestId: c.get('requestId') });
    const body = request.method === 'HEAD' ? null : errorXml(code, message, key, c.get('requestId') ?? '');
    return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
  }
}

export function makeUploadDoor(deps: UploadDoorDeps): Hono<HttpEnv> {
  const router = makeRouter();
  bindEndpoint(router, driveContract.uploadPart, ({ params, request }) =>
    uploadPart(
      deps,
      {
        uploadId: params.id,
        part: params.part,
        token: request.headers.get('x-upload-token') ?? '',
        body: request.body,
        sizeBytes: lengthOf(request),
      },
      deps.clock.nowMs(),
    ),
  );
  // The bucket may stand in the path, in the host, or nowhere: clients write all three.
  for (const path of ['/:key{u-V[A-Za-z0-9_-]+}', `/${BUCKET}/:key{u-V[A-Za-z0-9_-]+}`])
    router.all(path, (c) => serve(c, deps));
  return router;
}
