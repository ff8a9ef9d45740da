/**
 * Form uploads at the bucket: checks policy, signature and token, and streams the file of the form into its upload.
 */
import type { Context } from 'hono';
import { parseCount } from '#shared/count.ts';
import { isAppError } from '#shared/errors.ts';
import { boundaryOf } from '#worker/platform/body/form.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import type { DriveDeps } from '../../deps.ts';
import { FormFileDecoder, readFormHead, withHead } from '../body/form-body.ts';
import { BodyMalformed } from '../body/stream-body.ts';
import type { HashDeps } from '../hash/run.ts';
import { putWhole } from '../put/put-whole.ts';
import { verifyUploadToken } from '../token.ts';
import { BUCKET } from '../wire.ts';
import { refusal, refusalResponse, s3ErrorOf } from './errors.ts';
import { allowsForm } from './form-policy.ts';
import { postXml } from './xml.ts';

export interface FormDeps extends HashDeps {
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly plans: DriveDeps['plans'];
  readonly limits: DriveDeps['limits'];
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

const TOKEN_FIELDS = ['x-oss-security-token', 'x-amz-security-token'];

async function take(deps: FormDeps, request: Request, body: ReadableStream<Uint8Array>): Promise<Response> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === null) throw refusal('InvalidRequest');
  const { fields, rest } = await readFormHead(body, boundary);
  const stream = withHead(rest, body);
  const field = (name: string) => fields.get(name) ?? '';
  const key = field('key');
  try {
    const uploadId = key.slice(2);
    const nowMs = deps.clock.nowMs();
    const signed = { policy: field('policy'), signature: field('signature') };
    const allowed = await allowsForm(deps.keyring, signed, key, nowMs);
    const token = TOKEN_FIELDS.map(field).find((text) => text !== '') ?? '';
    const decision = await verifyUploadToken(deps.keyring, token, uploadId, nowMs);
    if (allowed === 'expired' || (!decision.ok && decision.reason === 'expired')) throw refusal('ExpiredToken');
    if (allowed !== 'yes' || !decision.ok || key !== `u-${uploadId}`) throw refusal('AccessDenied');
    const order = { uploadId, sizeBytes: null };
    const { etag } = await putWhole(deps, decision.caller, order, { stream, decoder: new FormFileDecoder(boundary) });
    const location = `${new URL(request.url).origin}/${key}`;
    const status = { '200': 200, '201': 201 }[field('success_action_status')] ?? 204;
    const headers = { etag: `"${etag}"`, location };
    if (status !== 201) return new Response(null, { status, headers });
    const xml = postXml(BUCKET, key, location, etag);
    return new Response(xml, { status, headers: { ...headers, 'content-type': 'application/xml; charset=utf-8' } });
  } finally {
    await drainBody(stream, parseCount(request.headers.get('content-length') ?? '') ?? Number.POSITIVE_INFINITY);
  }
}

export async function takeForm(c: Context<AppEnv>, deps: FormDeps): Promise<Response> {
  const request = c.req.raw;
  try {
    if (!request.body) throw refusal('InvalidRequest');
    return await take(deps, request, request.body);
  } catch (error) {
    await drainBody(request.body, parseCount(request.headers.get('content-length') ?? '') ?? 0);
    const known = error instanceof BodyMalformed ? refusal('InvalidRequest') : error;
    const requestId = c.get('requestId') ?? '';
    if (!isAppError(known) && s3ErrorOf(known).status >= 500) logError('upload-form', known, { requestId });
    return refusalResponse(known, { method: request.method, key: '', requestId });
  }
}
