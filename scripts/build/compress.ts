/** Makes a Brotli and a gzip copy of every text file of the client build, for servers that compress nothing themselves. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { KIB } from '#shared/units.ts';

const TEXT = /\.(?:js|mjs|css|svg|json|txt|webmanifest|wasm)$/;
/** Below this many bytes the headers outweigh what compression saves. */
const MIN_BYTES = 512;
/**
 * Larger files are libraries that few pages load. The highest quality takes 14 times as long for them as the one used, and saves
 * 14 % of the bytes.
 */
const LARGE_BYTES = 400 * KIB;
const BEST_QUALITY = 11;
const LARGE_QUALITY = 9;
/** SHA-256 of the files that the copies were made from, by path. */
const INDEX = 'index.json';

type Hashes = Readonly<Record<string, string>>;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Takes the index away, so that a build that is cut off leaves none. Copies without an index are of no known files: they go too. */
function takeIndex(outDir: string): Hashes {
  const file = path.join(outDir, INDEX);
  const index = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Hashes) : null;
  rmSync(index ? file : outDir, { recursive: true, force: true });
  return index ?? {};
}

function removeCopies(target: string): void {
  for (const ending of ['br', 'gz']) rmSync(`${target}.${ending}`, { force: true });
}

async function writeCopies(body: Buffer, target: string): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: body.length > LARGE_BYTES ? LARGE_QUALITY : BEST_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([brotli(body, { params }), gzipped(body, { level: 9 })]);
  mkdirSync(path.dirname(target), { recursive: true });
  removeCopies(target);
  if (br.length < body.length) writeFileSync(`${target}.br`, br);
  if (gz.length < body.length) writeFileSync(`${target}.gz`, gz);
}

/**
 * Copies of files that did not change stay.
 * @param dir  folder of the client build
 * @param outDir  gets `<path in dir>.br` and `.gz`, each only when smaller than the original
 */
export async function compressClient(dir: string, outDir: string): Promise<void> {
  const before = takeIndex(outDir);
  const after: Record<string, string> = {};
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).values();
  const work = async (): Promise<void> => {
    for (const entry of entries) {
      if (!entry.isFile() || !TEXT.test(entry.name) || entry.parentPath.includes('.vite')) continue;
      const file = path.join(entry.parentPath, entry.name);
      const body = readFileSync(file);
      if (body.length < MIN_BYTES) continue;
      const name = path.relative(dir, file);
      after[name] = createHash('sha256').update(body).digest('hex');
      if (before[name] !== after[name]) await writeCopies(body, path.join(outDir, name));
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  for (const name of Object.keys(before)) if (!(name in after)) removeCopies(path.join(outDir, name));
  mkdirSync(outDir, { recursive: true });
  writeFileSync(path.join(outDir, INDEX), JSON.stringify(after));
}
