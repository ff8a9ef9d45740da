import { describe, expect, it } from 'vitest';
import { ResponseParser } from './response-parser.ts';

function read(wire: string, options: { step?: number; isHead?: boolean } = {}) {
  const seen = {
    heads: [] as { status: number; rawHeaders: string[] }[],
    body: '',
    ends: [] as boolean[],
    continues: 0,
  };
  const parser = new ResponseParser(options.isHead === true, {
    onContinue: () => {
      seen.continues += 1;
    },
    onHead: ({ status, rawHeaders }) => seen.heads.push({ status, rawHeaders }),
    onPiece: (piece) => {
      seen.body += piece.toString();
    },
    onEnd: (reusable) => seen.ends.push(reusable),
  });
  const bytes = Buffer.from(wire);
  const step = options.step ?? bytes.length;
  for (let i = 0; i < bytes.length; i += step) parser.push(bytes.subarray(i, i + step));
  return { ...seen, parser };
}

describe.each([1, 2, 3, 7, 1000])('a response that arrives in pieces of %i bytes', (step) => {
  it('is read by its length', () => {
    const seen = read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nhello', {
      step,
    });
    expect(seen.heads).toEqual([
      { status: 200, rawHeaders: ['Content-Length', '5', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'] },
    ]);
    expect([seen.body, seen.ends]).toEqual(['hello', [true]]);
  });

  it('is read by its chunks, with extensions and trailers left out', () => {
    const seen = read(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nT: 1\r\n\r\n',
      { step },
    );
    expect([seen.body, seen.ends]).toEqual(['hello', [true]]);
  });

  it('may be preceded by 100 Continue', () => {
    const seen = read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', { step });
    expect([seen.continues, seen.heads.map((head) => head.status), seen.ends]).toEqual([1, [204], [true]]);
  });

  it('without a length ends when the peer closes', () => {
    const seen = read('HTTP/1.1 200 OK\r\n\r\nhello', { step });
    expect([seen.body, seen.ends]).toEqual(['hello', []]);
    expect(seen.parser.close()).toBe(true);
    expect(seen.ends).toEqual([false]);
  });
});

it('a response to HEAD has no body, whatever it announces', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', { isHead: true }).ends).toEqual([true]);
});

it('a response with Connection: close is the last on its connection', () => {
  expect(read('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n').ends).toEqual([false]);
});

it('a response cut off before its end is not complete', () => {
  const { parser } = read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel');
  expect(parser.close()).toBe(false);
});

it.each([
  'HTTP/2 200\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0x1\r\n\r\na',
  'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\na',
  'HTTP/1.1 200 OK\r\nContent-Length : 1\r\n\r\na',
  'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n',
  'HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
])('a response that is not understood is refused: %j', (wire) => {
  expect(() => read(wire)).toThrow();
});
