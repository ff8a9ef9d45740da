/**
 * The style sheet of one page: the rules of the whole sheet that may match what the page's modules name, in the same order. A page with
 * its own sheet looks the same and loads less; markup of other pages needs the whole sheet after it (client/ui/whole-styles.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Selector, transform } from 'lightningcss';
import { IMPORTS, readReachable } from '#scripts/locales/island-texts.ts';

/** Texts of a module: classes are written in them. A text that is written in JSX may hold one quote. */
const TEXT = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;
/** Where classes are written; a template ends its class with a value. */
const PART = /[^\s"'`]+/g;
const VALUE = '${';
/** Shorter starts of a template name no class. */
const MIN_START = 3;
/** Elements that are in every document. */
const ALWAYS = ['html', 'body'];
/** Inputs whose parts have rules of their own, by words in the names of the parts. */
const PARTS: readonly (readonly [RegExp, RegExp])[] = [
  [/date|calendar/, /type="(date|time|month|week)/],
  [/search/, /type="search"|<search/],
  [/progress|meter/, /<(progress|meter)/],
  [/file-selector/, /type="file"/],
];

/** The frame of the drive: a public page that is in it has the whole sheet. */
const DRIVE_FRAME = ['worker/pages/drive/drive-layout.tsx', 'client/shell/drive-shell.view.tsx'];

/** Modules with the markup of a page: what the server renders, and every script that its document may load. */
const PAGE_MODULES = {
  site: [
    'worker/pages/site/public-pages.ts',
    'client/pages.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
  'sign-in': [
    'worker/pages/auth/auth.page.tsx',
    'worker/pages/auth/auth-success.page.tsx',
    'worker/pages/auth/code.page.tsx',
    'worker/pages/auth/connect.page.tsx',
    'worker/pages/auth/passkey.page.tsx',
    'worker/pages/auth/provider.page.tsx',
    'client/pages/auth/sign-in.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
  share: [
    'worker/pages/share/share.page.tsx',
    'client/pages/share/share.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
  drive: [
    'worker/pages/drive/drive.page.tsx',
    'worker/pages/drive/tasks.page.tsx',
    'worker/pages/grants/common-folder.page.tsx',
    'worker/pages/grants/common-list.page.tsx',
    'client/entry.ts',
    'client/pages/auth/bridge.ts',
    'client/pages/shell/demo-shell.ts',
  ],
} as const;

/**
 * Modules with the markup of an open share before its user does anything. Markup of its scripts comes with the whole sheet, at the
 * first touch; a share in another state has the sheet `share`.
 */
const LIST_MODULES = [
  'client/share/share-content.view.tsx',
  'client/share/share-head.view.tsx',
  'client/share/share-row.view.tsx',
  'client/share/share-tools.view.tsx',
  'client/share/save-to-drive.view.tsx',
  'client/share/stage.view.tsx',
  'client/shell/drive-shell.view.tsx',
  'client/shell/error.view.tsx',
  'client/shell/frame-parts.view.tsx',
  'client/shell/language-menu.view.tsx',
  'client/shell/notice-line.view.tsx',
  'client/shell/public-footer.view.tsx',
  'client/shell/sidebar.view.tsx',
  'client/shell/support-mail.view.tsx',
  'client/shell/usage-note.view.tsx',
  'client/ui/button.tsx',
  'client/ui/file-icon.tsx',
  'client/ui/logo.tsx',
  'client/ui/states.tsx',
  'worker/pages/render/document.tsx',
] as const;

/** Modules with the markup of a list of the drive before its user does anything; the sheet `drive` comes with the first touch. */
const RESTING_DRIVE = [
  'worker/pages/drive/drive.page.tsx',
  'client/entry.ts',
  'client/drive/browser.island.tsx',
  'client/drive/search/search.island.tsx',
  'client/drive/storage/storage.island.tsx',
  'client/drive/upload/upload.island.tsx',
] as const;
/** Views that are no list have the sheet `drive` from the start. */
const LARGE_VIEWS = 'client/drive/preview/large.view.tsx';

export type StyledPage = keyof typeof PAGE_MODULES | 'drive-list' | 'share-list';

/** The declaration of a font, with its name. */
const FONT = /@font-face\{[^{}]*font-family:([^;}]+)[^{}]*\}/g;

/** The content that a page may have. */
interface Shown {
  /** Style sheets of scripts are used beside this one. */
  readonly hasOthers: boolean;
  hasClass(name: string): boolean;
  hasElement(name: string): boolean;
  /** @param name  with `data-` */
  hasMark(name: string): boolean;
  hasPart(name: string): boolean;
}

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

/** @returns everything but classes that no module names: scripts make elements and marks that no module writes as markup */
export function shownBy(modules: readonly string[]): Shown {
  const all = () => true;
  return { hasOthers: true, hasClass: classesNamedIn(modules), hasElement: all, hasMark: all, hasPart: all };
}

/** @returns what the markup of these modules holds, and nothing that scripts make */
export function shownAtFirst(modules: readonly string[]): Shown {
  const code = modules.join('\n');
  const elements = new Set([...ALWAYS, ...[...code.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name)]);
  return {
    hasOthers: false,
    hasClass: classesNamedIn(code.match(TEXT) ?? []),
    hasElement: (name) => elements.has(name),
    hasMark: (name) => code.includes(name),
    hasPart: (name) => PARTS.every(([part, input]) => !part.test(name) || input.test(code)),
  };
}

function isUsed(selector: Selector, shown: Shown): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return shown.hasClass(part.name);
    if (part.type === 'type') return shown.hasElement(part.name);
    if (part.type === 'attribute') return !part.name.startsWith('data-') || shown.hasMark(part.name);
    if (part.type === 'pseudo-element') return shown.hasPart('name' in part ? String(part.name) : part.kind);
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where' || part.kind === 'has'))
      return part.selectors.some((inner) => isUsed(inner, shown));
    return true;
  });
}

/** Applies a step until it changes nothing more. */
function settled(text: string, step: (text: string) => string): string {
  for (let before = text; ; before = text) {
    text = step(before);
    if (text === before) return text;
  }
}

/**
 * @param hasOthers  sheets of scripts are used beside it: they may need every property but those of the utilities
 * @returns the sheet without custom properties, animations and fonts that nothing uses, and without what holds nothing
 */
function withoutUnused(css: string, hasOthers: boolean): string {
  const trimmed = settled(css, (text) => {
    const used = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    const isNeeded = (name: string): boolean => used.has(name) || (hasOthers && !name.startsWith('--tw-'));
    return (
      text
        .replace(/@property (--[\w-]+)\{[^{}]*\}/g, (rule, name: string) => (isNeeded(name) ? rule : ''))
        // Properties that the library makes distinguish light from dark.
        .replace(/([{;])(--[\w-]+):(?:[^;{}"]|"[^"]*")*(?=[;}])/g, (rule, before: string, name: string) =>
          isNeeded(name) || name.startsWith('--lightningcss') ? rule : before,
        )
        .replace(/;{2,}/g, ';')
        .replace(/\{;/g, '{')
        .replace(/;\}/g, '}')
    );
  });
  const declared = new Set([...trimmed.matchAll(/[{;](--[\w-]+):/g)].map(([, name]) => name));
  // Fonts for sheets without a theme.
  const plain = trimmed.replace(/var\((--default-[\w-]+),[^()]*\)/g, (text, name: string) =>
    declared.has(name) ? `var(${name})` : text,
  );
  const moving = plain.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    new RegExp(`animation[^;}]*\\b${name}\\b`).test(plain) ? rule : '',
  );
  const withoutFonts = moving.replace(FONT, '');
  const withFonts = moving.replace(FONT, (rule, name: string) => (withoutFonts.includes(name) ? rule : ''));
  return settled(withFonts, (text) => text.replace(/(?<=[{};])[^{};]*\{\}/g, ''));
}

/** @returns the sheet without the rules of what is not shown */
export function stylesOf(sheet: Uint8Array, shown: Shown): Uint8Array {
  const { code } = transform({
    filename: 'styles.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          // A rule is left as it is or out: the library cannot read back a rule that it has passed to a visitor.
          return rule.value.selectors.some((selector) => isUsed(selector, shown)) ? undefined : [];
        },
      },
    },
  });
  return new TextEncoder().encode(withoutUnused(new TextDecoder().decode(code), shown.hasOthers));
}

function shownOn(root: string, page: StyledPage): Shown {
  if (page === 'share-list')
    return shownAtFirst(LIST_MODULES.map((file) => readFileSync(path.join(root, file), 'utf8')));
  if (page === 'drive-list')
    return shownBy([...readReachable(root, RESTING_DRIVE, [LARGE_VIEWS], IMPORTS.atOnce).values()]);
  const without = page === 'site' ? DRIVE_FRAME : [];
  return shownBy([...readReachable(root, PAGE_MODULES[page], without).values()]);
}

/**
 * Writes the sheet of a page beside the whole one.
 * @param wholeFile  of the whole sheet, in `clientDir`
 * @returns its path in `clientDir`
 */
export function writePageStyles(root: string, clientDir: string, wholeFile: string, page: StyledPage): string {
  const css = stylesOf(readFileSync(path.join(root, clientDir, wholeFile)), shownOn(root, page));
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const file = `assets/${page}-styles-${hash}.css`;
  writeFileSync(path.join(root, clientDir, file), css);
  return file;
}
