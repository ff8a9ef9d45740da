/**
 * Vite plugin for the built Worker: the texts of a language are a data module, which is parsed when the language is first used. As code,
 * all eleven languages would be compiled at each start: a third of the Worker, and more of its memory.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { readTree, withoutNotes } from '#scripts/locales/tree.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';

/** Modules that are replaced, and the one name that each exports. */
const MESSAGES = '/shared/locale/all.gen.ts';
const PAGES = '/worker/pages/render/page-sources.ts';

type Packs = Readonly<Record<Locale, unknown>>;

/** The messages of each language by feature, without notes to translators. */
export function packMessages(root: string): Packs {
  const tree = readTree(path.join(root, 'locales'));
  const pack = (locale: Locale) =>
    Object.fromEntries(Object.entries(tree[locale] ?? {}).map(([feature, texts]) => [feature, withoutNotes(texts)]));
  return Object.fromEntries(LOCALES.map((locale) => [locale, pack(locale)])) as Packs;
}

/** The markdown texts of each language by area and name. */
export function packPages(root: string): Packs {
  const pack = (locale: Locale) => {
    const folder = path.join(root, 'locales', locale, 'pages');
    const names = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.md')).sort();
    return Object.fromEntries(
      names.map((file) => [
        file.slice(0, -'.md'.length).split(path.sep).join('/'),
        readFileSync(path.join(folder, file), 'utf8'),
      ]),
    );
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, pack(locale)])) as Packs;
}

/** Writes the data modules. @returns a module that exports an object under `name`, with a property for each language */
export function packedModule(name: string, packs: Packs, outDir: string): string {
  mkdirSync(outDir, { recursive: true });
  const rows = Object.entries(packs).map(([locale, pack], at) => {
    const file = path.join(outDir, `${locale}.bin`);
    writeFileSync(file, JSON.stringify(pack));
    return {
      line: `import data${at} from ${JSON.stringify(file)};`,
      field: `get ${JSON.stringify(locale)}() { return read(data${at}); }`,
    };
  });
  return `${rows.map(({ line }) => line).join('\n')}
const read = (data) => JSON.parse(new TextDecoder().decode(data));
export const ${name} = { ${rows.map(({ field }) => field).join(', ')} };
`;
}

/** @param environment  name of the build environment it is for */
export function packedTexts(environment: string, outDir: string): Plugin {
  let root = '';
  return {
    name: 'magpie-packed-texts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === environment,
    configResolved(config) {
      root = config.root;
    },
    load(id) {
      const folder = (name: string) => path.join(root, outDir, name);
      if (id === path.join(root, MESSAGES)) return packedModule('ALL_TEXTS', packMessages(root), folder('messages'));
      if (id === path.join(root, PAGES)) return packedModule('PAGE_SOURCES', packPages(root), folder('pages'));
      return null;
    },
  };
}
