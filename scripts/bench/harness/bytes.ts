/** Generated files, so that a gibibyte needs no disk; and the plain HTTP that carries their bytes. */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import http from 'node:http';

const BLOCK_BYTES = 1024 * 1024;
const STAMP_BYTES = 16;

/** The bytes of one file, which can be made from any place on. */
export interface FileBytes {
  sizeBytes: number;
  /** Bytes of `start` to `end` (exclusive), in pieces of at most 1 MiB; each piece is the reader's own. */
  read(start: number, end: number): Generator<Buffer<ArrayBuffer>>;
}

/**
 * A file like no other: every block carries the file's own mark and its place.
 * @param base  what its blocks are otherwise made of, for many files: making a new one takes longer than sending it
 */
export function makeFile(sizeBytes: number, base: Buffer = randomBytes(BLOCK_BYTES)): FileBytes {
  const mark = randomBytes(STAMP_BYTES / 2);
  return {
    sizeBytes,
    *read(start, end) {
      for (let at = start; at < end; ) {
        const block = Math.floor(at / BLOCK_BYTES);
        const whole = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        base.copy(whole);
        mark.copy(whole);
        whole.writeUIntBE(block, STAMP_BYTES / 2, 6);
        const from = at - block * BLOCK_BYTES;
        const until = Math.min(BLOCK_BYTES, end - block * BLOCK_BYTES);
        yield whole.subarray(from, until);
        at = block * BLOCK_BYTES + until;
      }
    },
  };
}

/** Files of one size, each like no other. */
export function makeFiles(count: number, sizeBytes: number): FileBytes[] {
  const base = randomBytes(BLOCK_BYTES);
  return Array.from({ length: count }, () => makeFile(sizeBytes, base));
}

/** SHA-256 of a file, as it must come back. */
export function digestOf(file: FileBytes): string {
  const hash = createHash('sha256');
  for (const piece of file.read(0, file.sizeBytes)) hash.update(piece);
  return hash.digest('hex');
}

const agent = new http.Agent({ keepAlive: true });

/** Closes idle connections; call it between rounds that must not share them. */
export function closeConnections(): void {
  agent.destroy();
}

/** Sends a span of a file. @returns the answer's text. @throws Error on any answer but 2xx */
export function sendBytes(
  method: 'PUT' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  file: FileBytes,
  start: number,
  end: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method,
      agent,
      headers: { ...headers, 'content-length': end - start, 'content-type': 'application/octet-stream' },
    });
    request.once('error', reject);
    request.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${method} ${url} answered ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    const pieces = file.read(start, end);
    const push = (): void => {
      for (let next = pieces.next(); !next.done; next = pieces.next()) {
        if (request.write(next.value)) continue;
        request.once('drain', push);
        return;
      }
      request.end();
    };
    push();
  });
}

/** PUT of a span of a file. @throws Error on any answer but 2xx */
export async function putBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: FileBytes,
  start: number,
  end: number,
): Promise<void> {
  await sendBytes('PUT', url, headers, file, start, end);
}

/** GET of an address, its bytes counted and, when wanted, hashed. @throws Error on any answer but 200 */
export function getBytes(url: string, hash?: Hash): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent });
    request.once('error', reject);
    request.once('response', (answer) => {
      let sizeBytes = 0;
      if (answer.statusCode !== 200) reject(new Error(`GET ${url} answered ${answer.statusCode}`));
      answer.on('data', (piece: Buffer) => {
        sizeBytes += piece.length;
        hash?.update(piece);
      });
      answer.once('error', reject);
      answer.once('aborted', () => reject(new Error(`GET ${url} broke off after ${sizeBytes} bytes`)));
      answer.once('end', () => resolve(sizeBytes));
    });
  });
}
