import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32, crc32Combine, crc32c, crc32Hex } from './crc32.ts';

const bytes = fc.uint8Array({ maxLength: 500 });

test('the checksum of the standard check text is CBF43926', () => {
  expect(crc32Hex(crc32(new TextEncoder().encode('123456789')))).toBe('cbf43926');
  expect(crc32(new Uint8Array(0))).toBe(0);
  expect(crc32Hex(0)).toBe('00000000');
});

test('the CRC-32C of the standard check text is E3069283, in one run or two', () => {
  const text = new TextEncoder().encode('123456789');
  expect(crc32Hex(crc32c(text))).toBe('e3069283');
  expect(crc32Hex(crc32c(text.subarray(3), crc32c(text.subarray(0, 3))))).toBe('e3069283');
  // RFC 3720, appendix B.4: 32 bytes of zeros.
  expect(crc32Hex(crc32c(new Uint8Array(32)))).toBe('8a9136aa');
});

test('the checksum of any bytes at any place of a buffer is the one zip readers compute', () => {
  fc.assert(
    fc.property(bytes, fc.nat(20), (content, skip) => {
      const run = content.subarray(Math.min(skip, content.length));
      expect(crc32(run)).toBe(zlibCrc32(run));
    }),
  );
});

test('a checksum may be carried on run by run', () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(crc32(b, crc32(a))).toBe(zlibCrc32(Buffer.concat([a, b])));
    }),
  );
});

test('checksums of neighbours combine without their bytes', () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(crc32Combine(crc32(a), crc32(b), b.length)).toBe(zlibCrc32(Buffer.concat([a, b])));
    }),
  );
});

test('combining is the same in any grouping, also past 4 GiB', () => {
  const checksum = fc.nat(0xffffffff);
  const length = fc.integer({ min: 0, max: 2 ** 45 });
  fc.assert(
    fc.property(checksum, checksum, checksum, length, length, (a, b, c, lengthB, lengthC) => {
      const leftFirst = crc32Combine(crc32Combine(a, b, lengthB), c, lengthC);
      const rightFirst = crc32Combine(a, crc32Combine(b, c, lengthC), lengthB + lengthC);
      expect(leftFirst).toBe(rightFirst);
    }),
  );
});
