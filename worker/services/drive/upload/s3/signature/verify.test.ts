import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { s3ErrorOf } from '../errors.ts';
import { readQuery, type SignedRequest } from './request.ts';
import { AWS4, canonicalRequest, isScopedValid, readScopedHeader, readScopedQuery } from './scoped.ts';
import { requireSigned } from './verify.ts';

/** Published examples of the protocol: these keys, this bucket and this time are theirs. */
const AWS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', accessKeySecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const HOST = 'examplebucket.s3.amazonaws.com';
const AT = Date.UTC(2013, 4, 24);
const EMPTY = createHash('sha256').update('').digest('hex');

function requestOf(method: string, address: string, headers: Record<string, string>): SignedRequest {
  const url = new URL(address);
  return {
    method,
    pathname: url.pathname,
    query: readQuery(url.search) ?? [],
    headers: new Headers(headers),
    hosts: [url.host],
    acceptEncodings: [''],
    bucket: 'magpie',
    key: url.pathname.slice(1),
  };
}

const authorization = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=${AWS.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    return s3ErrorOf(error).code;
  }
}

const EXAMPLES: readonly (readonly [name: string, request: SignedRequest])[] = [
  [
    'GET of an object',
    requestOf('GET', `https://${HOST}/test.txt`, {
      range: 'bytes=0-9',
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    }),
  ],
  [
    'PUT of an object',
    requestOf('PUT', `https://${HOST}/test%24file.text`, {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    }),
  ],
  [
    'GET of a part of the bucket that has no value',
    requestOf('GET', `https://${HOST}/?lifecycle`, {
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      ),
    }),
  ],
  [
    'GET of a list',
    requestOf('GET', `https://${HOST}/?max-keys=2&prefix=J`, {
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    }),
  ],
  [
    'an address that is signed',
    requestOf(
      'GET',
      `https://${HOST}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
      {},
    ),
  ],
  [
    'PUT in signed chunks',
    requestOf('PUT', 'https://s3.amazonaws.com/examplebucket/chunkObject.txt', {
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '66560',
      'content-length': '66824',
      authorization: authorization(
        'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
        '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
      ),
    }),
  ],
];

it.each(EXAMPLES)('%s is signed as published', (_name, request) => {
  expect(codeOf(() => requireSigned(request, AWS, AT))).toBe('ok');
});

it.each(EXAMPLES)(
  'the published examples of Signature Version 4: %s with another secret, method, path, query or host is not',
  (_name, request) => {
    const refused = 'SignatureDoesNotMatch';
    expect(codeOf(() => requireSigned(request, { ...AWS, accessKeySecret: 'other' }, AT))).toBe(refused);
    expect(codeOf(() => requireSigned({ ...request, method: 'DELETE' }, AWS, AT))).toBe(refused);
    expect(codeOf(() => requireSigned({ ...request, pathname: `${request.pathname}x` }, AWS, AT))).toBe(refused);
    expect(codeOf(() => requireSigned({ ...request, query: [...request.query, ['a', '']] }, AWS, AT))).toBe(refused);
    expect(codeOf(() => requireSigned({ ...request, hosts: ['other.example'] }, AWS, AT))).toBe(refused);
    expect(codeOf(() => requireSigned({ ...request, hosts: ['other.example', ...request.hosts] }, AWS, AT))).toBe('ok');
    expect(codeOf(() => requireSigned(request, { ...AWS, accessKeyId: 'other' }, AT))).toBe('InvalidAccessKeyId');
  },
);

it('the text of the first example is the published one', () => {
  const [, request] = EXAMPLES[0] ?? [];
  const claim = request && readScopedHeader(AWS4, request);
  const text = request && claim ? canonicalRequest(claim, request, HOST) : '';
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972',
  );
});

const [, inHeader] = EXAMPLES[0] ?? [];
const inQuery = EXAMPLES[4]?.[1];
const MINUTE = 60_000;

it.each([
  [-15, 'ok'],
  [-16, 'RequestTimeTooSkewed'],
  [15, 'ok'],
  [16, 'RequestTimeTooSkewed'],
])('the time of a request: %i minutes from ours in a header: %s', (minutes, code) => {
  expect(inHeader && codeOf(() => requireSigned(inHeader, AWS, AT + minutes * MINUTE))).toBe(code);
});

it.each([
  [-16, 'RequestTimeTooSkewed'],
  [24 * 60 - 1, 'ok'],
  [24 * 60, 'AccessDenied'],
])('the time of a request: %i minutes from ours in an address for a day: %s', (minutes, code) => {
  expect(inQuery && codeOf(() => requireSigned(inQuery, AWS, AT + minutes * MINUTE))).toBe(code);
});

/** The old protocols, as their documents say it. */
const OSS = { accessKeyId: 'STS.1', accessKeySecret: 'secret' };
const DATE = 'Sat, 28 Nov 2026 19:33:23 GMT';
const NOW = Date.parse(DATE);
const signed = (lines: readonly string[]) => createHmac('sha1', 'secret').update(lines.join('\n')).digest('base64');

const put = (headers: Record<string, string>, query = '') =>
  requestOf('PUT', `https://drive.example.com/u-V1${query}`, headers);

it.each([
  ['with x-oss-date in the line of the date', { 'x-oss-date': DATE }, [DATE, `x-oss-date:${DATE}`]],
  ['with Date', { date: DATE }, [DATE]],
])('the signatures of HMAC-SHA1: OSS %s', (_how, headers, lines) => {
  const signature = signed(['PUT', 'md5', 'text/plain', ...lines, '/magpie/u-V1?partNumber=1&uploadId=V1']);
  const request = put(
    { ...headers, 'content-md5': 'md5', 'content-type': 'text/plain', authorization: `OSS STS.1:${signature}` },
    '?uploadId=V1&partNumber=1&max-parts=5',
  );
  expect(codeOf(() => requireSigned(request, OSS, NOW))).toBe('ok');
  expect(codeOf(() => requireSigned({ ...request, method: 'POST' }, OSS, NOW))).toBe('SignatureDoesNotMatch');
  expect(codeOf(() => requireSigned(request, OSS, NOW + 16 * 60_000))).toBe('RequestTimeTooSkewed');
});

it('OSS in the query, until its time has come', () => {
  const expires = NOW / 1_000 + 60;
  const signature = signed(['PUT', '', '', String(expires), '/magpie/u-V1?security-token=t']);
  const request = put(
    {},
    `?OSSAccessKeyId=STS.1&Expires=${expires}&security-token=t&Signature=${encodeURIComponent(signature)}`,
  );
  expect(codeOf(() => requireSigned(request, OSS, NOW))).toBe('ok');
  expect(codeOf(() => requireSigned(request, OSS, NOW + 60_000))).toBe('AccessDenied');
});

it('AWS of version 2, where the header of the protocol leaves the line of the date empty', () => {
  const signature = signed([
    'PUT',
    '',
    'text/plain',
    '',
    `x-amz-date:${DATE}`,
    'x-amz-security-token:t',
    '/magpie/u-V1',
  ]);
  const request = requestOf('PUT', 'https://drive.example.com/magpie/u-V1', {
    'content-type': 'text/plain',
    'x-amz-date': DATE,
    'x-amz-security-token': 't',
    authorization: `AWS STS.1:${signature}`,
  });
  expect(codeOf(() => requireSigned(request, OSS, NOW))).toBe('ok');
  expect(codeOf(() => requireSigned({ ...request, key: 'u-V2', pathname: '/u-V2' }, OSS, NOW))).toBe(
    'SignatureDoesNotMatch',
  );
});

it.each([
  ['nothing', {}, '', 'AccessDenied'],
  ['a bearer', { authorization: 'Bearer x' }, '', 'SignatureDoesNotMatch'],
  ['another algorithm', { authorization: 'AWS4-ECDSA-P256-SHA256 Credential=a' }, '', 'SignatureDoesNotMatch'],
  ['no date', { authorization: 'OSS STS.1:MHEeN9ooiNh1doGQKyIMSuRyiNs=' }, '', 'SignatureDoesNotMatch'],
  ['half a query', {}, '?X-Amz-Signature=00', 'SignatureDoesNotMatch'],
])('a request with %s is refused', (_what, headers, query, code) => {
  expect(codeOf(() => requireSigned(requestOf('PUT', `https://a.example/u-V1${query}`, headers), OSS, NOW))).toBe(code);
});

it('a header that names no host, another service or another day is none', () => {
  const [, request] = EXAMPLES[0] ?? [];
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  const read = (text: string) =>
    request &&
    readScopedHeader(AWS4, { headers: new Headers({ ...Object.fromEntries(request.headers), authorization: text }) });
  expect(read(authorization('host', signature))).not.toBeNull();
  expect(read(authorization('range;x-amz-date', signature))).toBeNull();
  expect(read(authorization('host', signature).replace('/s3/', '/iam/'))).toBeNull();
  expect(read(authorization('host', signature).replace('/20130524/', '/20130525/'))).toBeNull();
  expect(read(authorization('host', 'F0'))).toBeNull();
});

it('an encoding that a proxy wrote anew is compared with those that programs sign', () => {
  const headers = {
    'accept-encoding': 'gzip, br',
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-date': '20130524T000000Z',
    authorization: authorization('accept-encoding;host;x-amz-content-sha256;x-amz-date', '0'.repeat(64)),
  };
  const request = { ...requestOf('PUT', `https://${HOST}/u-V1`, headers), acceptEncodings: ['gzip, br', 'identity'] };
  const claim = readScopedHeader(AWS4, request);
  const text = claim ? canonicalRequest(claim, request, HOST, 'identity') : '';
  expect(text).toContain('\naccept-encoding:identity\n');
  expect(claim && isScopedValid(claim, request, AWS.accessKeySecret)).toBe(false);
});

it('no header or query ends otherwise than in a refusal', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('AWS4-HMAC-SHA256 ', 'OSS4-HMAC-SHA256 ', 'OSS ', 'AWS ', ''),
      fc.string({ maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      (word, text, search) => {
        const query = readQuery(`?${search}`);
        const printable = (word + text).replace(/[^\x20-\x7e]/g, '');
        const request = { ...requestOf('PUT', 'https://a.example/u-V1', {}), query: query ?? [] };
        const headers = new Headers({ authorization: printable, date: text.replace(/[^\x20-\x7e]/g, '') });
        expect(codeOf(() => requireSigned({ ...request, headers }, OSS, NOW))).not.toMatch(/ok|InternalError/);
        expect(readScopedQuery(AWS4, request)).toBeNull();
      },
    ),
  );
});
