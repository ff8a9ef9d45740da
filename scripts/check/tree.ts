/**
 * Reads the repository's own files for the checks: text by path, forward slashes, from the top folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files by path from the top folder. Fixtures of tests have the same shape. */
export type Tree = ReadonlyMap<string, string>;

const TOP = ['shared', 'client', 'cli', 'worker', 'test', 'scripts', 'locales', 'docs'];
const ROOT_FILES =
  /^(README|CONTRIBUTING|SECURITY)\.md$|^(package|package-lock|biome|knip|tsconfig(\.base)?)\.json$|^wrangler\.toml$|^[a-z.]+\.config\.ts$|^\.(npmrc|gitignore|oxlintrc\.json)$/;
const TEXT = /\.(ts|tsx|json|md|css|sql|toml|html|sh|yml|yaml|capnp|txt)$|^[^.]+$/;
const SKIPPED = new Set(['node_modules', '.git']);

export function readTree(top: string): Tree {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(top, { withFileTypes: true })) {
    if (entry.isFile() && ROOT_FILES.test(entry.name))
      tree.set(entry.name, readFileSync(join(top, entry.name), 'utf8'));
  }
  for (const folder of [...TOP, '.ci']) readFolder(top, folder, tree);
  return tree;
}

function readFolder(top: string, folder: string, tree: Map<string, string>): void {
  for (const entry of listed(join(top, folder))) {
    if (SKIPPED.has(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) readFolder(top, path, tree);
    else if (entry.isFile() && TEXT.test(entry.name)) tree.set(path, readFileSync(join(top, path), 'utf8'));
  }
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
