import { expect, it } from 'vitest';
import { shownAtFirst, shownBy, stylesOf } from './page-styles.ts';

const styles = (sheet: string, ...modules: string[]) =>
  new TextDecoder().decode(stylesOf(new TextEncoder().encode(sheet), shownBy(modules)));
const first = (sheet: string, ...modules: string[]) =>
  new TextDecoder().decode(stylesOf(new TextEncoder().encode(sheet), shownAtFirst(modules)));

it('rules of classes that no module names are left out', () => {
  expect(styles('.a{color:red}.b{color:#00f}p{margin:0}', '<p className="a">')).toBe('.a{color:red}p{margin:0}');
});

it('a rule for several selectors stays while one of them may match', () => {
  expect(styles('.a,.b{color:red}', "'b'")).toBe('.a,.b{color:red}');
});

it('a class inside another is needed with it', () => {
  expect(styles('.a .c{color:red}.a .b{color:red}', '"a b"')).toBe('.a .b{color:red}');
});

it('what a selector excludes need not be there', () => {
  expect(styles('.a:not(.z){color:red}', '"a"')).toBe('.a:not(.z){color:red}');
});

it('a class that a template ends with a value is kept', () => {
  expect(styles('.btn-small{color:red}.bin{color:red}', ['`btn-', '{size}`'].join('$'))).toBe('.btn-small{color:red}');
});

it('the order of rules and media queries stays', () => {
  const sheet = '.a{color:red}@media (width>=10px){.a{color:#00f}.b{color:red}}.c{color:red}';
  expect(styles(sheet, '"a c"')).toBe('.a{color:red}@media (width>=10px){.a{color:#00f}}.c{color:red}');
});

it('custom properties, animations and blocks that nothing uses are left out', () => {
  const sheet =
    ':root{--a:var(--b);--b:1px;--c:2px}@property --tw-d{syntax:"*";inherits:false}.x{margin:var(--a);animation:turn 1s}' +
    '.y{margin:var(--tw-d)}@keyframes turn{to{rotate:1turn}}@keyframes slide{to{rotate:1turn}}@media print{.y{color:red}}';
  const used = '.x{margin:var(--a);animation:1s linear turn}@keyframes turn{to{rotate:1turn}}';
  expect(first(sheet.replace('1s', '1s linear'), '"x"')).toBe(`:root{--a:var(--b);--b:1px}${used}`);
  expect(styles(sheet.replace('1s', '1s linear'), '"x"')).toBe(`:root{--a:var(--b);--b:1px;--c:2px}${used}`);
});

it('fonts that nothing uses are left out', () => {
  const font = (name: string) => `@font-face{font-family:${name};src:url(a.woff2)}`;
  expect(styles(`${font('Title')}${font('Other')}.a{font-family:Title}`, '"a"')).toBe(
    `${font('Title')}.a{font-family:Title}`,
  );
});

it('a first sheet has only rules for elements, marks and parts of inputs in the markup', () => {
  const sheet =
    'p{margin:0}table{margin:0}[data-x]{margin:0}[data-y]{margin:0}::-webkit-datetime-edit{padding:0}a:hover{margin:0}';
  expect(first(sheet, '<p data-x><a>')).toBe('p{margin:0}[data-x]{margin:0}a:hover{margin:0}');
  expect(first(sheet, '<input type="date">')).toBe('::-webkit-datetime-edit{padding:0}');
});

it('a first sheet takes classes from texts alone, not from words of comments', () => {
  expect(first('.bar{color:red}.menu{color:red}', '/** The bar. */ <p className="menu">')).toBe('.menu{color:red}');
});
