import { expect, test } from 'vitest';
import type { DocumentKind } from '#shared/document-kind.ts';
import { describeDocument } from './describe.ts';
import { DOCUMENTS, type DocumentName } from './registry.ts';

const NAMES = Object.keys(DOCUMENTS) as DocumentName[];

test.each(NAMES)(
  'the documentation of a document: of %s names every field with its meaning, or shows how it is written',
  (name) => {
    const { title, form, example, fields } = describeDocument(name);
    expect(title).not.toBe('');
    expect(form).not.toBe('');
    expect(fields.length + example.length).toBeGreaterThan(0);
    for (const field of fields.filter(({ path }) => !/[.[]/.test(path))) expect(field.says, field.path).not.toBe('');
  },
);

test.each(NAMES)(
  'the documentation of a document: of %s shows lines that its own parser takes, and a first text that is right',
  (name) => {
    const kind: DocumentKind<unknown> = DOCUMENTS[name];
    expect(kind.parse(kind.initial)).toMatchObject({ ok: true });
    if (kind.example) expect(kind.parse(kind.example.join('\n'))).toMatchObject({ ok: true });
  },
);

test('a description has type, bounds and initial value from the schema', () => {
  const { fields } = describeDocument('resources');
  expect(fields.find(({ path }) => path === 'banners')).toEqual({
    path: 'banners',
    type: 'list of object',
    bounds: 'at most 10 entries',
    says: expect.stringContaining('Pictures'),
    initial: '[]',
  });
  expect(fields.find(({ path }) => path === 'banners[].title')?.bounds).toBe('1 to 80 characters');
  expect(fields.find(({ path }) => path === 'help_url')?.initial).toBe('"/help-center"');
});
