import { expect, it } from 'vitest';
import { addImport, addText, addToInterface, addToList, addToObject, addToReturn } from './insert.ts';
import { Refused } from './names.ts';

const file = (text: string) => ({ path: 'x.ts', text });

it('adds a row to an object, through casts and calls, with the comma that was left out', () => {
  expect(addToObject(file('const A = { a: 1 } as const;'), 'A', 'b', 'b: 2').text).toMatch(/a: 1,\s*b: 2,\s*}/);
  expect(addToObject(file('const A = f({\n  a: 1, // one, two\n});'), 'A', 'b', 'b: 2').text).toBe(
    'const A = f({\n  a: 1, // one, two\nb: 2,\n});',
  );
  expect(addToObject(file('const A = {};'), 'A', 'b', 'b: 2').text).toBe('const A = {b: 2,};');
});

it('refuses a row that is there, and a place that is not', () => {
  expect(() => addToObject(file("const A = { 'a.b': 1 };"), 'A', 'a.b', '')).toThrow(Refused);
  expect(() => addToObject(file('const B = {};'), 'A', 'a', '')).toThrow(/has no constant A/);
  expect(() => addToInterface(file('interface A { a(): void }'), 'A', 'a', '')).toThrow(Refused);
  expect(() => addToList(file("const A = ['a'];"), 'A', 'a', 'z')).toThrow(Refused);
  expect(() => addText({ path: 'x.json', text: '{"a":"b"}' }, 'a', 'c')).toThrow(Refused);
});

it('adds a word to a list before another one, or at its end', () => {
  expect(addToList(file("const A = ['a', 'z'];"), 'A', 'm', 'z').text).toBe("const A = ['a', 'm', 'z'];");
  expect(addToList(file("const A = ['a'];"), 'A', 'm', 'z').text).toMatch(/'a','m',\s*];/);
});

it('adds to the object a function returns last', () => {
  const text = 'function f() { if (x) return 1; return { a, b }; }';
  expect(addToReturn(file(text), 'f', 'c', 'c').text).toMatch(/if \(x\) return 1; return { a, b,\s*c,\s*}/);
});

it('imports a name once, beside its neighbours', () => {
  const text = "import type { B } from './b.ts';\nconst x = 1;\n";
  expect(addImport(file(text), './b.ts', 'A', true).text).toContain("import type { A, B } from './b.ts'");
  expect(addImport(file(text), './b.ts', 'b').text).toContain("import { b } from './b.ts'");
  expect(addImport(file(text), './b.ts', 'B', true).text).toBe(text);
});
