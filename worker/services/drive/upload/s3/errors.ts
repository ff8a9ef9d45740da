/**
 * Refusals of the S3-style endpoint: what its clients read, from what the product means. No I/O.
 */
import { httpStatusOf, isAppError } from '#shared/errors.ts';
import { errorXml } from './xml.ts';

const STATUS = {
  AccessDenied: 403,
  ExpiredToken: 403,
  InvalidAccessKeyId: 403,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  FileAlreadyExists: 409,
  NoSuchUpload: 404,
  NoSuchKey: 404,
  MethodNotAllowed: 405,
  MalformedXML: 400,
  MaxMessageLengthExceeded: 400,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidRequest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  EntityTooSmall: 400,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  BadDigest: 400,
  ServiceUnavailable: 503,
  InsufficientStorage: 507,
  InternalError: 500,
} as const;

export type S3Code = keyof typeof STATUS;

const MESSAGE: Readonly<Record<S3Code, string>> = {
  AccessDenied: 'The security token does not open this upload, or the request is not signed, or not any more.',
  ExpiredToken: 'The security token has expired; ask for the upload again.',
  InvalidAccessKeyId: 'The access key does not belong to the security token.',
  RequestTimeTooSkewed: 'The time of the request is more than 15 minutes from the time of the server.',
  SignatureDoesNotMatch: 'The signature is not that of this request; check the secret and what is signed.',
  FileAlreadyExists: 'The upload is complete with other bytes; nothing was stored.',
  NoSuchUpload: 'There is no such upload, or it is over.',
  NoSuchKey: 'There is nothing under this key. This address takes uploads only.',
  MethodNotAllowed: 'This address takes uploads only.',
  MalformedXML: 'The body is not a CompleteMultipartUpload.',
  MaxMessageLengthExceeded: 'The body is longer than a list of the stored parts.',
  InvalidArgument: 'An argument is out of its range.',
  InvalidDigest: 'A digest is malformed.',
  InvalidRequest: 'The request is malformed, or names a checksum algorithm that is not supported here.',
  InvalidPart: 'A listed part is not stored, or its ETag is another.',
  InvalidPartOrder: 'Parts must be listed in ascending order.',
  EntityTooSmall: 'The size of the part does not fit.',
  EntityTooLarge: 'The parts would be more than the declared size of the file.',
  IncompleteBody: 'The bytes that arrived, or the listed parts, are not the declared size.',
  BadDigest: 'A digest that was sent is not that of the bytes that arrived.',
  ServiceUnavailable: 'The bytes were not stored; send them again.',
  InsufficientStorage: 'The disk of the server is full.',
  InternalError: 'Something broke here.',
};

/** A refusal of the endpoint itself. */
class S3Refusal extends Error {
  override readonly name = 'DoorRefusal';
  readonly code: S3Code;

  constructor(code: S3Code) {
    super(MESSAGE[code]);
    this.code = code;
  }
}

export function refusal(code: S3Code): Error {
  return new S3Refusal(code);
}

const BY_REASON: Readonly<Record<string, S3Code>> = {
  part_number: 'InvalidArgument',
  part_size: 'EntityTooSmall',
  sum_over_size: 'EntityTooLarge',
  part_order: 'InvalidPartOrder',
  part_unknown: 'InvalidPart',
  parts_missing: 'IncompleteBody',
  part_length: 'IncompleteBody',
  body_malformed: 'InvalidRequest',
  other_content: 'FileAlreadyExists',
  upload_over: 'NoSuchUpload',
  no_such_upload: 'NoSuchUpload',
  file_removed: 'NoSuchUpload',
  part_not_stored: 'ServiceUnavailable',
  part_too_late: 'ServiceUnavailable',
};

function codeOf(error: unknown): S3Code {
  if (error instanceof S3Refusal) return error.code;
  if (!isAppError(error)) return 'InternalError';
  const byReason = BY_REASON[error.detail?.reason ?? ''];
  if (byReason) return byReason;
  if (error.errorName === 'upload_checksum_mismatch') return 'BadDigest';
  if (error.errorName === 'request_too_large') return 'MaxMessageLengthExceeded';
  if (error.errorName === 'not_found') return 'NoSuchUpload';
  const status = httpStatusOf(error.errorName, 'drive');
  if (status === 401 || status === 403) return 'AccessDenied';
  if (status === 507) return 'InsufficientStorage';
  // Clients of this protocol send again after it.
  if (status === 503 || status === 429) return 'ServiceUnavailable';
  return status >= 500 ? 'InternalError' : 'InvalidArgument';
}

export function s3ErrorOf(error: unknown): { code: S3Code; status: number; message: string } {
  const code = codeOf(error);
  return { code, status: STATUS[code], message: MESSAGE[code] };
}

/** @param asked  the request that is refused; `key` as the client named it */
export function refusalResponse(
  error: unknown,
  asked: { readonly method: string; readonly key: string; readonly requestId: string },
): Response {
  const { code, status, message } = s3ErrorOf(error);
  const body = asked.method === 'HEAD' ? null : errorXml(code, message, asked.key, asked.requestId);
  const allow: Record<string, string> = code === 'MethodNotAllowed' ? { allow: 'GET, HEAD, PUT, POST, DELETE' } : {};
  return new Response(body, { status, headers: { 'content-type': 'application/xml; charset=utf-8', ...allow } });
}
