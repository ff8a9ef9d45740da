import { expect, test } from 'vitest';
import { modelOf } from '#shared/document-form/model.ts';
import { showForm } from '#shared/document-form/show.ts';
import type { DocumentKind } from '#shared/document-kind.ts';
import { describeDocument } from './describe.ts';
import { DOCUMENTS, type DocumentName } from './registry.ts';
import { shownFields, shownModel, shownTitle, shownValue, wholeValue } from './without-offers.ts';

const OFFERS = /\b(plans?|premium|pric(?:e|es|ing)|check-?in|referrals?|rewards?)\b/i;

test.each<DocumentName>(['membership', 'groups', 'letter_texts', 'service', 'basic', 'sign_up', 'frame'])(
  'the page of %s says nothing about plans and rewards in a company',
  (name) => {
    const { whole, schema, initial, title }: DocumentKind<unknown> = DOCUMENTS[name];
    const shown = whole ?? schema;
    if (shown === undefined) throw new Error(`${name} has no form`);
    const model = shownModel(name, modelOf(shown), false);
    const form = showForm(model, shownValue(name, JSON.parse(initial), false), { problems: [] });
    const fields = shownFields(name, describeDocument(name).fields, false);
    expect(JSON.stringify([shownTitle(name, title, false), model, form, fields])).not.toMatch(OFFERS);
  },
);

test('a company that changes its limits keeps the plans that it does not see', () => {
  const before = JSON.parse(DOCUMENTS.membership.initial);
  const seen = shownValue('membership', before, false);
  expect(Object.keys(seen as object)).toEqual(['limits']);
  const typed = { limits: { free: { links: 5 } } };
  const after = { ...before, limits: { ...before.limits, free: { links: 5 } } };
  expect(wholeValue('membership', typed, before, false)).toEqual(after);
  expect(wholeValue('membership', before, before, true)).toBe(before);
});
