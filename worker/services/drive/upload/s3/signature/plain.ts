/**
 * Signatures of the older protocols: `OSS <id>:<signature>` and `AWS <id>:<signature>`, HMAC-SHA1 over a few lines, in a header or in the
 * query. No I/O, no clock.
 */
import { Buffer } from 'node:buffer';
import { SECOND_MS } from '#shared/units.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import { headerLines, hmac, type SignedRequest, valueIn } from './request.ts';

interface Dialect {
  readonly word: string;
  /** Name of the key id in the query. */
  readonly idInQuery: string;
  readonly prefix: string;
  /** The header that takes the place of `Date` is in the line of the date as well. */
  readonly isDateRepeated: boolean;
}

export const OSS1: Dialect = { word: 'OSS', idInQuery: 'ossaccesskeyid', prefix: 'x-oss-', isDateRepeated: true };
export const AWS2: Dialect = { word: 'AWS', idInQuery: 'awsaccesskeyid', prefix: 'x-amz-', isDateRepeated: false };

export interface PlainClaim {
  readonly dialect: Dialect;
  readonly accessKeyId: string;
  /** Base64. */
  readonly signature: string;
  /** Epoch ms when it was made; of an address, when it ends. */
  readonly atMs: number;
  readonly isInQuery: boolean;
}

const SIGNED = /^[A-Z]{3} ([^:\s]{1,128}):([A-Za-z0-9+/]{27}=)$/;
const BASE64 = /^[A-Za-z0-9+/]{27}=$/;
const SECONDS = /^\d{1,11}$/;
/** Parts of the query that are signed as belonging to the resource. */
const SUB_RESOURCES: ReadonlySet<string> = new Set(
  (
    'acl append bucketInfo callback callback-var comp continuation-token cors delete encryption endTime group img lifecycle location ' +
    'logging notification objectMeta partNumber policy position qos referer requestPayment response-cache-control response-content-disposition ' +
    'response-content-encoding response-content-language response-content-type response-expires restore security-token sequential startTime ' +
    'stat status style styleName symlink tagging torrent uploadId uploads versionId versioning versions website x-oss-ac-source-ip ' +
    'x-oss-process x-oss-request-payer x-oss-traffic-limit'
  ).split(' '),
);

/** @returns null when the header is malformed */
export function readPlainHeader(dialect: Dialect, { headers }: Pick<SignedRequest, 'headers'>): PlainClaim | null {
  const [, accessKeyId, signature] = SIGNED.exec(headers.get('authorization') ?? '') ?? [];
  const date = headers.get(`${dialect.prefix}date`) ?? headers.get('date') ?? '';
  const atMs = Date.parse(date);
  if (accessKeyId === undefined || signature === undefined || Number.isNaN(atMs)) return null;
  return { dialect, accessKeyId, signature, atMs, isInQuery: false };
}

/** @returns null when the query is malformed */
export function readPlainQuery(dialect: Dialect, { query }: Pick<SignedRequest, 'query'>): PlainClaim | null {
  const [accessKeyId, signature, expires] = [dialect.idInQuery, 'signature', 'expires'].map((name) =>
    valueIn(query, name),
  );
  if (!accessKeyId || !BASE64.test(signature ?? '') || !SECONDS.test(expires ?? '')) return null;
  return { dialect, accessKeyId, signature: signature ?? '', atMs: Number(expires) * SECOND_MS, isInQuery: true };
}

function resourceOf(path: string, query: SignedRequest['query']): string {
  const parts = query
    .filter(([name]) => SUB_RESOURCES.has(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .toSorted();
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** Values of the line of the date: programs disagree where a header of the protocol takes its place. */
function datesOf({ dialect, atMs, isInQuery }: PlainClaim, { headers }: SignedRequest): string[] {
  if (isInQuery) return [String(atMs / SECOND_MS)];
  const [own, date] = [headers.get(`${dialect.prefix}date`), headers.get('date')];
  if (own === null) return [date ?? ''];
  return dialect.isDateRepeated ? [own, date ?? ''] : ['', date ?? ''];
}

/** Texts of which one is signed: with the bucket before the key, or the path as it came. */
export function signedTexts(claim: PlainClaim, request: SignedRequest): string[] {
  const { headers, method, pathname, bucket, key, query } = request;
  const lines = headerLines(headers, (name) => name.startsWith(claim.dialect.prefix)).join('');
  const paths = [...new Set([`/${bucket}/${key}`, pathname])];
  return datesOf(claim, request).flatMap((date) =>
    paths.map((path) => {
      const head = [method, headers.get('content-md5') ?? '', headers.get('content-type') ?? '', date].join('\n');
      return `${head}\n${lines}${resourceOf(path, query)}`;
    }),
  );
}

export function isPlainValid(claim: PlainClaim, request: SignedRequest, secret: string): boolean {
  const given = Buffer.from(claim.signature, 'base64');
  return signedTexts(claim, request).some((text) => equalBytes(given, hmac('sha1', secret, text)));
}
