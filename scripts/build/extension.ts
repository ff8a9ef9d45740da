/**
 * The package of the browser extension from client/extension: files by name, with `ORIGIN` in the manifest for the address of the
 * installation. The server packs them for its own address (worker/pages/packages/extension-package.ts); `npm run build` packs them for a store.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { EXTENSION_MESSAGES } from '#client/extension/messages.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { packExtension } from '#worker/pages/packages/extension-package.ts';
import type { PackageFiles } from '#worker/pages/packages/package-files.ts';

/** Folders of `_locales`, as browsers spell them; Portuguese has two. */
const FOLDERS: Readonly<Record<Locale, readonly string[]>> = {
  'en-US': ['en'],
  es: ['es'],
  id: ['id'],
  ja: ['ja'],
  ko: ['ko'],
  ms: ['ms'],
  pt: ['pt_BR', 'pt_PT'],
  ru: ['ru'],
  uk: ['uk'],
  'zh-CN': ['zh_CN'],
  'zh-TW': ['zh_TW'],
};
const SOURCE = 'client/extension';
/** Files of the folder that are no part of the package. */
const NOT_PACKED = /\.d\.ts$|\.test\.ts$|^messages\.ts$|^README\.md$/;
/** Where the installation runs that a package for a store is made for. */
const DEFAULT_ORIGIN = 'http://localhost:8787';

function textsOf(root: string, locale: Locale): (key: string) => string {
  const files = new Map<string, Record<string, string>>();
  return (key) => {
    const [area = '', ...rest] = key.split('.');
    const known =
      files.get(area) ??
      (JSON.parse(readFileSync(path.join(root, 'locales', locale, `${area}.json`), 'utf8')) as Record<string, string>);
    files.set(area, known);
    return known[rest.join('.')] ?? '';
  };
}

/** A message as browsers want it: `{{name}}` is its first value. */
function messageOf(text: string): object {
  const message = text
    .replaceAll('$', '$$$$')
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => `$${name.toUpperCase()}$`);
  const [, value] = /\{\{(\w+)\}\}/.exec(text) ?? [];
  return value === undefined ? { message } : { message, placeholders: { [value]: { content: '$1' } } };
}

function messagesOf(root: string, locale: Locale): string {
  const textOf = textsOf(root, locale);
  const messages = Object.entries(EXTENSION_MESSAGES).map(([name, key]) => [name, messageOf(textOf(key))]);
  return `${JSON.stringify(Object.fromEntries(messages), null, 2)}\n`;
}

/** A script without its types; each stays a file of its own. */
function scriptOf(source: string): string {
  return stripTypeScriptTypes(source).replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
}

/** Files by name; bytes in base64. */
export function readExtension(root: string): PackageFiles {
  const files: Record<string, string> = {};
  const add = (name: string, body: string | Buffer) => {
    files[name] = Buffer.from(body).toString('base64');
  };
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  for (const name of readdirSync(path.join(root, SOURCE), { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(root, SOURCE, name);
    if (NOT_PACKED.test(name) || !/\.\w+$/.test(name)) continue;
    if (name.endsWith('.ts')) add(name.replace(/\.ts$/, '.js'), scriptOf(readFileSync(file, 'utf8')));
    else if (name === 'manifest.json') add(name, readFileSync(file, 'utf8').replace('VERSION', version));
    else add(name.split(path.sep).join('/'), readFileSync(file));
  }
  for (const locale of LOCALES)
    for (const folder of FOLDERS[locale]) add(`_locales/${folder}/messages.json`, messagesOf(root, locale));
  return files;
}

/** Writes the files that the server packs. */
export function writeExtensionFiles(root: string, file: string): void {
  writeFileSync(file, JSON.stringify(readExtension(root)));
}

/** Writes a folder to load unpacked, and the same as a package for a store. @returns the package */
export function writeStorePackage(root: string, outDir: string, origin = DEFAULT_ORIGIN): string {
  rmSync(outDir, { recursive: true, force: true });
  const { files, zip } = packExtension(readExtension(root), origin);
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(outDir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  writeFileSync(`${outDir}.zip`, zip);
  return `${outDir}.zip`;
}
