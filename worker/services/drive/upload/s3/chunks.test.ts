import { expect, it } from 'vitest';
import { ChunkDecoder } from './chunks.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function decoded(framed: string, bite: number): { decoder: ChunkDecoder; text: string } {
  const decoder = new ChunkDecoder();
  const bytes = encode(framed);
  let text = '';
  for (let at = 0; at < bytes.length; at += bite)
    text += new TextDecoder().decode(decoder.decode(bytes.slice(at, at + bite)));
  return { decoder, text };
}

it.each([1, 2, 3, 7, 1_000])('an aws-chunked body is read in bites of %i bytes, trailers too', (bite) => {
  const { decoder, text } = decoded(
    '5;chunk-signature=ab\r\nhello\r\n6\r\n world\r\n0\r\nX-Amz-Checksum-Crc32: AAAA\r\nother:b:c\r\n\r\n',
    bite,
  );
  expect(text).toBe('hello world');
  expect(decoder.isEnded()).toBe(true);
  expect([...decoder.trailers]).toEqual([
    ['x-amz-checksum-crc32', 'AAAA'],
    ['other', 'b:c'],
  ]);
});

it.each(['5\r\nhello\r\n0\r\n', '5\r\nhello\r\n0\r\na:b', '5\r\nhello\r\n0;chunk-signature=ab\r\n\r\n\r\n'])(
  'an aws-chunked body may leave out what follows its last chunk, or end with one line more: %j',
  (framed) => {
    const { decoder, text } = decoded(framed, 4);
    expect([text, decoder.isEnded()]).toEqual(['hello', true]);
  },
);

it('in a thousand chunks of one byte is read, and in more of them is refused', () => {
  expect(decoded(`${'1\r\nx\r\n'.repeat(999)}0\r\n\r\n`, 1_000).text).toHaveLength(999);
  expect(() => decoded(`${'1\r\nx\r\n'.repeat(1_001)}0\r\n\r\n`, 1_000)).toThrow('too many tiny chunks');
  expect(decoded(`${`40\r\n${'x'.repeat(64)}\r\n`.repeat(3_000)}0\r\n\r\n`, 1_000).text).toHaveLength(192_000);
});

it.each(['', '5\r\nhel', '5\r\nhello\r\n'])('that stops before its last chunk has not ended: %j', (framed) => {
  expect(decoded(framed, 100).decoder.isEnded()).toBe(false);
});

it.each([
  'xyz\r\nhello\r\n0\r\n',
  '3\r\nhello\r\n0\r\n',
  '1'.repeat(5_000),
  '5 5\r\nhello\r\n',
  '-5\r\nhello\r\n',
  `0\r\n\r\n${'x'.repeat(100)}`,
  `0\r\n${'a:b\r\n'.repeat(1)}${Array.from({ length: 20 }, (_, at) => `n${at}:b\r\n`).join('')}`,
  '0\r\nno trailer\r\n',
])('an aws-chunked body is refused when it is malformed: %.20j', (framed) => {
  expect(() => decoded(framed, 100_000)).toThrow();
});
