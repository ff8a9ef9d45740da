import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { contentsOf, FILES } from './contents.ts';
import { closureOf, importsOf, packageOf, traceModules } from './trace.ts';

let root: string;

function put(place: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
  writeFileSync(path.join(root, place), text);
}

beforeEach(() => {
  root = scratchFolder();
});

it('imports of a module are those that it loads: no types, no comments, no strings', () => {
  const text = `import type { A } from './a.ts';
import {
  b,
  type B,
} from './b.ts';
export type { C } from './c.ts';
import './d.ts';
// import './e.ts';
/* from './f.ts' */
const g = await import('./g.ts');
const said = 'restored from ' + \`x\`;`;
  expect(importsOf(text)).toEqual(['./b.ts', './d.ts', './g.ts']);
  expect([packageOf('@a/b/c'), packageOf('d/e')]).toEqual(['@a/b', 'd']);
});

it('a trace follows files and names packages; what is left out is not followed', () => {
  put('a/main.ts', "import { x } from '#b/x.ts';\nimport fs from 'node:fs';\nawait import('./maker.ts');");
  put('a/maker.ts', "import 'vite';");
  put('b/x.ts', "import * as v from 'valibot';\nimport table from './table.json' with { type: 'json' };");
  put('b/table.json', '{}');
  const trace = traceModules(root, ['a/main.ts'], (file) => file === 'a/maker.ts');
  expect(trace).toEqual({ files: ['a/main.ts', 'b/table.json', 'b/x.ts'], packages: ['valibot'] });
  put('b/x.ts', "import './gone.ts';");
  expect(() => traceModules(root, ['a/main.ts'], () => false)).toThrow(
    'b/x.ts imports ./gone.ts, which does not exist',
  );
});

it('packages come with all that they depend on, without binaries of other platforms', () => {
  put('node_modules/a/package.json', '{"dependencies":{"b":"1"},"optionalDependencies":{"a-other-platform":"1"}}');
  put('node_modules/a/node_modules/b/package.json', '{}');
  put('node_modules/b/package.json', '{"dependencies":{"c":"1"}}');
  expect(closureOf(root, ['a'])).toEqual(['node_modules/a', 'node_modules/a/node_modules/b']);
  expect(() => closureOf(root, ['b'])).toThrow('the package c is not installed');
});

const processes = ['start.ts', 'serve.ts', 'proxy-process.ts'].map((file) => `scripts/start/${file}`);
const repository = path.resolve(import.meta.dirname, '../..');
const { files, packages } = traceModules(repository, processes, (file) => file.startsWith('scripts/generate/'));

it('no process of a running server loads the tables of objects or what reads telephone numbers', () => {
  expect(files.filter((file) => file.endsWith('-parts.ts'))).toEqual([]);
  expect(packages).not.toContain('libphonenumber-js');
});

it('no process of a running server imports what loads 7 MiB of it, as process/node-http.ts says', () => {
  const importing = files.filter((file) =>
    importsOf(readFileSync(path.join(repository, file), 'utf8')).some((name) => /^node:https?$/.test(name)),
  );
  expect(importing).toEqual([]);
});

it('a release holds the commands of one machine, and neither bundler nor framework', () => {
  const { trace, folders } = contentsOf(repository);
  for (const file of [
    'start/start.ts',
    'start/proxy-process.ts',
    'backup/pause-process.ts',
    'ops/main.ts',
    'audit/main.ts',
  ])
    expect(trace.files).toContain(`scripts/${file}`);
  expect(trace.packages).toEqual([
    '7z-wasm',
    '@homebridge/ciao',
    '@humanwhocodes/momoa',
    '@imagemagick/magick-wasm',
    '@peculiar/asn1-schema',
    '@peculiar/asn1-x509',
    '@peculiar/x509',
    'fflate',
    'ipaddr.js',
    'libphonenumber-js',
    'otpauth',
    'pdfjs-dist',
    'reflect-metadata',
    'uqr',
    'valibot',
  ]);
  expect(folders).toContain('node_modules/workerd');
  for (const file of FILES.filter((each) => !each.startsWith('dist/')))
    expect([file, existsSync(path.join(repository, file))]).toEqual([file, true]);
});
