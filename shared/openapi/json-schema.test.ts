import * as v from 'valibot';
import { expect, test } from 'vitest';
import { idList, jsonObject, optionalText, wireCount, wireFlag } from '#shared/contract.ts';
import { fileObject } from '#shared/drive/model.ts';
import { toJsonSchema } from './json-schema.ts';

test.each([
  [
    'text with bounds',
    v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
    { type: 'string', minLength: 1, maxLength: 9 },
  ],
  ['a pattern', v.pipe(v.string(), v.regex(/^a+$/)), { type: 'string', pattern: '^a+$' }],
  ['a word of several', v.picklist(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['one word', v.literal('a'), { const: 'a' }],
  ['a whole number', v.pipe(v.number(), v.safeInteger(), v.minValue(0)), { type: 'integer', minimum: 0 }],
  ['text or nothing', v.nullable(v.string()), { type: ['string', 'null'] }],
  ['a word or nothing', v.nullable(v.picklist(['a'])), { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
  ['one of two types', v.union([v.string(), v.number()]), { type: ['string', 'number'] }],
  ['a list', v.pipe(v.array(v.string()), v.maxLength(2)), { type: 'array', items: { type: 'string' }, maxItems: 2 }],
  ['a table', v.record(v.string(), v.number()), { type: 'object', additionalProperties: { type: 'number' } }],
  ['anything', v.unknown(), {}],
  [
    'an object with a field that may be left out',
    v.object({ a: v.string(), b: v.optional(v.boolean()) }),
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['a'] },
  ],
])('a schema in the document: %s', (_what, schema, expected) => {
  expect(toJsonSchema(schema, 'answer')).toEqual(expected);
});

test('a schema in the document: lenient inputs say what is meant, in an address and in a body', () => {
  const inputs = v.object({
    text: v.pipe(optionalText, v.maxLength(5)),
    count: wireCount,
    flag: wireFlag,
    filters: jsonObject,
    ids: v.pipe(idList, v.minLength(1)),
  });
  expect(toJsonSchema(inputs, 'query')).toMatchObject({
    properties: { text: { type: 'string', maxLength: 5 }, count: { type: 'integer' }, flag: { type: 'boolean' } },
  });
  expect(toJsonSchema(inputs, 'body')).toMatchObject({
    properties: {
      text: { type: ['string', 'null'], maxLength: 5 },
      ids: { type: ['array', 'null'], items: { type: 'string' }, minItems: 1 },
    },
  });
  expect(toJsonSchema(inputs, 'body').required).toBeUndefined();
});

test('a changed value is described by what goes in or by what comes out', () => {
  const length = v.pipe(
    v.string(),
    v.transform((text) => text.length),
    v.number(),
    v.maxValue(9),
  );
  expect(toJsonSchema(length, 'body')).toEqual({ type: 'string' });
  expect(toJsonSchema(length, 'answer')).toEqual({ type: 'number', maximum: 9 });
});

test('a named schema is referred to', () => {
  const names = new Map([[fileObject, 'File']]);
  expect(toJsonSchema(v.nullable(fileObject), 'answer', names)).toEqual({
    anyOf: [{ $ref: '#/components/schemas/File' }, { type: 'null' }],
  });
});

test('what the document cannot say is an error, never left out', () => {
  expect(() => toJsonSchema(v.date(), 'answer')).toThrow('date');
  expect(() =>
    toJsonSchema(
      v.pipe(
        v.string(),
        v.check(() => true),
      ),
      'body',
    ),
  ).toThrow('check');
  expect(() => toJsonSchema(v.pipe(v.string(), v.regex(/a/i)), 'answer')).toThrow('flags');
});
