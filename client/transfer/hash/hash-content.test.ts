import { createHash, createHmac } from 'node:crypto';
import { createSHA1, createSHA256 } from 'hash-wasm';
import { describe, expect, test } from 'vitest';
import { contentKeyOfWindows } from '#shared/content/content-key.ts';
import { gcid, gcidBlockBytes } from '#shared/content/gcid.ts';
import { answerChallenge } from '#shared/content/proof.ts';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import { KIB, MIB } from '#shared/units.ts';
import { type HashEngine, makeHashEngine } from './digests.ts';
import { fingerprintOf, proofOf } from './hash-content.ts';

const sha = (name: string) => (bytes: Uint8Array) => createHash(name).update(bytes).digest();

/** Bytes that differ from place to place, the same in every run. */
function bytesOf(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  const integers = new Uint32Array(bytes.buffer, 0, Math.floor(sizeBytes / 4));
  for (let at = 0; at < integers.length; at += 1) integers[at] = Math.imul(at + 1, 0x9e3779b1);
  return bytes;
}

function pieces(bytes: Uint8Array, pieceBytes: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes));
}

/** The same names by another road: the whole content at once, node:crypto. */
async function expectedOf(bytes: Uint8Array) {
  const windows = pieces(bytes, WINDOW_BYTES).map(sha('sha256'));
  const blocks = pieces(bytes, gcidBlockBytes(bytes.length)).map(sha('sha1'));
  return {
    contentKey: await contentKeyOfWindows(windows, bytes.length, sha('sha256')),
    gcid: await gcid(blocks, sha('sha1')),
  };
}

const goOn = { isStopped: () => false, onHashed: () => undefined };

const noWasm = () => Promise.reject(new Error('no WebAssembly'));
const engines: [string, () => HashEngine][] = [
  ['hash-wasm for digests of digests', () => makeHashEngine(crypto.subtle)],
  ['a browser without WebAssembly', () => makeHashEngine(crypto.subtle, { sha1: noWasm, sha256: noWasm })],
];

describe.each(engines)('with %s', (_, makeEngine) => {
  test.each([
    ['nothing', 0],
    ['one byte', 1],
    ['one block', 256 * KIB],
    ['one window', WINDOW_BYTES],
    ['one slice and a byte', 2 * WINDOW_BYTES + 1],
    ['five windows less a byte', 5 * WINDOW_BYTES - 1],
  ])('a file of %s is named as the server names it', async (_size, sizeBytes) => {
    const bytes = bytesOf(sizeBytes);
    expect(await fingerprintOf(new Blob([bytes]), makeEngine(), goOn)).toEqual(await expectedOf(bytes));
  });

  test('five known bytes have their known fingerprint', async () => {
    expect(await fingerprintOf(new Blob(['hello']), makeEngine(), goOn)).toEqual({
      contentKey: '1-ecf186e65eb1f6f47af50db0ae2ec31e6e3c1e04bb56365ed5223611ac0a6b96',
      gcid: '6B4F89A54E2D27ECD7E8DA05B4AB8FD9D1D8B119',
    });
  });

  test.each([
    ['small', 70_000],
    ['large', 3 * MIB + 7],
  ])('a challenge over a %s file is answered by the one rule of shared/content', async (_size, sizeBytes) => {
    const bytes = bytesOf(sizeBytes);
    const spans = [
      { start: 0, end: 64 },
      { start: sizeBytes - 100, end: sizeBytes },
    ];
    const chunks = spans.map(({ start, end }) => bytes.subarray(start, end));
    const nonce = Uint8Array.from([0, 1, 0xfe, 0xff, 16, 32]);
    const expected = await answerChallenge(nonce, sizeBytes, spans, chunks, (key, message) =>
      createHmac('sha256', key).update(message).digest(),
    );
    const ranges = spans.map(({ start, end }) => ({ start, length: end - start }));
    const challenge = { nonce: '0001feff1020', ranges };
    expect(await proofOf(new Blob([bytes]), challenge, makeEngine())).toBe(expected);
  });
});

test('blocks of the gcid grow with the file', async () => {
  const bytes = bytesOf(129 * MIB);
  expect(await fingerprintOf(new Blob([bytes]), makeHashEngine(crypto.subtle), goOn)).toEqual(await expectedOf(bytes));
});

test('progress is reported after each slice, and a stopped file is not read further', async () => {
  const content = new Blob([bytesOf(5 * WINDOW_BYTES)]);
  const told: number[] = [];
  const engine = makeHashEngine(crypto.subtle);
  const onHashed = (bytes: number) => told.push(bytes);
  await fingerprintOf(content, engine, { isStopped: () => false, onHashed });
  expect(told).toEqual([2 * WINDOW_BYTES, 4 * WINDOW_BYTES, 5 * WINDOW_BYTES]);
  told.length = 0;
  expect(await fingerprintOf(content, engine, { isStopped: () => told.length === 1, onHashed })).toBeNull();
  expect(told).toEqual([2 * WINDOW_BYTES]);
});

test('a range outside the file has no proof', async () => {
  const challenge = { nonce: '00', ranges: [{ start: 2, length: 2 }] };
  await expect(proofOf(new Blob(['abc']), challenge, makeHashEngine(crypto.subtle))).rejects.toThrow(RangeError);
});

test('hash-wasm takes every digest of a window and of a block', async () => {
  const counts = { sha1: 0, sha256: 0 };
  const counted =
    (name: 'sha1' | 'sha256', make: typeof createSHA1): typeof createSHA1 =>
    async () => {
      const hasher = await make();
      const { update } = hasher;
      hasher.update = (bytes) => {
        counts[name] += 1;
        return update(bytes);
      };
      return hasher;
    };
  const engine = makeHashEngine(crypto.subtle, {
    sha1: counted('sha1', createSHA1),
    sha256: counted('sha256', createSHA256),
  });
  const bytes = bytesOf(3 * WINDOW_BYTES);
  expect(await fingerprintOf(new Blob([bytes]), engine, goOn)).toEqual(await expectedOf(bytes));
  // Three windows after the domain and the size; blocks of 256 KiB.
  expect(counts).toEqual({ sha1: (3 * WINDOW_BYTES) / (256 * KIB), sha256: 2 + 3 });
});
