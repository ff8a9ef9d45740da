import { expect, it } from 'vitest';
import { classesNamedIn, stylesOf } from './page-styles.ts';

const styles = (sheet: string, ...modules: string[]) =>
  new TextDecoder().decode(stylesOf(new TextEncoder().encode(sheet), classesNamedIn(modules)));

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
