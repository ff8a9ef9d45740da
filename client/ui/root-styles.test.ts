/** Selectors that style sheets must not use on the root elements. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const CLIENT = path.join(import.meta.dirname, '..');
const ASKING_ROOT = /(?:^|[\s,])(?::root|html|body|:is\((?::root|html|body)\b[^)]*\))[^\s,>+~]*:has\(/;

/** Selectors of a sheet, nested ones with their parents. */
function selectorsOf(css: string): string[] {
  const around: string[] = [];
  const found: string[] = [];
  for (const [, text = '', sign = ''] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const outer = around.at(-1) ?? '';
    const own = text.trim();
    if (sign === '}') around.pop();
    else if (sign === '{') around.push(own.startsWith('@') ? outer : own.replaceAll('&', outer));
    if (sign === '{') found.push(around.at(-1) ?? '');
  }
  return found;
}

const askingRoot = (css: string) => selectorsOf(css).filter((selector) => ASKING_ROOT.test(selector));

const sheets = globSync('**/*.css', { cwd: CLIENT });

test('style sheets are found', () => {
  expect(sheets.length).toBeGreaterThan(3);
});

// With such a rule the browser restyles the whole page for every added or removed row.
test.each(sheets)('%s has no :has() on the root or the body', (sheet) => {
  expect(askingRoot(readFileSync(path.join(CLIENT, sheet), 'utf8'))).toEqual([]);
});

// Its size is written at each tick of a transfer: while it moves there, all of the page is laid out and painted at every frame.
test.each(sheets)('%s has no transition on progress bars', (sheet) => {
  const bars = readFileSync(path.join(CLIENT, sheet), 'utf8').matchAll(
    /::-(?:webkit-progress-value|moz-progress-bar)[^{]*\{([^}]*)\}/g,
  );
  for (const [, rules = ''] of bars) expect(rules.replaceAll(/\/\*.*?\*\//gs, '')).not.toMatch(/transition|animation/);
});

test.each([
  [':root:has(dialog:modal) body {}', 1],
  ['p { color: red }\n  :is(html, body):has(.page) {}', 1],
  ['@layer base { :root { color: red; @media (width < 48rem) { &:has(.page) {} } } }', 1],
  ['body:has(> .page), p {}', 1],
  ['body label:has(:checked) {}', 0],
])('in %s the number of such rules is %i', (css, count) => {
  expect(askingRoot(css)).toHaveLength(count);
});
