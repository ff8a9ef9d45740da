/**
 * Signatures with a scope: AWS Signature Version 4, and Version 4 of OSS, which differs in its names and in which headers are signed. Both
 * come in a header or in the query. No I/O, no clock.
 */
import { Buffer } from 'node:buffer';
import { SECOND_MS } from '#shared/units.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import {
  canonicalPath,
  canonicalQuery,
  headerLines,
  hmac,
  percentEncode,
  plainValue,
  type SignedRequest,
  sha256Hex,
  valueIn,
} from './request.ts';

interface Dialect {
  readonly algorithm: string;
  readonly keyPrefix: string;
  readonly service: string;
  readonly terminator: string;
  /** Of headers and of names in the query. */
  readonly prefix: string;
  /** OSS signs its headers, whichever are named; and a path that begins with the bucket. */
  readonly isOss: boolean;
}

export const AWS4: Dialect = {
  algorithm: 'AWS4-HMAC-SHA256',
  keyPrefix: 'AWS4',
  service: 's3',
  terminator: 'aws4_request',
  prefix: 'x-amz-',
  isOss: false,
};
export const OSS4: Dialect = {
  algorithm: 'OSS4-HMAC-SHA256',
  keyPrefix: 'aliyun_v4',
  service: 'oss',
  terminator: 'aliyun_v4_request',
  prefix: 'x-oss-',
  isOss: true,
};

/** The claim of a sender. */
export interface ScopedClaim {
  readonly dialect: Dialect;
  readonly accessKeyId: string;
  /** `<day>/<region>/<service>/<terminator>`. */
  readonly scope: string;
  /** `20260102T030405Z`. */
  readonly dateTime: string;
  readonly signedHeaders: readonly string[];
  /** Hex. */
  readonly signature: string;
  /** Null: in a header, which is good for a moment. */
  readonly expiresSeconds: number | null;
}

const CREDENTIAL = /^([^/]{1,128})\/(\d{8})\/([a-z0-9-]{1,64})\/([a-z0-9]{1,20})\/([a-z0-9_]{1,30})$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const EXPIRES = /^\d{1,7}$/;
/** A week, as the protocol has it. */
const MAX_EXPIRES_SECONDS = 604_800;
const MAX_SIGNED_HEADERS = 100;

