/** Makes a Brotli and a gzip copy of every text file of the client build, for servers that compress nothing themselves. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/;
/** Below this many bytes the headers outweigh what compression saves. */
const MIN_BYTES = 512;

/**
 * @param dir  folder of the client build
 * @param outDir  emptied first; gets `<path in dir>.br` and `.gz`, each only when smaller than the original
 */
export function compressClient(dir: string, outDir: string): void {
  rmSync(outDir, { recursive: true, force: true });
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name) || entry.parentPath.includes('.vite')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const body = readFileSync(file);
    if (body.length < MIN_BYTES) continue;
    const target = path.join(outDir, path.relative(dir, file));
    mkdirSync(path.dirname(target), { recursive: true });
    const br = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    });
    const gz = gzipSync(body, { level: 9 });
    if (br.length < body.length) writeFileSync(`${target}.br`, br);
    if (gz.length < body.length) writeFileSync(`${target}.gz`, gz);
  }
}
