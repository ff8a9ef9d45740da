/**
 * Whether a request at the S3-style endpoint is signed with the secret of its credentials: AWS Signature Version 4 and 2, OSS 4 and 1, in
 * a header or in the query. Source: docs/wire-contract.md section 3.4.
 */
import { MINUTE_MS } from '#shared/units.ts';
import { refusal } from '../errors.ts';
import type { ChunkSigner } from './chunk-signer.ts';
import { AWS2, isPlainValid, OSS1, type PlainClaim, readPlainHeader, readPlainQuery } from './plain.ts';
import { type SignedRequest, valueIn } from './request.ts';
import {
  AWS4,
  endOf,
  isScopedValid,
  OSS4,
  payloadOf,
  readScopedHeader,
  readScopedQuery,
  type ScopedClaim,
  signingKey,
  timeOf,
} from './scoped.ts';

/** How far the clock of a sender may be from ours. */
export const MAX_SKEW_MS = 15 * MINUTE_MS;

export interface Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

type Claim = { readonly scoped: ScopedClaim } | { readonly scoped?: never; readonly plain: PlainClaim };

const scoped = (claim: ScopedClaim | null): Claim | null => claim && { scoped: claim };
const plain = (claim: PlainClaim | null): Claim | null => claim && { plain: claim };

/** @returns undefined when the request is not signed, null when it is in a form that is none */
function readClaim(request: SignedRequest): Claim | null | undefined {
  const [word = ''] = (request.headers.get('authorization') ?? '').split(' ', 1);
  for (const dialect of [AWS4, OSS4]) {
    if (word === dialect.algorithm) return scoped(readScopedHeader(dialect, request));
    if (word === '' && valueIn(request.query, `${dialect.prefix}signature`) !== '')
      return scoped(readScopedQuery(dialect, request));
  }
  for (const dialect of [OSS1, AWS2]) {
    if (word === dialect.word) return plain(readPlainHeader(dialect, request));
    if (word === '' && valueIn(request.query, dialect.idInQuery) !== '') return plain(readPlainQuery(dialect, request));
  }
  return word === '' ? undefined : null;
}

/** @throws Error a refusal: RequestTimeTooSkewed, AccessDenied */
function requireTime(claim: Claim, nowMs: number): void {
  const isInQuery = claim.scoped ? claim.scoped.expiresSeconds !== null : claim.plain.isInQuery;
  if (isInQuery && nowMs >= (claim.scoped ? endOf(claim.scoped) : claim.plain.atMs)) throw refusal('AccessDenied');
  if (isInQuery && !claim.scoped) return;
  const atMs = claim.scoped ? timeOf(claim.scoped.dateTime) : claim.plain.atMs;
  const isEarly = atMs - nowMs > MAX_SKEW_MS;
  const isLate = !isInQuery && nowMs - atMs > MAX_SKEW_MS;
  if (isEarly || isLate) throw refusal('RequestTimeTooSkewed');
}

/** Forms of bodies whose framing or bytes are not in the signature of the request. */
const STREAMED = /^STREAMING-(UNSIGNED-PAYLOAD|AWS4-HMAC-SHA256-PAYLOAD)(-TRAILER)?$/;

/** How the body of a request is signed. */
export interface SignedBody {
  /** Null: chunks carry no signatures. */
  readonly chunks: ChunkSigner | null;
  /** Hex of the SHA-256 that was signed; null: the body is not in the signature. */
  readonly sha256: string | null;
}

function bodyOf(claim: ScopedClaim, request: SignedRequest, secret: string): SignedBody {
  const payload = payloadOf(claim, request);
  const [, form, trailer] = STREAMED.exec(payload) ?? [];
  if (payload.startsWith('STREAMING-') && form === undefined) throw refusal('InvalidRequest');
  const { dateTime, scope, signature } = claim;
  const isSigned = form !== undefined && form !== 'UNSIGNED-PAYLOAD';
  const chunks = isSigned
    ? { key: signingKey(claim, secret), dateTime, scope, seed: signature, hasTrailer: trailer !== undefined }
    : null;
  return { chunks, sha256: /^[0-9a-f]{64}$/i.test(payload) ? payload.toLowerCase() : null };
}

/** @throws Error a refusal: AccessDenied when it is not signed, SignatureDoesNotMatch, RequestTimeTooSkewed, InvalidRequest */
export function requireSigned(request: SignedRequest, credentials: Credentials, nowMs: number): SignedBody {
  const claim = readClaim(request);
  if (claim === undefined) throw refusal('AccessDenied');
  if (claim === null) throw refusal('SignatureDoesNotMatch');
  const { accessKeyId } = claim.scoped ?? claim.plain;
  if (accessKeyId !== credentials.accessKeyId) throw refusal('InvalidAccessKeyId');
  requireTime(claim, nowMs);
  const { accessKeySecret } = credentials;
  const isValid = claim.scoped
    ? isScopedValid(claim.scoped, request, accessKeySecret)
    : isPlainValid(claim.plain, request, accessKeySecret);
  if (!isValid) throw refusal('SignatureDoesNotMatch');
  return claim.scoped ? bodyOf(claim.scoped, request, accessKeySecret) : { chunks: null, sha256: null };
}
