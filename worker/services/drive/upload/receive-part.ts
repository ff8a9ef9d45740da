/** Stores one part of our own protocol, authorised by its signed token alone. */
import { AppError } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { type StoringDeps, storePart } from './store-part.ts';
import { verifyUploadToken } from './token.ts';

export interface UploadPartDeps extends StoringDeps {
  readonly keyring: Keyring;
}

export interface UploadPartInput {
  readonly uploadId: string;
  /** From 1. */
  readonly part: number;
  /** `x-upload-token`, or ''. */
  readonly token: string;
  /** The body as it comes from the client; never read here. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Content-Length, or null when the sender did not say. */
  readonly sizeBytes: number | null;
}

/** @throws AppError permission_denied, invalid_argument, not_found, failed_precondition, unavailable */
export async function receivePart(
  deps: UploadPartDeps,
  input: UploadPartInput,
  nowMs: number,
): Promise<{ part: number; size: string }> {
  const { uploadId, part, body, sizeBytes } = input;
  const token = await verifyUploadToken(deps.keyring, input.token, uploadId, nowMs);
  const isBearer = token.ok && !token.isSigned;
  if (!isBearer || sizeBytes === null) {
    await drainBody(body, sizeBytes ?? Number.POSITIVE_INFINITY);
    if (isBearer) throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
    throw new AppError('permission_denied', { reason: `upload_token_${token.ok ? 'wrong' : token.reason}` });
  }
  const order = { uploadId, part, sizeBytes, protocol: 'own' as const, single: false };
  await storePart(deps, token.caller, order, { stream: body });
  return { part, size: String(sizeBytes) };
}
