/**
 * Endpoints for bytes: our own (`PUT /drive/v1/uploads/{id}/parts/{part}`) and the S3-style one at the root, both on one ledger
 * of parts. The token names the upload and its person; requests with a token of this endpoint are signed with its secret.
 * Source: wire-contract.md section 3.4.
 */

import { Buffer } from 'node:buffer';
import type { Context, Hono } from 'hono';
import { MAX_MANIFEST_PARTS } from '#shared/content/manifest.ts';
import { parseCount } from '#shared/count.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { type AppError, isAppError, unwrap } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';
import { drainBody, readLimitedBytes } from '#worker/platform/body/read.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import type { DigestClaim } from '../body/digests.ts';
import { sealAndHash } from '../complete-upload.ts';
import type { HashDeps } from '../hash/run.ts';
import type { uploadPart } from '../part.ts';
import { putWhole } from '../put/put-whole.ts';
import { receivePart } from '../receive-part.ts';
import type { ListedPart } from '../rules.ts';
import { storePart } from '../store-part.ts';
import { credentialsOf, verifyUploadToken } from '../token.ts';
import { BUCKET, s3KeyOf } from '../wire.ts';
import { bucketKeyOf, isForm } from './bucket.ts';
import { digestHeaders, readClaims, readLateClaims } from './checksums.ts';
import { ChunkDecoder } from './chunks.ts';
import { refusal, refusalResponse, s3ErrorOf } from './errors.ts';
import { takeForm } from './form.ts';
import { readQuery, sha256Hex } from './signature/request.ts';
import { requireSigned, type SignedBody } from './signature/verify.ts';
import { completeXml, initiateXml, listPartsXml, readCompleteXml } from './xml.ts';

export interface UploadRouteDeps extends HashDeps, Pick<DriveDeps, 'keyring' | 'clock' | 'plans' | 'limits'> {
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

interface Visit {
  readonly deps: UploadRouteDeps;
  readonly request: Request;
  readonly url: URL;
  readonly uploadId: string;
  readonly person: CallerData;
  readonly signed: SignedBody;
}

/** Of a request with a token of our own protocol. */
const NOT_SIGNED: SignedBody = { chunks: null, sha256: null };

/** A list of parts: its frame, and each part with two checksums and line breaks. */
const LIST_FRAME_BYTES = 4 * KIB;
const LISTED_PART_BYTES = 512;
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

/** A header as a count; null when absent. @throws Error a refusal: InvalidArgument */
function countIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  const count = text === null ? null : parseCount(text);
  if (text !== null && count === null) throw refusal('InvalidArgument');
  return count;
}

function isChunked(headers: Headers): boolean {
  return (
    headers.has('x-amz-decoded-content-length') ||
    /aws-chunked/i.test(headers.get('content-encoding') ?? '') ||
    /^STREAMING-/.test(headers.get('x-amz-content-sha256') ?? '')
  );
}

function xml(body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', ...headers } });
}

/** The digest of the body that was signed, in whatever place it came or was left out. */
function signedClaims({ sha256 }: SignedBody): DigestClaim[] {
  if (sha256 === null) return [];
  const digest = Buffer.from(sha256, 'hex').toString('base64');
  return [{ algorithm: 'sha256', expected: () => digest }];
}

async function put(visit: Visit, part: number, single: boolean): Promise<Response> {
  const { deps, request, person, uploadId, signed } = visit;
  const { headers } = request;
  const areChunks = isChunked(headers);
  // Its bytes are in the signature as they came, so that a frame in them is none.
  if (areChunks && signed.sha256 !== null) throw refusal('InvalidRequest');
  const chunks = areChunks ? new ChunkDecoder(signed.chunks) : null;
  const sizeBytes = countIn(headers, chunks ? 'x-amz-decoded-content-length' : 'content-length');
  const body = {
    stream: request.body,
    claims: [...readClaims(headers, chunks), ...signedClaims(signed)],
    ...(chunks ? { decoder: chunks, lateClaims: () => readLateClaims(headers, chunks) } : {}),
  };
  const storing = single
    ? putWhole(deps, person, { uploadId, sizeBytes }, body)
    : storePart(deps, person, { uploadId, part, sizeBytes, protocol: 's3', single }, body);
  const stored = await storing.catch((error: unknown) => {
    throw chunks?.isForged ? refusal('SignatureDoesNotMatch') : error;
  });
  return new Response(null, { headers: { ...digestHeaders(stored.digests), etag: `"${stored.etag}"` } });
}

