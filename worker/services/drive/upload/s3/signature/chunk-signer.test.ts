import { expect, it } from 'vitest';
import { BodyMalformed } from '../../body/stream-body.ts';
import { ChunkDecoder } from '../chunks.ts';
import type { ChunkSigner } from './chunk-signer.ts';
import { AWS4, signingKey } from './scoped.ts';

/** Published examples of the protocol: key, time and signatures are theirs. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const SCOPE = '20130524/us-east-1/s3/aws4_request';
const DATE_TIME = '20130524T000000Z';
const CLAIM = { dialect: AWS4, accessKeyId: '', scope: SCOPE, dateTime: DATE_TIME, signedHeaders: [], signature: '' };

function signer(seed: string, hasTrailer: boolean): ChunkSigner {
  const key = signingKey({ ...CLAIM, expiresSeconds: null }, SECRET);
  return { key, dateTime: DATE_TIME, scope: SCOPE, seed, hasTrailer };
}

const chunk = (size: number, signature: string) =>
  `${size.toString(16)};chunk-signature=${signature}\r\n${'a'.repeat(size)}${size === 0 ? '' : '\r\n'}`;

const PLAIN = {
  seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  body: [
    chunk(65_536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'),
    chunk(1_024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'),
    chunk(0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
    '\r\n',
  ].join(''),
};
const TRAILED = {
  seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
  body: [
    chunk(65_536, 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2'),
    chunk(1_024, '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7'),
    chunk(0, '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992'),
    'x-amz-checksum-crc32c:sOO8/Q==\r\n',
    'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n',
    '\r\n',
  ].join(''),
};

/** @returns how many bytes of content there were; the refusal of a body that is not signed so */
function decode(body: string, seed: string, hasTrailer: boolean, piece = 10_000): number | string {
  const decoder = new ChunkDecoder(signer(seed, hasTrailer));
  const bytes = new TextEncoder().encode(body);
  let length = 0;
  try {
    for (let at = 0; at < bytes.length; at += piece) length += decoder.decode(bytes.slice(at, at + piece)).length;
    return decoder.isEnded() ? length : 'cut off';
  } catch (error) {
    if (!(error instanceof BodyMalformed)) throw error;
    return decoder.isForged ? 'forged' : 'malformed';
  }
}

const CASES = [
  ['chunks', PLAIN.body, PLAIN.seed, false],
  ['chunks and a trailer', TRAILED.body, TRAILED.seed, true],
] as const;

it.each(CASES)('the published example of %s is signed, in pieces of any size', (_what, body, seed, hasTrailer) => {
  for (const piece of [1_000_000, 10_000, 77]) expect(decode(body, seed, hasTrailer, piece)).toBe(66_560);
});

it.each(CASES)('of %s another byte, signature, order, seed or cut is found', (_what, body, seed, hasTrailer) => {
  expect(decode(body.replace('\r\na', '\r\nb'), seed, hasTrailer)).toBe('forged');
  expect(decode(body.replace(/chunk-signature=./, 'chunk-signature=0'), seed, hasTrailer)).toBe('forged');
  expect(decode(body.replace(/;chunk-signature=\w+/, ''), seed, hasTrailer)).toBe('forged');
  expect(decode(body, '0'.repeat(64), hasTrailer)).toBe('forged');
  const first = body.indexOf('400;');
  expect(decode(body.slice(first), seed, hasTrailer)).toBe('forged');
  expect(decode(body.slice(0, first), seed, hasTrailer)).toBe('cut off');
});

it('another trailer, or none where one is signed, is found', () => {
  expect(decode(TRAILED.body.replace('sOO8', 'sOO9'), TRAILED.seed, true)).toBe('forged');
  expect(decode(TRAILED.body.replace(/x-amz-trailer-signature:.*\r\n/, ''), TRAILED.seed, true)).toBe('forged');
  expect(decode(TRAILED.body.replace(/x-amz-checksum[\s\S]*/, ''), TRAILED.seed, true)).toBe('forged');
  expect(decode(TRAILED.body.replace(/x-amz-checksum[\s\S]*/, '\r\n'), TRAILED.seed, true)).toBe('forged');
});
