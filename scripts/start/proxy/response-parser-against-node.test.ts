/** Our parser against Node's: nothing that Node refuses is accepted, and both read accepted answers the same. */
import http from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ResponseHead, ResponseParser } from './response-parser.ts';

interface Reading {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** @returns undefined when the response was refused or cut off; else also how many bytes it took */
function readOwn(
  wire: Buffer,
  method: string,
  stepBytes: number,
): { reading: Reading; takenBytes: number } | undefined {
  const heads: ResponseHead[] = [];
  let body = '';
  let isComplete = false;
  let at = 0;
  const parser = new ResponseParser(method === 'HEAD', {
    onContinue: () => undefined,
    onHead: (head) => heads.push(head),
    onPiece(piece) {
      body += piece.toString('latin1');
    },
    onEnd() {
      isComplete = true;
    },
  });
  try {
    // Bytes after a complete response break the connection; the response itself has been delivered.
    for (; at < wire.length && !isComplete; at += stepBytes)
      parser.push(Buffer.from(wire.subarray(at, at + stepBytes)));
    parser.close();
  } catch {
    // Refused, unless the response was complete before the refused bytes.
  }
  const [head] = heads;
  if (head === undefined || !isComplete) return undefined;
  return { reading: { status: head.status, rawHeaders: head.rawHeaders, body }, takenBytes: at };
}

/** Reads the wire with the client of node:http, which stays strict by default. */
function readNode(wire: Buffer, method: string): Promise<Reading | undefined> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read: () => undefined,
      write(_piece, _encoding, done) {
        done();
        socket.push(wire);
        socket.push(null);
      },
    });
    const request = http.request({ method, createConnection: () => socket, setHost: false, headers: ['host', 'a'] });
    const refuse = () => resolve(undefined);
    request.on('error', refuse);
    request.on('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      refuse();
    });
    let hasResponse = false;
    request.on('close', () => hasResponse || refuse());
    request.on('response', (response) => {
      hasResponse = true;
      let body = '';
      response.setEncoding('latin1').on('data', (piece: string) => {
        body += piece;
      });
      response.on('error', refuse);
      response.on('close', refuse);
      response.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = response;
        resolve({ status, rawHeaders, body });
      });
    });
    request.end();
  });
}

const method = fc.constantFrom('GET', 'HEAD', 'POST');
const stepBytes = fc.constantFrom(1, 2, 3, 7, 64, 100_000);
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
const text = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,20}$/).map((each) => each.trim());
const bytes = fc.string({ unit: fc.constantFrom('a', '0', '\r', '\n', ':', ' ', '\x00', '\xff'), maxLength: 40 });
const isFraming = (name: string) => /^(?:content-length|transfer-encoding|connection|upgrade)$/i.test(name);
const fields = fc.array(
  fc.tuple(
    token.filter((name) => !isFraming(name)),
    text,
  ),
  { maxLength: 5 },
);
const lines = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
const chunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`;

/** Well-formed responses with each kind of framing. */
const wellFormed = fc
  .record({
    before: fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    status: fc.constantFrom(200, 201, 204, 206, 304, 404, 500),
    fields,
    body: bytes,
    framing: fc.constantFrom('length', 'chunked', 'close'),
    trailers: fields,
  })
  .map(({ before, status, fields: own, body, framing, trailers }) => {
    const isEmpty = status === 204 || status === 304;
    const head = `${before}HTTP/1.1 ${status} Some reason\r\n${lines(own)}`;
    if (framing === 'close' || isEmpty) return `${head}\r\n${isEmpty ? '' : body}`;
    if (framing === 'length') return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const chunks = body === '' ? '' : chunk(body.slice(0, 7)) + (body.length > 7 ? chunk(body.slice(7)) : '');
    return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n${lines(trailers)}\r\n`;
  });

/** Smuggling attacks vary framing fields, line ends, blanks and sizes. */
const FRAGMENTS = [
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\0',
  ':',
  ';',
  ',',
  '0',
  '5',
  '+5',
  '-1',
  '0x5',
  '1e1',
  'ff',
  'FFFFFFFFFFFFFFFF',
  'Content-Length: 5\r\n',
  'Content-Length: 6\r\n',
  'Content-Length:\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length : 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding: identity\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Transfer-Encoding:\x0bchunked\r\n',
  ' folded\r\n',
  'Connection: close\r\n',
  'Connection: keep-alive, close\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.0 200 OK\r\n',
  'HTTP/1.1 200\r\n',
  '0\r\n\r\n',
  ';a=b',
  ';a="b"',
  ';',
  '\x80',
];

const mutation = fc.record({ at: fc.nat(), removed: fc.nat({ max: 6 }), put: fc.constantFrom('', ...FRAGMENTS) });
const malformed = fc.tuple(wellFormed, fc.array(mutation, { minLength: 1, maxLength: 4 })).map(([wire, mutations]) =>
  mutations.reduce((all, { at, removed, put }) => {
    const start = at % (all.length + 1);
    return all.slice(0, start) + put + all.slice(start + removed);
  }, wire),
);

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_500);
const TIMEOUT_MS = 30_000 + 5 * RUNS;

/** Node reads the bytes that we took for the response as the same, complete response; the size of pieces changes nothing. */
async function expectSameReading(wire: string, method: string, stepBytes: number): Promise<boolean> {
  const sent = Buffer.from(wire, 'latin1');
  const own = readOwn(sent, method, 1);
  expect(readOwn(sent, method, stepBytes)?.reading).toEqual(own?.reading);
  if (own === undefined) return false;
  expect(own.reading).toEqual(await readNode(sent.subarray(0, own.takenBytes), method));
  return true;
}

test('a well-formed response is read as Node reads it, in pieces of any size', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(wellFormed, method, stepBytes, async (wire, asked, step) => {
      expect(await expectSameReading(wire, asked, step)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test('no malformed response is accepted that Node refuses, or read in another way', {
  timeout: TIMEOUT_MS,
}, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(malformed, method, stepBytes, async (wire, asked, step) => {
      if (await expectSameReading(wire, asked, step)) accepted += 1;
    }),
    { numRuns: RUNS * 2 },
  );
  // Were all of them refused, the comparison would prove nothing.
  expect(accepted).toBeGreaterThan(RUNS / 10);
});
