import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { compressClient } from './compress.ts';

const TEXT = 'const words = ["first", "second"];\n'.repeat(100);
let root = '';
let [dir, outDir] = ['', ''];

beforeEach(() => {
  root = scratchFolder();
  [dir, outDir] = [path.join(root, 'client'), path.join(root, 'compressed')];
  mkdirSync(path.join(dir, 'assets'), { recursive: true });
  writeFileSync(path.join(dir, 'assets/one.js'), TEXT);
  writeFileSync(path.join(dir, 'assets/two.mjs'), TEXT + TEXT);
});

const copies = (): string[] => readdirSync(path.join(outDir, 'assets')).sort();
const copyOf = (name: string): Buffer => readFileSync(path.join(outDir, 'assets', name));

it('text files get a Brotli and a gzip copy; short ones and pictures get none', async () => {
  writeFileSync(path.join(dir, 'assets/short.js'), 'a');
  writeFileSync(path.join(dir, 'assets/picture.png'), TEXT);
  await compressClient(dir, outDir);
  expect(copies()).toEqual(['one.js.br', 'one.js.gz', 'two.mjs.br', 'two.mjs.gz']);
  expect(brotliDecompressSync(copyOf('one.js.br')).toString()).toBe(TEXT);
  expect(gunzipSync(copyOf('two.mjs.gz')).toString()).toBe(TEXT + TEXT);
});

it('a later build makes only copies of files that changed, and deletes those of files that are gone', async () => {
  await compressClient(dir, outDir);
  const timeOf = (name: string) => statSync(path.join(outDir, name), { bigint: true }).mtimeNs;
  const before = timeOf('assets/one.js.br');
  writeFileSync(path.join(dir, 'assets/three.js'), `${TEXT}//`);
  rmSync(path.join(dir, 'assets/two.mjs'));
  await compressClient(dir, outDir);
  expect(copies()).toEqual(['one.js.br', 'one.js.gz', 'three.js.br', 'three.js.gz']);
  expect(timeOf('assets/one.js.br')).toBe(before);
  writeFileSync(path.join(dir, 'assets/one.js'), TEXT.replaceAll('first', 'third'));
  await compressClient(dir, outDir);
  expect(brotliDecompressSync(copyOf('one.js.br')).toString()).toContain('third');
});

it('copies of a build that was cut off are made again', async () => {
  await compressClient(dir, outDir);
  rmSync(path.join(outDir, 'index.json'));
  writeFileSync(path.join(outDir, 'assets/one.js.br'), 'half');
  writeFileSync(path.join(outDir, 'assets/gone.js.br'), 'of a former build');
  await compressClient(dir, outDir);
  expect(brotliDecompressSync(copyOf('one.js.br')).toString()).toBe(TEXT);
  expect(existsSync(path.join(outDir, 'assets/gone.js.br'))).toBe(false);
});
