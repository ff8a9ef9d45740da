import { expect, it } from 'vitest';
import { placeIn, readChecksum, readMetadata, requireCount } from './metadata.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

it('metadata is pairs of a key and a value, which may be empty or left out', () => {
  const read = readMetadata(`filename ${base64('–ü.txt')}, is_confidential,type ${base64('')}`);
  expect([...read]).toEqual([
    ['filename', '–ü.txt'],
    ['is_confidential', ''],
    ['type', ''],
  ]);
  expect(readMetadata('').size).toBe(0);
  expect(readMetadata(' ').size).toBe(0);
});

it.each([
  'filename x',
  'filename YQ== YQ==',
  'ü YQ==',
  ',filename YQ==',
  'filename YQ==,filename YQ==',
  'filename /w==',
  `filename ${'A'.repeat(1_000)}`,
])('metadata: %j is refused', (header) => expect(() => readMetadata(header)).toThrow('invalid_argument'));

it('metadata: names the file and its folder', () => {
  const place = (values: Record<string, string>) => placeIn(new Map(Object.entries(values)));
  expect(place({ filename: 'a' })).toEqual({ name: 'a', folder: [] });
  expect(place({ name: 'a', folder: '//x/y/' })).toEqual({ name: 'a', folder: ['x', 'y'] });
  for (const folder of ['..', 'a/../b', './a', 'a/'.repeat(201)])
    expect(() => place({ filename: 'a', folder })).toThrow('invalid_argument');
  expect(() => place({})).toThrow('invalid_argument');
});

it('a checksum has an algorithm that is offered, and a digest of its length', () => {
  expect(readChecksum(null)).toBeNull();
  const sum = base64('x'.repeat(20));
  expect(readChecksum(`sha1 ${sum}`)).toMatchObject({ algorithm: 'sha1' });
  for (const header of ['', 'sha1', `sha512 ${sum}`, `sha256 ${sum}`, `sha1 ${sum} x`, 'sha1 ***'])
    expect(() => readChecksum(header)).toThrow('invalid_argument');
});

it('a count is decimal digits', () => {
  const count = (value: string) => requireCount(new Headers({ 'upload-offset': value }), 'upload-offset');
  expect(count('12')).toBe(12);
  for (const value of ['', '-1', '1e3', '0x1', '1.5', '9007199254740993']) expect(() => count(value)).toThrow();
  expect(() => requireCount(new Headers(), 'upload-offset')).toThrow('invalid_argument');
});
