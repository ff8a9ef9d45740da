/**
 * Vite plugin behind `virtual:magpie-assets`: gives the Worker the names of the client's files.
 * In a build it reads the client's manifests (the client is built first); in development it names source paths,
 * behind an entry that installs React's refresh hooks before any component loads; in tests the names are fixed.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { AssetEntry, AssetTable } from '#shared/asset-table.ts';
import { buildIdOf, hashInputs } from './inputs.ts';
import { type StyledPage, writePageStyles } from './page-styles.ts';

const VIRTUAL_ID = 'virtual:magpie-assets';
const DEV_ENTRY_ID = 'virtual:magpie-dev-entry';

const DEV_ENTRY_SOURCE = `
import '/@vite/client';
import RefreshRuntime from '/@react-refresh';
RefreshRuntime.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('/client/entry.ts');
`;

interface ManifestChunk {
  file: string;
  name?: string;
  src?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

function readManifest(file: string): Manifest {
  if (!existsSync(file)) throw new Error(`${file} is missing: the client must be built before the Worker`);
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function entryOf(manifest: Manifest, key: string): AssetEntry {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`${key} is not in the client's manifest`);
  const preloads = new Set<string>();
  const css = new Set<string>();
  const visit = (name: string): void => {
    const part = manifest[name];
    if (part === undefined) return;
    for (const sheet of part.css ?? []) css.add(`/${sheet}`);
    for (const next of part.imports ?? []) {
      const file = manifest[next]?.file;
      if (file === undefined || preloads.has(`/${file}`)) continue;
      preloads.add(`/${file}`);
      visit(next);
    }
  };
  visit(key);
  return { src: `/${chunk.file}`, preloads: [...preloads], css: [...css] };
}

/** Islands are requested beside the script that hydrates them, not after it. */
function entryOfIslands(manifest: Manifest): AssetEntry {
  const entry = entryOf(manifest, 'client/entry.ts');
  const drive = Object.values(manifest).find(({ name }) => name === 'drive');
  if (drive === undefined) throw new Error("the drive's islands are not in the client's manifest");
  return { ...entry, preloads: [...entry.preloads, `/${drive.file}`] };
}

/** @param addressOf  a file of the sources */
function fontsAt(addressOf: (file: string) => string): AssetTable['displayFonts'] {
  return {
    latin: addressOf('client/fonts/display-latin.woff2'),
    cyrillic: addressOf('client/fonts/display-cyrillic.woff2'),
  };
}

/** A release sets the time of its commit, by which two builds of it are the same. */
function builtAt(): Date {
  const seconds = Number(process.env['SOURCE_DATE_EPOCH']);
  return seconds > 0 ? new Date(seconds * 1_000) : new Date();
}

/** The table of a finished client build. @param stylesOf  makes the style sheet of a page from the whole one, as paths in the build */
export function tableOfBuild(
  clientDir: string,
  buildId: string,
  builtAt: string,
  stylesOf: (wholeFile: string, page: StyledPage) => string,
): AssetTable {
  const main = readManifest(path.join(clientDir, '.vite/manifest.json'));
  const plain = readManifest(path.join(clientDir, '.vite/plain.json'));
  const pages = readManifest(path.join(clientDir, '.vite/pages.json'));
  const share = readManifest(path.join(clientDir, '.vite/share.json'));
  const signIn = readManifest(path.join(clientDir, '.vite/sign-in.json'));
  const chunks: Record<string, AssetEntry> = {};
  for (const [key, chunk] of Object.entries(main)) {
    if (chunk.isDynamicEntry === true && key.startsWith('client/')) chunks[chunk.src ?? key] = entryOf(main, key);
  }
  const styles = entryOf(main, 'client/styles.css').src;
  const ownStyles = (page: StyledPage) => `/${stylesOf(styles.slice(1), page)}`;
  return {
    buildId,
    builtAt,
    dev: false,
    styles,
    siteStyles: ownStyles('site'),
    displayFonts: fontsAt((file) => entryOf(main, file).src),
    signInStyles: ownStyles('sign-in'),
    shareListStyles: ownStyles('share-list'),
    shareStyles: ownStyles('share'),
    driveListStyles: ownStyles('drive-list'),
    driveStyles: ownStyles('drive'),
    entry: entryOfIslands(main),
    plain: entryOf(pages, 'client/pages.ts'),
    share: entryOf(share, 'client/pages/share/share.ts'),
    signIn: entryOf(signIn, 'client/pages/auth/sign-in.ts'),
    bridge: entryOf(plain, 'client/pages/auth/bridge.ts'),
    shell: entryOf(plain, 'client/pages/shell/demo-shell.ts'),
    check: entryOf(plain, 'client/shield/check-work-script.ts'),
    checkProvider: entryOf(plain, 'client/shield/check-provider-script.ts'),
    console: entryOf(plain, 'client/pages/shell/console-frame.ts'),
    previewFrame: entryOf(plain, 'client/preview/frame/frame.ts'),
    chunks,
  };
}

