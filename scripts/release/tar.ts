/** Tar archives that are the same bytes for the same files: order, times and owners are fixed. By GNU tar and the zlib of this Node. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ReleaseRefused } from './refused.ts';

export interface Written {
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Of the archive before compression. */
  readonly innerSha256: string;
}

export interface TarOptions {
  /** Its entries are archived. */
  readonly folder: string;
  /** Entries of the folder. */
  readonly names: readonly string[];
  readonly file: string;
  /** Time of every entry, seconds since 1970. */
  readonly seconds: number;
  readonly compress: boolean;
  /** User and group of every entry. */
  readonly owner?: number;
  /** Symbolic, as of chmod. Without it: readable by any user, writable by the owner. */
  readonly mode?: string;
}

const READABLE = 'u+rwX,go+rX,go-w,ug-s';

function counter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new PassThrough();
  through.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  return { through, end: () => ({ sha256: hash.digest('hex'), bytes }) };
}

/** Of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

export async function writeTar(options: TarOptions): Promise<Written> {
  const { folder, names, file, seconds, compress, owner = 0, mode = READABLE } = options;
  const fixed = ['--format=gnu', '--sort=name', '--numeric-owner', `--owner=${owner}`, `--group=${owner}`];
  const args = ['-C', folder, ...fixed, `--mtime=@${seconds}`, `--mode=${mode}`, '-cf', '-', '--', ...names];
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [inner, outer] = [counter(), counter()];
  const stages = compress ? [inner.through, createGzip({ level: 6 }), outer.through] : [inner.through, outer.through];
  await pipeline([child.stdout as Readable, ...stages, createWriteStream(file)]);
  const [code] = await ended;
  if (code !== 0) throw new ReleaseRefused(`tar failed: ${said.trim()}`);
  return { ...outer.end(), innerSha256: inner.end().sha256 };
}
