import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Parsed } from './document-kind.ts';
import { MAX_DOCUMENT_CHARS, parseJsonText } from './json-text.ts';

const schema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(2)),
  tags: v.optional(v.array(v.pipe(v.string(), v.maxLength(3))), []),
  more: v.optional(v.strictObject({ on: v.boolean() })),
});

const places = (parsed: Parsed<unknown>) =>
  parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
const read = (text: string) => places(parseJsonText(text, schema));

test('a text that is right is read with its defaults', () =>
  expect(parseJsonText('{"name": "ab"}', schema)).toEqual({ ok: true, value: { name: 'ab', tags: [] } }));

test('a text that is no JSON is refused where it breaks', () => {
  expect(read('{\n  "name": "ab",\n}')).toEqual(['3:1 unexpected "}"']);
  expect(read('{\n  "name": ab\n}')).toEqual([expect.stringMatching(/^2:1[01] /)]);
  expect(read('{"name": "ab"} x')).toEqual([expect.stringMatching(/^1:1[56] /)]);
});

test('a text that is no JSON is refused when it is empty, cut off or holds a comment', () => {
  for (const text of ['', ' ', '{', '{"name"', '// no\n{}', '{"name": "a\nb"}'])
    expect(read(text), text).toHaveLength(1);
});

test('a text that is no JSON is refused without falling over when it opens a hundred thousand brackets', () => {
  expect(read('['.repeat(100_000))).toEqual(['1:65 more than 64 brackets inside each other']);
  expect(read(`{"name": "${'['.repeat(1_000)}"}`)).toEqual([]);
});

test('a text that is no JSON is refused when it is too large', () =>
  expect(read(`{"name": "${'x'.repeat(MAX_DOCUMENT_CHARS)}"}`)).toEqual([expect.stringMatching(/^1:1 more than/)]));

test('the check of a JSON text reports every fault, in the order of the text', () => {
  const text = '{\n  "name": "a",\n  "tags": ["ok", "long!"],\n  "more": { "on": 1 }\n}';
  expect(read(text)).toEqual([
    expect.stringMatching(/^2:11 name: /),
    expect.stringMatching(/^3:18 tags\.1: /),
    expect.stringMatching(/^4:19 more\.on: /),
  ]);
});

test('the check of a JSON text reports a missing field at the object that lacks it', () => {
  expect(read('{\n  "more": {}\n,"name": "ab"}')).toEqual(['2:11 more.on: is missing']);
});

test('the check of a JSON text reports an unknown field at its name', () => {
  expect(read('{"name": "ab",\n "nmae": 1}')).toEqual(['2:2 nmae: there is no such field']);
  expect(read('{"name": "ab", "__proto__": {}}')).toEqual(['1:16 __proto__: there is no such field']);
});

test('the check of a JSON text reports a repeated name at its second place', () =>
  expect(read('{"name": "ab",\n "name": "cd"}')).toEqual(['2:2 "name" stands here twice']));

test('the check of a JSON text reports a text that is no object at its beginning', () =>
  expect(read('[]')).toEqual([expect.stringMatching(/^1:1 the document must be an object/)]));