/** @param stored  how many parts are stored; a list has no use for more */
async function readList({ request, signed }: Visit, stored: number): Promise<ListedPart[]> {
  const bytes = await readLimitedBytes(request, LIST_FRAME_BYTES + LISTED_PART_BYTES * stored);
  if (signed.sha256 !== null && sha256Hex(bytes) !== signed.sha256) throw refusal('BadDigest');
  const listed = readCompleteXml(new TextDecoder().decode(bytes), MAX_MANIFEST_PARTS);
  if (!listed) throw refusal('MalformedXML');
  return listed;
}

async function complete(visit: Visit): Promise<Response> {
  const { deps, person, uploadId, url } = visit;
  const known = unwrap(await driveOf<typeof uploadPart>(deps, person.userId).listParts(person, uploadId, 0, 0));
  const listed = await readList(visit, known.stored);
  const { upload, partCount } = await sealAndHash(deps, person, uploadId, listed);
  if (upload.phase !== 'done' && upload.phase !== 'hashing') throw refusal('NoSuchUpload');
  const key = s3KeyOf(uploadId);
  const etag = `${uploadId}-${partCount}`;
  return xml(completeXml(BUCKET, key, `${url.origin}/${key}`, etag), { etag: `"${etag}"` });
}

async function listParts(visit: Visit): Promise<Response> {
  const { deps, person, uploadId, url } = visit;
  const asked = parseCount(url.searchParams.get('max-parts') || String(MAX_LISTED));
  const marker = parseCount(url.searchParams.get('part-number-marker') || '0');
  if (!asked || marker === null) throw refusal('InvalidArgument');
  const maxParts = Math.min(asked, MAX_LISTED);
  const found = unwrap(
    await driveOf<typeof uploadPart>(deps, person.userId).listParts(person, uploadId, marker, maxParts + 1),
  );
  if (found.phase !== 'open') throw refusal('NoSuchUpload');
  const truncated = found.parts.length > maxParts;
  return xml(
    listPartsXml({
      bucket: BUCKET,
      key: s3KeyOf(uploadId),
      uploadId,
      marker,
      maxParts,
      truncated,
      parts: found.parts.slice(0, maxParts),
    }),
  );
}

/** A key whose bytes are all here answers as an object would; before that there is none. */
async function head(visit: Visit): Promise<Response> {
  const { deps, person, uploadId } = visit;
  const { upload, file } = unwrap(await driveOf<typeof uploadPart>(deps, person.userId).uploadAnswer(person, uploadId));
  if (!file || (upload.phase !== 'done' && upload.phase !== 'hashing')) throw refusal('NoSuchKey');
  const headers = {
    'content-length': String(upload.sizeBytes),
    'content-type': 'application/octet-stream',
    etag: `"${uploadId}-1"`,
    'last-modified': new Date(file.modified_time).toUTCString(),
  };
  return new Response(null, { headers });
}

async function initiate(visit: Visit): Promise<Response> {
  const { deps, person, uploadId } = visit;
  unwrap(
    await driveOf<typeof uploadPart>(deps, person.userId).resetParts(person, uploadId, deps.limits.uploadSessions),
  );
  return xml(initiateXml(BUCKET, s3KeyOf(uploadId), uploadId));
}

async function abort(visit: Visit): Promise<Response> {
  const { deps, person, uploadId } = visit;
  unwrap(await driveOf<typeof uploadPart>(deps, person.userId).abortUpload(person, uploadId, true));
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
    return put(visit, parseCount(query.get('partNumber') ?? '') ?? 0, false);
  if (request.method === 'PUT' && !query.has('partNumber')) return put(visit, 1, true);
  if (request.method === 'GET' && asked !== null) return listParts(visit);
  if (request.method === 'HEAD' && asked === null) return head(visit);
  if (request.method === 'DELETE' && asked !== null) return abort(visit);
  throw refusal('MethodNotAllowed');
}

