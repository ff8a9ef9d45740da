import { expect, it } from 'vitest';
import { crc32 } from '#shared/content/crc32.ts';
import { makeNameDecoder } from './zip-names.ts';

const bytes = (hex: string) => Uint8Array.from(hex.split(' '), (pair) => Number.parseInt(pair, 16));
const decodeAll = (...names: Uint8Array[]) => {
  const decode = makeNameDecoder(names);
  return names.map((raw) => decode(raw, false, null));
};

it.each([
  ['UTF-8 without its flag', '53 c3 a3 6f 2e 74 78 74', 'São.txt'],
  ['Shift_JIS', '83 65 83 58 83 67 2e 74 78 74', 'テスト.txt'],
  ['GBK', 'b2 e2 ca d4 ce c4 bc fe 2e 74 78 74', '测试文件.txt'],
  ['code page 866', '8f e0 a8 a2 a5 e2 2e 74 78 74', 'Привет.txt'],
  ['code page 437', '4d 81 6e 63 68 65 6e 2e 74 78 74', 'München.txt'],
])('reads names in %s', (_encoding, hex, name) => {
  expect(decodeAll(bytes(hex))).toEqual([name]);
});

it('chooses one encoding for all names of a file', () => {
  expect(decodeAll(bytes('61 2e 74 78 74'), bytes('83 65 83 58 83 67'), bytes('93 fa 96 7b'))).toEqual([
    'a.txt',
    'テスト',
    '日本',
  ]);
});

it('takes the Unicode field of a name while it was made for that name', () => {
  const raw = bytes('3f 2e 74 78 74');
  const field = new Uint8Array(4 + 6);
  new DataView(field.buffer).setUint32(0, crc32(raw), true);
  field.set(new TextEncoder().encode('ж.txt'), 4);
  const decode = makeNameDecoder([raw]);
  expect(decode(raw, false, field)).toBe('ж.txt');
  field[0] = (field[0] ?? 0) ^ 1;
  expect(decode(raw, false, field)).toBe('?.txt');
});
