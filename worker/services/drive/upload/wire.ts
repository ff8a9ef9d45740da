/**
 * Answers about uploads in the spelling of the wire. Source: wire-contract.md section 3.4.
 */
import type { CreateAnswer, UploadSession } from '#shared/drive/upload.contract.ts';
import { wireTime } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { UploadAnswer, UploadData } from './rpc-types.ts';
import { CREDENTIALS_TTL_MS, partCount } from './rules.ts';
import { signPolicy } from './s3/form-policy.ts';
import type { UploadPhase } from './store.ts';
import { credentialsOf, signUploadToken } from './token.ts';

/** Name of the one bucket of the S3-style endpoint. */
export const BUCKET = 'magpie';

export const WIRE_PHASE: Readonly<Record<UploadPhase, string>> = {
  open: 'PHASE_TYPE_PENDING',
  hashing: 'PHASE_TYPE_RUNNING',
  done: 'PHASE_TYPE_COMPLETE',
  failed: 'PHASE_TYPE_ERROR',
  aborted: 'PHASE_TYPE_ERROR',
};

/** Object key of an upload at the S3-style endpoint. */
export function s3KeyOf(uploadId: string): string {
  return `u-${uploadId}`;
}

function expiryOf(upload: UploadData, nowMs: number): number {
  return Math.min(nowMs + CREDENTIALS_TTL_MS, upload.deadlineMs);
}

/** The session of our own protocol, with a fresh token. */
export async function toUploadSession(
  keyring: Keyring,
  caller: CallerData,
  upload: UploadData,
  nowMs: number,
): Promise<UploadSession> {
  const expiresAtMs = expiryOf(upload, nowMs);
  return {
    upload_id: upload.uploadId,
    upload_token: await signUploadToken(keyring, caller, upload.uploadId, expiresAtMs, false),
    part_size: upload.partBytes,
    part_count: partCount(upload.sizeBytes, upload.partBytes),
    size: String(upload.sizeBytes),
    parts: [...upload.parts],
    expiration: wireTime(expiresAtMs),
    phase: WIRE_PHASE[upload.phase],
  };
}

/** Credentials for the S3-style endpoint. */
async function toResumable(
  keyring: Keyring,
  caller: CallerData,
  upload: UploadData,
  origin: string,
  nowMs: number,
): Promise<NonNullable<CreateAnswer['resumable']>> {
  const expiresAtMs = expiryOf(upload, nowMs);
  const token = await signUploadToken(keyring, caller, upload.uploadId, expiresAtMs, true);
  const { accessKeyId, accessKeySecret } = await credentialsOf(keyring, token);
  return {
    kind: 'drive#resumable',
    provider: 'PROVIDER_ALIYUN',
    params: {
      access_key_id: accessKeyId,
      access_key_secret: accessKeySecret,
      bucket: BUCKET,
      endpoint: new URL(origin).host,
      expiration: wireTime(expiresAtMs),
      key: s3KeyOf(upload.uploadId),
      security_token: token,
    },
  };
}

/** The form of an upload: fields of the storage protocol, and the token that authorises it. */
async function toForm(
  keyring: Keyring,
  caller: CallerData,
  upload: UploadData,
  origin: string,
  nowMs: number,
): Promise<NonNullable<CreateAnswer['form']>> {
  const { params } = await toResumable(keyring, caller, upload, origin, nowMs);
  const { bucket, key } = params;
  const { sizeBytes } = upload;
  const expiresAtMs = expiryOf(upload, nowMs);
  const { policy, signature } = await signPolicy(keyring, { bucket, key, sizeBytes, expiresAtMs });
  return {
    kind: 'drive#form',
    method: 'POST',
    url: `${origin}/${bucket}`,
    headers: {},
    multi_parts: {
      OSSAccessKeyId: params.access_key_id,
      Signature: signature,
      callback: '',
      key,
      policy,
      'x-oss-security-token': params.security_token,
      'x:user_data': '',
    },
  };
}

/** Answer of create: the bytes left to send, if any. */
export async function toCreateAnswer(
  keyring: Keyring,
  caller: CallerData,
  answer: UploadAnswer,
  origin: string,
  nowMs: number,
  isForm = false,
): Promise<CreateAnswer> {
  const { upload, file, task } = answer;
  const base: CreateAnswer = { upload_type: isForm ? 'UPLOAD_TYPE_FORM' : 'UPLOAD_TYPE_RESUMABLE', file, task };
  if (upload.phase !== 'open') return base;
  if (isForm) return { ...base, form: await toForm(keyring, caller, upload, origin, nowMs) };
  if (upload.protocol === 'own') return { ...base, upload: await toUploadSession(keyring, caller, upload, nowMs) };
  return { ...base, resumable: await toResumable(keyring, caller, upload, origin, nowMs) };
}
