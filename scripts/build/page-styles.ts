/**
 * The style sheet of one page: the rules of the whole sheet whose classes the page's modules name, in the same order. A page with its
 * own sheet looks the same and loads less; markup of other pages needs the whole sheet after it (client/ui/whole-styles.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Selector, transform } from 'lightningcss';
import { readReachable } from '#scripts/locales/island-texts.ts';

/** Where classes are written; a template ends its class with a value. */
const PART = /[^\s"'`]+/g;
const VALUE = '${';
/** Shorter starts of a template name no class. */
const MIN_START = 3;

/** Modules with the markup of a page: what the server renders, and every script that its document may load. */
export const PAGE_MODULES = {
  share: [
    'worker/pages/share/share.page.tsx',
    'client/pages/share/share.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
  drive: [
    'worker/pages/drive/drive.page.tsx',
    'worker/pages/drive/tasks.page.tsx',
    'client/entry.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
} as const;

export type StyledPage = keyof typeof PAGE_MODULES;

/** @returns whether some module names a class */
export function classesNamedIn(modules: readonly string[]): (name: string) => boolean {
  const parts = new Set<string>();
  const starts = new Set<string>();
  for (const text of modules)
    for (const [part] of text.matchAll(PART)) {
      const at = part.indexOf(VALUE);
      if (at === -1) parts.add(part);
      else if (at >= MIN_START) starts.add(part.slice(0, at));
    }
  return (name) => parts.has(name) || [...starts].some((start) => name.startsWith(start));
}

function isUsed(selector: Selector, isNamed: (name: string) => boolean): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return isNamed(part.name);
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where' || part.kind === 'has'))
      return part.selectors.some((inner) => isUsed(inner, isNamed));
    return true;
  });
}

/** @returns the sheet without the rules of classes that are not named */
export function stylesOf(sheet: Uint8Array, isNamed: (name: string) => boolean): Uint8Array {
  return transform({
    filename: 'styles.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          // A rule is left as it is or out: the library cannot read back a rule that it has passed to a visitor.
          return rule.value.selectors.some((selector) => isUsed(selector, isNamed)) ? undefined : [];
        },
      },
    },
  }).code;
}

/**
 * Writes the sheet of a page beside the whole one.
 * @param wholeFile  of the whole sheet, in `clientDir`
 * @returns its path in `clientDir`
 */
export function writePageStyles(root: string, clientDir: string, wholeFile: string, page: StyledPage): string {
  const modules = PAGE_MODULES[page].flatMap((entry) => readReachable(root, entry));
  const css = stylesOf(readFileSync(path.join(root, clientDir, wholeFile)), classesNamedIn(modules));
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const file = `assets/${page}-styles-${hash}.css`;
  writeFileSync(path.join(root, clientDir, file), css);
  return file;
}
