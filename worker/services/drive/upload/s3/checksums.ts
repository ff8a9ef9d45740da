/**
 * Digests in the headers and trailers of the S3-style endpoint: Content-MD5, `x-amz-content-sha256`, `x-amz-checksum-*`. No I/O.
 */
import { Buffer } from 'node:buffer';
import { DIGEST_BYTES, type DigestAlgorithm, type DigestClaim, type Digests } from '../body/digests.ts';
import type { ChunkDecoder } from './chunks.ts';
import { refusal } from './errors.ts';

const PREFIX = 'x-amz-checksum-';
const ALGORITHMS: Readonly<Record<string, DigestAlgorithm>> = {
  [`${PREFIX}crc32`]: 'crc32',
  [`${PREFIX}crc32c`]: 'crc32c',
  [`${PREFIX}crc64nvme`]: 'crc64nvme',
  [`${PREFIX}sha1`]: 'sha1',
  [`${PREFIX}sha256`]: 'sha256',
};
/** Headers of that prefix that carry no digest. */
const NO_DIGESTS: ReadonlySet<string> = new Set([`${PREFIX}algorithm`, `${PREFIX}type`, `${PREFIX}mode`]);
const BASE64_FORM = /^[A-Za-z0-9+/]{1,86}={0,2}$/;
const SHA256_HEX_FORM = /^[0-9a-f]{64}$/i;

/** Whether the text is the base64 of a digest of this algorithm. */
function isDigest(text: string, algorithm: DigestAlgorithm): boolean {
  return BASE64_FORM.test(text) && Buffer.from(text, 'base64').length === DIGEST_BYTES[algorithm];
}

function algorithmOf(name: string): DigestAlgorithm {
  const algorithm = ALGORITHMS[name];
  // Bytes whose digest nothing here can compute are not taken as if it had been compared.
  if (!algorithm) throw refusal('InvalidRequest');
  return algorithm;
}

/** Digests that are announced for the trailer. */
function namesIn(headers: Headers): string[] {
  const names = (headers.get('x-amz-trailer') ?? '').toLowerCase().split(',');
  return names.map((name) => name.trim()).filter((name) => name.startsWith(PREFIX));
}

/**
 * Every digest that the sender gives or announces.
 * @param chunks  of an `aws-chunked` body, whose trailers may hold digests; null: the body has no trailers
 * @throws Error a refusal: InvalidDigest, InvalidRequest
 */
export function readClaims(headers: Headers, chunks: ChunkDecoder | null): DigestClaim[] {
  const claims: DigestClaim[] = [];
  const claim = (algorithm: DigestAlgorithm, value: string) => {
    if (!isDigest(value, algorithm)) throw refusal('InvalidDigest');
    claims.push({ algorithm, expected: () => value });
  };
  const md5 = headers.get('content-md5');
  if (md5) claim('md5', md5);
  const sha256 = headers.get('x-amz-content-sha256') ?? '';
  // That of a chunked body is a word, or speaks of the body with its framing.
  if (!chunks && SHA256_HEX_FORM.test(sha256)) claim('sha256', Buffer.from(sha256, 'hex').toString('base64'));
  for (const [name, value] of headers)
    if (name.startsWith(PREFIX) && !NO_DIGESTS.has(name)) claim(algorithmOf(name), value);
  for (const name of namesIn(headers)) {
    if (!chunks) throw refusal('InvalidRequest');
    claims.push({ algorithm: algorithmOf(name), expected: () => chunks.trailers.get(name) ?? null });
  }
  return claims;
}

/** Digests of trailers that were not announced. @throws Error a refusal: InvalidDigest, InvalidRequest */
export function readLateClaims(headers: Headers, chunks: ChunkDecoder): DigestClaim[] {
  const announced = namesIn(headers);
  const late = [...chunks.trailers].filter(([name]) => name.startsWith(PREFIX) && !announced.includes(name));
  return late.map(([name, value]) => {
    const algorithm = algorithmOf(name);
    if (!isDigest(value, algorithm)) throw refusal('InvalidDigest');
    return { algorithm, expected: () => value };
  });
}

/** Headers of the answer: the digests that were compared. */
export function digestHeaders(digests: Digests): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, algorithm] of Object.entries(ALGORITHMS)) {
    const digest = digests.get(algorithm);
    if (digest !== undefined) headers[name] = digest;
  }
  return headers;
}
