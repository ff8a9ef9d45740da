import { expect, test } from 'vitest';
import { schemaProblems } from './json-schema-check.ts';

const document = { components: { schemas: { Name: { type: 'string', minLength: 1 } } } };
const schema = {
  type: 'object',
  properties: {
    name: { $ref: '#/components/schemas/Name' },
    kind: { type: 'string', enum: ['a', 'b'] },
    size: { type: ['integer', 'null'], minimum: 0 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
    facts: { type: 'object', additionalProperties: { type: 'string' } },
    next: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] },
  },
  required: ['name'],
};

test.each([[{ name: 'x' }], [{ name: 'x', kind: 'b', size: null, tags: ['y'], facts: { any: 'z' }, next: null }]])(
  'the check of a document finds nothing in %j',
  (value) => {
    expect(schemaProblems(document, schema, value)).toEqual([]);
  },
);

test.each([
  [{}],
  [{ name: '' }],
  [{ name: 1 }],
  [{ name: 'x', kind: 'c' }],
  [{ name: 'x', size: -1 }],
  [{ name: 'x', size: 1.5 }],
  [{ name: 'x', tags: [1] }],
  [{ name: 'x', tags: ['y', 'z'] }],
  [{ name: 'x', facts: { any: 1 } }],
  [{ name: 'x', next: '' }],
  [{ name: 'x', unknown: 1 }],
  ['x'],
  [null],
])('the check of a document finds the violation in %j', (value) => {
  expect(schemaProblems(document, schema, value)).toHaveLength(1);
});

test('the check refuses unknown keywords', () => {
  expect(() => schemaProblems(document, { oneOf: [] }, 1)).toThrow('oneOf');
});
