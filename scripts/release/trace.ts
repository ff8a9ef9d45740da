/**
 * Which source files and packages programs of this repository load: follows imports from their first modules. Type imports are erased
 * before a module runs and are not followed.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Trace {
  /** Paths below the root, with `/`. */
  readonly files: readonly string[];
  /** Names of packages that these files import. */
  readonly packages: readonly string[];
}

const TYPE_IMPORT = /\b(?:import|export)\s+type\s[^;]*?from\s+'[^']+'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.@\w][\w@/.:-]*)'/g;

/** `@scope/name/part` -> `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Specifiers that a module loads. */
export function importsOf(text: string): string[] {
  const code = text.replace(COMMENT, '').replace(TYPE_IMPORT, '');
  return Array.from(code.matchAll(IMPORT), ([, specifier = '']) => specifier);
}

/**
 * @param root  of the repository
 * @param entries  first modules, below the root
 * @param isLeft  modules that are not followed: what they make is there already
 * @throws Error when an imported file does not exist
 */
export function traceModules(root: string, entries: readonly string[], isLeft: (file: string) => boolean): Trace {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file) || isLeft(file)) continue;
    files.add(file);
    if (!/\.tsx?$/.test(file)) continue;
    for (const specifier of importsOf(readFileSync(path.join(root, file), 'utf8'))) {
      if (specifier.startsWith('node:')) continue;
      if (!/^[#.]/.test(specifier)) {
        packages.add(packageOf(specifier));
        continue;
      }
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      if (!existsSync(path.join(root, target))) throw new Error(`${file} imports ${specifier}, which does not exist`);
      open.push(target);
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}

interface PackageFacts {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folder of a package as Node finds it from another folder; undefined when it is not installed. */
function folderOf(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (folder === root || folder === path.dirname(folder)) return undefined;
  }
}

/** Folders of packages and of all that they depend on, below the root. @throws Error for one that is not installed */
export function closureOf(root: string, names: readonly string[]): string[] {
  const folders = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean): void => {
    const folder = folderOf(root, name, from);
    if (folder === undefined) {
      // Binaries of other platforms.
      if (isOptional) return;
      throw new Error(`the package ${name} is not installed`);
    }
    if (folders.has(folder)) return;
    folders.add(folder);
    const facts = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageFacts;
    for (const each of Object.keys(facts.dependencies ?? {}))
      add(each, folder, each in (facts.optionalDependencies ?? {}));
    for (const each of Object.keys(facts.optionalDependencies ?? {})) add(each, folder, true);
  };
  for (const name of names) add(name, root, false);
  return [...folders].map((folder) => path.relative(root, folder)).sort();
}