/** Epoch ms; NaN for no such time. */
export function timeOf(dateTime: string): number {
  const [, year, month, day, hour, minute, second] = DATE_TIME.exec(dateTime) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function claimOf(
  dialect: Dialect,
  given: Record<'credential' | 'headers' | 'signature' | 'dateTime', string>,
  expiresSeconds: number | null,
): ScopedClaim | null {
  const [, accessKeyId = '', day = '', region, service, terminator] = CREDENTIAL.exec(given.credential) ?? [];
  const signedHeaders = given.headers === '' ? [] : given.headers.toLowerCase().split(';', MAX_SIGNED_HEADERS + 1);
  const isScope =
    service === dialect.service && terminator === dialect.terminator && given.dateTime.startsWith(`${day}T`);
  if (!isScope || !SIGNATURE.test(given.signature) || Number.isNaN(timeOf(given.dateTime))) return null;
  if (signedHeaders.length > MAX_SIGNED_HEADERS || (!dialect.isOss && !signedHeaders.includes('host'))) return null;
  const scope = `${day}/${region}/${service}/${terminator}`;
  const { signature, dateTime } = given;
  return { dialect, accessKeyId, scope, dateTime, signedHeaders, signature, expiresSeconds };
}

/** `20260102T030405Z` of a header that may hold a date of HTTP; '' for none. */
function dateTimeIn(headers: Headers, dialect: Dialect): string {
  const own = headers.get(`${dialect.prefix}date`);
  if (own !== null) return own;
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? '' : `${new Date(date).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

/** @returns null when the header is malformed */
export function readScopedHeader(dialect: Dialect, { headers }: Pick<SignedRequest, 'headers'>): ScopedClaim | null {
  const text = (headers.get('authorization') ?? '').slice(dialect.algorithm.length + 1);
  const fields = new Map(
    text.split(',', 8).map((part) => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name.toLowerCase(), value];
    }),
  );
  const field = (name: string) => fields.get(name) ?? '';
  return claimOf(
    dialect,
    {
      credential: field('credential'),
      headers: field(dialect.isOss ? 'additionalheaders' : 'signedheaders'),
      signature: field('signature'),
      dateTime: dateTimeIn(headers, dialect),
    },
    null,
  );
}

/** @returns null when the query is malformed */
export function readScopedQuery(dialect: Dialect, { query }: Pick<SignedRequest, 'query'>): ScopedClaim | null {
  const value = (name: string) => valueIn(query, `${dialect.prefix}${name}`);
  const expires = value('expires');
  const expiresSeconds = EXPIRES.test(expires) ? Number(expires) : 0;
  if (expiresSeconds < 1 || expiresSeconds > MAX_EXPIRES_SECONDS) return null;
  return claimOf(
    dialect,
    {
      credential: value('credential'),
      headers: value(dialect.isOss ? 'additional-headers' : 'signedheaders'),
      signature: value('signature'),
      dateTime: value('date'),
    },
    expiresSeconds,
  );
}

/** Epoch ms when a claim in the query ends. */
export function endOf({ dateTime, expiresSeconds }: ScopedClaim): number {
  return timeOf(dateTime) + (expiresSeconds ?? 0) * SECOND_MS;
}

/** The digest of the body as the sender wrote it; of a signed address it may be left out. */
export function payloadOf({ dialect, expiresSeconds }: ScopedClaim, request: SignedRequest): string {
  const name = `${dialect.prefix}content-sha256`;
  const given = request.headers.get(name) || valueIn(request.query, name);
  return given || (dialect.isOss || expiresSeconds !== null ? 'UNSIGNED-PAYLOAD' : sha256Hex(''));
}

/** The key of a day, region and service. */
export function signingKey(claim: ScopedClaim, secret: string): Buffer {
  return claim.scope
    .split('/')
    .reduce((key: Buffer, part) => hmac('sha256', key, part), Buffer.from(`${claim.dialect.keyPrefix}${secret}`));
}

function signedLines(claim: ScopedClaim, request: SignedRequest, host: string, acceptEncoding: string): string {
  const { headers } = request;
  if (claim.dialect.isOss) {
    const isSigned = (name: string) =>
      name === 'content-type' ||
      name === 'content-md5' ||
      name.startsWith('x-oss-') ||
      (name !== 'host' && claim.signedHeaders.includes(name));
    const lines = headerLines(headers, isSigned);
    return (claim.signedHeaders.includes('host') ? [...lines, `host:${host}\n`].toSorted() : lines).join('');
  }
  const headerValue = (name: string) => {
    if (name === 'host') return host;
    return name === 'accept-encoding' ? acceptEncoding : plainValue(headers.get(name) ?? '');
  };
  return claim.signedHeaders.map((name) => `${name}:${headerValue(name)}\n`).join('');
}

/** The text that is signed. */
export function canonicalRequest(
  claim: ScopedClaim,
  request: SignedRequest,
  host: string,
  acceptEncoding = '',
): string {
  const { dialect } = claim;
  const isInQuery = claim.expiresSeconds !== null;
  return [
    request.method,
    dialect.isOss ? `/${percentEncode(request.bucket)}/${percentEncode(request.key)}` : canonicalPath(request.pathname),
    canonicalQuery(request.query, isInQuery ? `${dialect.prefix}signature` : '', dialect.isOss),
    signedLines(claim, request, host, acceptEncoding),
    claim.signedHeaders.join(';'),
    payloadOf(claim, request),
  ].join('\n');
}

function signatureOf(claim: ScopedClaim, key: Buffer, canonical: string): Buffer {
  const { dialect, dateTime, scope } = claim;
  return hmac('sha256', key, [dialect.algorithm, dateTime, scope, sha256Hex(canonical)].join('\n'));
}

/** Whether the claim is signed with this secret, for one of the hosts. */
export function isScopedValid(claim: ScopedClaim, request: SignedRequest, secret: string): boolean {
  const key = signingKey(claim, secret);
  const given = Buffer.from(claim.signature, 'hex');
  const encodings = claim.signedHeaders.includes('accept-encoding') ? request.acceptEncodings : [''];
  return request.hosts.some((host) =>
    encodings.some((encoding) =>
      equalBytes(given, signatureOf(claim, key, canonicalRequest(claim, request, host, encoding))),
    ),
  );
}
