/**
 * Calls of the storage protocol that no upload answers: listings of the bucket, other keys. Their clients read XML, so they
 * get XML and never a page.
 */
import { createMiddleware } from 'hono/factory';
import { parseCount } from '#shared/count.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { BUCKET } from '../wire.ts';
import { refusal, refusalResponse } from './errors.ts';

const UPLOAD_KEY = /^\/u-V[A-Za-z0-9_-]+$/;
const SIGNATURE = /^(AWS4-HMAC-SHA256|AWS|OSS|OSS4-HMAC-SHA256) /;
/** Queries of calls about a bucket; no page reads them. */
const BUCKET_QUERIES = [
  'uploads',
  'uploadId',
  'list-type',
  'max-uploads',
  'versioning',
  'versions',
  'x-id',
  'X-Amz-Algorithm',
  'X-Amz-Signature',
  'OSSAccessKeyId',
  'security-token',
];

function isSigned(headers: Headers): boolean {
  return (
    SIGNATURE.test(headers.get('authorization') ?? '') ||
    ['x-amz-date', 'x-amz-content-sha256', 'x-oss-date', 'x-oss-security-token'].some((name) => headers.has(name))
  );
}

/** The key that is asked for, '' for the bucket itself; null when the request is none of the storage protocol. */
export function bucketKeyOf(request: Request, isBucketHost: boolean): string | null {
  const { pathname, searchParams } = new URL(request.url);
  const root = `/${BUCKET}`;
  if (pathname === root || pathname.startsWith(`${root}/`)) return pathname.slice(root.length + 1);
  if (isBucketHost) return pathname.slice(1);
  const isBucketCall =
    isSigned(request.headers) || (pathname === '/' && BUCKET_QUERIES.some((name) => searchParams.has(name)));
  return isBucketCall ? pathname.slice(1) : null;
}

/** A form upload is posted to the bucket. */
export function isForm(request: Request, key: string): boolean {
  return (
    request.method === 'POST' &&
    key === '' &&
    /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
  );
}

/** Refuses requests about the bucket; uploads go on to their endpoint. */
export const refuseBucketCalls = createMiddleware<AppEnv>(async (c, next) => {
  const kind = c.get('hostKind');
  const key = kind === 'content' || kind === 'programs' ? null : bucketKeyOf(c.req.raw, kind === 'bucket');
  if (key === null || UPLOAD_KEY.test(`/${key}`) || isForm(c.req.raw, key)) return next();
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const { raw } = c.req;
  await drainBody(raw.body, parseCount(raw.headers.get('content-length') ?? '') ?? Number.POSITIVE_INFINITY);
  const error = refusal(key !== '' && isRead ? 'NoSuchKey' : 'MethodNotAllowed');
  return refusalResponse(error, { method: c.req.method, key, requestId: c.get('requestId') ?? '' });
});
