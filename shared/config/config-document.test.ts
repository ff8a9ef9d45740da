import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type ConfigRequest, makeConfigDocument, valueFor } from './config-document.ts';

const document = makeConfigDocument({
  title: 'Test',
  schema: v.object({ title: v.string(), sizes: v.object({ small: v.number() }), on: v.optional(v.boolean(), false) }),
  initial: { title: 'first', sizes: { small: 1 } },
});
const who: ConfigRequest = { language: 'en-US', client: 'web', person: '' };

function parse(variants: unknown[]) {
  const text = JSON.stringify({ default: { title: 'first', sizes: { small: 1 } }, variants });
  const parsed = document.parse(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const people = Array.from({ length: 2_000 }, (_, index) => `person-${index}`);
const chosen = (share: number, title = 'Test') => {
  const config = { ...parse([{ when: { share }, values: { title: 'chosen' } }]), salt: title };
  return new Set(people.filter((person) => valueFor(config, { ...who, person }).title === 'chosen'));
};

test('a document parses as it comes', () =>
  expect(document.parse(document.initial)).toMatchObject({
    ok: true,
    value: { default: { title: 'first', sizes: { small: 1 }, on: false }, variants: [] },
  }));

test('a document is refused with the place of a wrong condition or value', () => {
  const text =
    '{"default": {"title": "a", "sizes": {"small": 1}}, "variants": [\n{"when": {"languages": ["xx"]},\n"values": {"titel": 1}}]}';
  const parsed = document.parse(text);
  expect(parsed.ok ? [] : parsed.problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 25],
    [3, 12],
  ]);
});

test('a document is refused with a share above all', () =>
  expect(() => parse([{ when: { share: 1.1 }, values: {} }])).toThrow());

test('the value for a user is the default where no variant applies', () => {
  const config = parse([{ when: { languages: ['ja'], clients: ['web'] }, values: { title: 'ja' } }]);
  expect(valueFor(config, who).title).toBe('first');
  expect(valueFor(config, { ...who, language: 'ja', client: 'android' }).title).toBe('first');
  expect(valueFor(config, { ...who, language: 'ja' })).toEqual({ title: 'ja', sizes: { small: 1 }, on: false });
});

test('the value for a user is laid over in the order of the variants, and keeps what a variant does not name', () => {
  const config = parse([
    { when: {}, values: { title: 'all', on: true } },
    { when: { clients: ['web'] }, values: { title: 'web' } },
  ]);
  expect(valueFor(config, who)).toEqual({ title: 'web', sizes: { small: 1 }, on: true });
});

test('the value for a user comes to about the share of the users that is meant', () => {
  for (const share of [0.1, 0.5, 0.9]) expect(Math.abs(chosen(share).size / people.length - share)).toBeLessThan(0.05);
  expect(chosen(0).size).toBe(0);
  expect(chosen(1).size).toBe(people.length);
});

test('the value for a user stays with whom it was given when the share grows', () => {
  const more = chosen(0.4);
  for (const person of chosen(0.2)) expect(more).toContain(person);
});

test('draws other users for another document', () => {
  const other = chosen(0.5, 'Other');
  const both = [...chosen(0.5, 'One')].filter((person) => other.has(person));
  expect(both.length / people.length).toBeLessThan(0.35);
});

test('a variant for a share of users never applies to an unknown user, unless it is for all', () => {
  expect(valueFor(parse([{ when: { share: 0.99 }, values: { title: 'chosen' } }]), who).title).toBe('first');
  expect(valueFor(parse([{ when: { share: 1 }, values: { title: 'chosen' } }]), who).title).toBe('chosen');
});
