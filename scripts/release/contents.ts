/** Contents of a release: first modules, files that are read by name, and packages. Lists only. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LOCALES } from '#shared/locale/tags.ts';
import { closureOf, type Trace, traceModules } from './trace.ts';

/** Folders whose `*-process.ts` are started by name. */
const PROCESS_FOLDERS = ['scripts/start', 'scripts/start/runtime', 'scripts/backup'];
/** Makers of what a release has already. */
const MAKERS = /^scripts\/(generate\/main|build\/run)\.ts$/;
/** Read by name, not imported. The proxy reads two files of each language. */
export const FILES = [
  ...LOCALES.flatMap((tag) => [`locales/${tag}/errors.json`, `locales/${tag}/lan.json`]),
  'LICENSE',
  'CHANGELOG.md',
  'bin',
  'scripts/backup/each-night.sh',
  'scripts/start/main.mjs',
  'scripts/start/node-check.mjs',
  'scripts/start/runtime/runtime.sh',
  'scripts/start/samples/film.webm',
  'scripts/start/samples/song.mp3',
  'scripts/start/system.mjs',
  'deploy',
  'docs',
  '.env.example',
  'dist/client',
  'dist/compressed',
  'dist/inputs.sha256',
  'dist/runtime',
];
/** Found by name, not imported. */
const PACKAGES = ['workerd'];

function entries(root: string): string[] {
  const processes = PROCESS_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('-process.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const mains = ['start', 'audit', 'ops', 'backup'].map((name) => `scripts/${name}/main.ts`);
  return [...mains, 'scripts/start/start.ts', 'scripts/start/watch/health-check.ts', ...processes];
}

/** Source files, and folders of packages. @param root  of the repository */
export function contentsOf(root: string): { readonly trace: Trace; readonly folders: readonly string[] } {
  const trace = traceModules(root, entries(root), (file) => MAKERS.test(file));
  return { trace, folders: closureOf(root, [...trace.packages, ...PACKAGES]) };
}