/** Hosts that a sender may have signed: a proxy before us may drop the port, or name us by another host of the settings. */
function hostsOf(c: Context<AppEnv>): string[] {
  const { host: configured, protocol } = new URL(c.get('origin'));
  const bucket = c.get('hostKind') === 'bucket' ? `${BUCKET}.` : '';
  const port = protocol === 'https:' ? '443' : '80';
  const hosts = [(c.req.header('host') ?? '').toLowerCase(), `${bucket}${configured}`];
  return [
    ...new Set(hosts.flatMap((host) => [host, host.replace(/:\d+$/, ''), host.replace(/(?::\d+)?$/, `:${port}`)])),
  ];
}

/** @throws Error a refusal, as `requireSigned` */
async function requireSignature(c: Context<AppEnv>, deps: UploadRouteDeps, url: URL, key: string): Promise<SignedBody> {
  const request = c.req.raw;
  const query = readQuery(url.search);
  if (!query) throw refusal('InvalidRequest');
  const sentEncoding = (request.cf as { clientAcceptEncoding?: string } | undefined)?.clientAcceptEncoding;
  const encodings = [request.headers.get('accept-encoding') ?? '', sentEncoding ?? '', 'identity', 'gzip'];
  const signed = {
    method: request.method,
    pathname: url.pathname,
    query,
    headers: request.headers,
    bucket: BUCKET,
    key,
    hosts: hostsOf(c),
    acceptEncodings: [...new Set(encodings)],
  };
  const credentials = await credentialsOf(deps.keyring, tokenOf(request, url));
  return requireSigned(signed, credentials, deps.clock.nowMs());
}

async function serve(c: Context<AppEnv>, deps: UploadRouteDeps): Promise<Response> {
  const request = c.req.raw;
  const url = new URL(request.url);
  const key = c.req.param('key') ?? '';
  const uploadId = key.slice(2);
  try {
    const token = await verifyUploadToken(deps.keyring, tokenOf(request, url), uploadId, deps.clock.nowMs());
    if (!token.ok) throw refusal(token.reason === 'expired' ? 'ExpiredToken' : 'AccessDenied');
    const signed = token.isSigned ? await requireSignature(c, deps, url, key) : NOT_SIGNED;
    return await answer({ deps, request, url, uploadId, person: token.caller, signed });
  } catch (error) {
    await drainBody(
      request.bodyUsed ? null : request.body,
      parseCount(request.headers.get('content-length') ?? '') ?? Number.POSITIVE_INFINITY,
    );
    const known: AppError | null = isAppError(error) ? error : null;
    if (!known && s3ErrorOf(error).status >= 500) logError('upload-door', error, { requestId: c.get('requestId') });
    return refusalResponse(error, { method: request.method, key, requestId: c.get('requestId') ?? '' });
  }
}

export function makeUploadRoutes(deps: UploadRouteDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, driveContract.uploadPart, ({ params, request }) =>
    receivePart(
      deps,
      {
        uploadId: params.id,
        part: params.part,
        token: request.headers.get('x-upload-token') ?? '',
        body: request.body,
        sizeBytes: parseCount(request.headers.get('content-length') ?? ''),
      },
      deps.clock.nowMs(),
    ),
  );
  for (const path of ['/', `/${BUCKET}`, `/${BUCKET}/`])
    router.post(path, (c, next) => {
      const key = bucketKeyOf(c.req.raw, c.get('hostKind') === 'bucket');
      return key !== null && isForm(c.req.raw, key) ? takeForm(c, deps) : next();
    });
  // The bucket may be in the path, in the host, or absent: clients write all three.
  for (const path of ['/:key{u-V[A-Za-z0-9_-]+}', `/${BUCKET}/:key{u-V[A-Za-z0-9_-]+}`])
    router.all(path, (c) => serve(c, deps));
  return router;
}