/** The table under the development server. */
export function tableOfDev(): AssetTable {
  return {
    buildId: 'dev',
    builtAt: '',
    dev: true,
    styles: '/client/styles.css',
    siteStyles: '/client/styles.css',
    displayFonts: fontsAt((file) => `/${file}`),
    signInStyles: '/client/styles.css',
    shareListStyles: '/client/styles.css',
    shareStyles: '/client/styles.css',
    driveListStyles: '/client/styles.css',
    driveStyles: '/client/styles.css',
    entry: { src: `/@id/__x00__${DEV_ENTRY_ID}`, preloads: [], css: [] },
    plain: { src: '/client/pages.ts', preloads: [], css: [] },
    share: { src: '/client/pages/share/share.ts', preloads: [], css: [] },
    signIn: { src: '/client/pages/auth/sign-in.ts', preloads: [], css: [] },
    bridge: { src: '/client/pages/auth/bridge.ts', preloads: [], css: [] },
    shell: { src: '/client/pages/shell/demo-shell.ts', preloads: [], css: [] },
    check: { src: '/client/shield/check-work-script.ts', preloads: [], css: [] },
    checkProvider: { src: '/client/shield/check-provider-script.ts', preloads: [], css: [] },
    console: { src: '/client/pages/shell/console-frame.ts', preloads: [], css: [] },
    previewFrame: { src: '/client/preview/frame/frame.ts', preloads: [], css: [] },
    chunks: {},
  };
}

/** The table in tests: fixed names, no build needed. */
export function tableOfTest(): AssetTable {
  return {
    buildId: 'test',
    builtAt: '',
    dev: false,
    styles: '/assets/styles.css',
    siteStyles: '/assets/site-styles.css',
    displayFonts: fontsAt((file) => `/assets/${path.basename(file)}`),
    signInStyles: '/assets/sign-in-styles.css',
    shareListStyles: '/assets/share-list-styles.css',
    shareStyles: '/assets/share-styles.css',
    driveListStyles: '/assets/drive-list-styles.css',
    driveStyles: '/assets/drive-styles.css',
    entry: { src: '/assets/entry.js', preloads: [], css: [] },
    plain: { src: '/assets/plain.js', preloads: [], css: [] },
    share: { src: '/assets/share.js', preloads: [], css: [] },
    signIn: { src: '/assets/sign-in.js', preloads: [], css: [] },
    bridge: { src: '/assets/bridge.js', preloads: [], css: [] },
    shell: { src: '/assets/shell.js', preloads: [], css: [] },
    check: { src: '/assets/check.js', preloads: [], css: [] },
    checkProvider: { src: '/assets/check-provider.js', preloads: [], css: [] },
    console: { src: '/assets/console-frame.js', preloads: [], css: [] },
    previewFrame: { src: '/assets/preview-frame.js', preloads: [], css: [] },
    chunks: {},
  };
}

/** @param clientDir  folder of the client build; @param kind  `auto` distinguishes a build from the development server */
export function magpieAssets(clientDir: string, kind: 'auto' | 'test'): Plugin {
  let isBuild = false;
  let root = '';
  let table: AssetTable | undefined;
  const makeTable = (): AssetTable => {
    if (kind === 'test') return tableOfTest();
    if (!isBuild) return tableOfDev();
    table ??= tableOfBuild(clientDir, buildIdOf(hashInputs(root)), builtAt().toISOString(), (wholeFile, page) =>
      writePageStyles(root, clientDir, wholeFile, page),
    );
    return table;
  };
  return {
    name: 'magpie-assets',
    configResolved(config) {
      isBuild = config.command === 'build';
      root = config.root;
    },
    resolveId(id) {
      return id === VIRTUAL_ID || id === DEV_ENTRY_ID ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === `\0${VIRTUAL_ID}`) return `export default ${JSON.stringify(makeTable())};`;
      if (id === `\0${DEV_ENTRY_ID}`) return DEV_ENTRY_SOURCE;
      return undefined;
    },
  };
}
