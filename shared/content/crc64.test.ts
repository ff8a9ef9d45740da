import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Crc64, crc64Bytes, crc64nvme } from './crc64.ts';

const MASK = (1n << 64n) - 1n;

/** Bit by bit, as the specification defines it. */
function slow(bytes: Uint8Array): bigint {
  let crc = MASK;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ 0x9a6c9329ac4bc9b5n : crc >> 1n;
  }
  return crc ^ MASK;
}

const toBigInt = ({ high, low }: Crc64) => (BigInt(high) << 32n) | BigInt(low);

test('the CRC-64/NVME of the standard check text is AE8B14860A799888', () => {
  const bytes = crc64Bytes(crc64nvme(new TextEncoder().encode('123456789')));
  expect(Buffer.from(bytes).toString('hex')).toBe('ae8b14860a799888');
});

test('the CRC-64 of any bytes is the one of the bitwise definition, in one run or two', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      const expected = slow(bytes);
      expect(toBigInt(crc64nvme(bytes))).toBe(expected);
      expect(toBigInt(crc64nvme(bytes.subarray(cut), crc64nvme(bytes.subarray(0, cut))))).toBe(expected);
    }),
  );
});
