/** Every document of operators as a form and back: nothing changes, and what is wrong is shown at its field. */
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { DocumentKind } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { changeForm } from './acts.ts';
import { type Model, modelOf } from './model.ts';
import { type FormNode, MARKS } from './node.ts';
import { sameJson } from './path.ts';
import type { PlacedProblem } from './problems.ts';
import { readForm } from './read.ts';
import { showForm } from './show.ts';

const NAMES = (Object.keys(DOCUMENTS) as DocumentName[]).filter((name) => DOCUMENTS[name].format === 'json');

const kindOf = (name: DocumentName): DocumentKind<unknown> => DOCUMENTS[name];
const schemaOf = (name: DocumentName): v.GenericSchema => {
  const { whole, schema } = kindOf(name);
  return (whole ?? schema) as unknown as v.GenericSchema;
};

interface Part {
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly wrapped?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly key?: Part;
  readonly value?: Part;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

/** Texts of every kind that documents hold; each field takes those that it accepts. */
const TEXTS = [
  '',
  'a',
  ' two words ',
  'two\nlines',
  'Ünïcode 語',
  '<b>&amp;',
  'DE',
  'US',
  'USD',
  'JPY',
  'example.com',
  'help@example.com',
  'https://example.com',
  'https://example.com/a?b#c',
  'mailto:a@example.com',
  '/help-center',
  '/s/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  '2026-12-24',
  '2026-12-24T00:00:00Z',
  '2027-12-24T10:20:30Z',
  '2028-01-01T00:00:00.5+08:00',
  '2026-02-30T00:00:00Z',
  '1.2.0',
  '10.0.0.0/8',
  '2001:db8::1',
  'stun:stun.example.com:3478',
  'premium-month',
  'spring_2027',
  'f'.repeat(64),
  '__proto__',
  'constructor',
  'a/b~c',
  '{{days}} days',
];
const NUMBERS = [
  0,
  1,
  2,
  3,
  7,
  20,
  31,
  0.1,
  0.29,
  1,
  100,
  366,
  512 * 1024,
  1_500_000_001,
  5 * 1024 ** 3,
  2 ** 53 - 1,
  -1,
  1e-9,
];

const fits = (part: Part, value: unknown): boolean => v.is(part as unknown as v.GenericSchema, value);

/** Valid values of a schema, but for checks over several fields. */
function arbitrary(part: Part): fc.Arbitrary<unknown> {
  const plain = part.pipe ? { ...part, pipe: undefined } : part;
  switch (plain.type) {
    case 'string':
      return fc.constantFrom(...TEXTS.filter((text) => fits(part, text)));
    case 'number':
      return fc.constantFrom(...NUMBERS.filter((number) => fits(part, number)));
    case 'boolean':
      return fc.boolean();
    case 'picklist':
      return fc.constantFrom(...(plain.options ?? []));
    case 'literal':
      return fc.constant(plain.literal);
    case 'array':
      return fc.array(arbitrary(plain.item as Part), { maxLength: 3 });
    case 'record':
      return fc.dictionary(arbitrary(plain.key as Part) as fc.Arbitrary<string>, arbitrary(plain.value as Part), {
        maxKeys: 3,
      });
    case 'nullable':
      return fc.option(arbitrary(plain.wrapped as Part));
    case 'variant':
      return fc.oneof(...(plain.options as readonly Part[]).map(arbitrary));
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(plain.entries ?? {});
      const required = entries
        .filter(([, each]) => !['optional', 'exact_optional'].includes(each.type))
        .map(([key]) => key);
      return fc.record(Object.fromEntries(entries.map(([key, each]) => [key, arbitrary(each)])), {
        requiredKeys: required,
      } as never);
    }
    case 'optional':
    case 'exact_optional':
      return arbitrary(plain.wrapped as Part);
    default:
      throw new Error(`no values for the schema "${plain.type}"`);
  }
}

/** The fields that a browser sends: texts with CRLF, no line ends from a control of one line. */
function sentOf(root: FormNode): [string, string][] {
  const fields: [string, string][] = [];
  const send = (name: string, value: string): void => {
    fields.push([name, value.replace(/\r?\n/g, '\r\n')]);
  };
  function visit(node: FormNode): void {
    const { at } = node;
    if (node.isAbsent) send(MARKS.absent + at, '1');
    if (node.canBeLeft && node.kind !== 'unset') send(MARKS.there + at, '1');
    switch (node.kind) {
      case 'text':
        if (node.rows > 0) send(MARKS.value + at, node.value);
        else
          send(
            MARKS.value + at,
            node.type === 'datetime-local' ? node.value.replace(/:00$/, '') : node.value.replace(/\n/g, ''),
          );
        break;
      case 'scaled':
        send(MARKS.value + at, node.value);
        send(MARKS.unit + at, node.unit);
        break;
      case 'number':
      case 'choice':
      case 'lines':
        send(MARKS.value + at, node.value);
        break;
      case 'switch':
        if (node.isOn) send(MARKS.value + at, 'on');
        break;
      case 'choices':
        for (const { value } of node.options) if (node.values.includes(value)) send(MARKS.value + at, value);
        break;
      case 'json':
        send(node.mark + at, node.value);
        break;
      case 'languages':
        for (const text of node.texts) visit(text.node);
        break;
      case 'list':
        send(MARKS.count + at, String(node.entries.length));
        for (const entry of node.entries) visit(entry.node);
        break;
      case 'record':
        send(MARKS.count + at, String(node.rows.length));
        for (const row of node.rows) {
          send(MARKS.key + row.at, row.key);
          visit(row.node);
        }
        break;
      case 'object':
        node.fields.forEach(visit);
        break;
      case 'variant':
        send(MARKS.shown + at, node.value);
        send(MARKS.value + at, node.value);
        node.fields.forEach(visit);
        break;
      default:
    }
  }
  visit(root);
  return fields;
}

const MODELS = new Map(NAMES.map((name) => [name, modelOf(schemaOf(name))] as const));

function throughForm(name: DocumentName, value: unknown): { value: unknown; fields: number } {
  const model = MODELS.get(name) as Model;
  const fields = sentOf(showForm(model, value, { problems: [] }).root);
  const sent = new URLSearchParams(fields);
  return {
    value: readForm(model, { get: (key) => sent.get(key), all: (key) => sent.getAll(key) }).value,
    fields: fields.length,
  };
}

function nodesOf(node: FormNode): FormNode[] {
  switch (node.kind) {
    case 'languages':
      return [node, ...node.texts.flatMap((each) => nodesOf(each.node))];
    case 'list':
      return [node, ...node.entries.flatMap((each) => nodesOf(each.node))];
    case 'record':
      return [node, ...node.rows.flatMap((each) => nodesOf(each.node))];
    case 'object':
    case 'variant':
      return [node, ...node.fields.flatMap(nodesOf)];
    default:
      return [node];
  }
}

function wrongFields(name: DocumentName, value: unknown): [string, string][] {
  const parsed = kindOf(name).parse(JSON.stringify(value));
  const problems = parsed.ok
    ? []
    : parsed.problems.map(({ path = [], says = '' }): PlacedProblem => ({ path, message: says }));
  const { root, others } = showForm(modelOf(schemaOf(name)), value, { problems });
  const found = nodesOf(root).flatMap(({ at, errors }) => errors.map((error): [string, string] => [at, error]));
  return [...found, ...others.map((error): [string, string] => ['', error])];
}

test.each(NAMES)('a document as a form: %s comes back as it was', (name) => {
  const first = JSON.parse(kindOf(name).initial);
  expect(throughForm(name, first).value).toEqual(first);
  const values = arbitrary(schemaOf(name) as unknown as Part);
  fc.assert(
    fc.property(values, (value) => {
      const back = throughForm(name, value).value;
      if (!sameJson(back, value)) expect(back).toEqual(value);
    }),
    { numRuns: 20 },
  );
});

test.each(NAMES)('a document as a form: %s has a control for each field of its first text', (name) => {
  const model = modelOf(schemaOf(name));
  const nodes = nodesOf(showForm(model, JSON.parse(kindOf(name).initial), { problems: [] }).root);
  expect(nodes.filter(({ kind }) => kind === 'json')).toEqual([]);
  for (const { at, label } of nodes) if (at !== '') expect(label, at).not.toBe('');
});

test('JSON that is no right document comes back as it was too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.jsonValue(), fc.jsonValue(), (name, one, other) => {
      const first = JSON.parse(kindOf(name).initial) as Record<string, unknown>;
      const [key = '', second] = Object.entries(first)[0] ?? [];
      const wrong = { ...first, [key]: { ...(second as object), ...(other as object) }, odd: one };
      const back = throughForm(name, wrong).value;
      if (!sameJson(back, wrong)) expect(back).toEqual(wrong);
    }),
    { numRuns: 40 },
  );
});

test('ten thousand entries stay within the fields that a form may send', () => {
  const networks = Array.from({ length: 10_000 }, (_, at) => `10.${at >> 8}.${at & 255}.1`);
  const access = { ...JSON.parse(kindOf('access').initial), blockedAddresses: networks };
  expect(throughForm('access', access)).toEqual({ value: access, fields: expect.any(Number) });
  const links = Array.from({ length: 10_000 }, () => ({}));
  const hub = { default: { hub: { origins: [], groups: [{ title: {}, links }] } }, variants: links };
  const back = throughForm('links_hub', hub);
  expect(back.value).toMatchObject({ default: { hub: { groups: [{ links: { length: 10_000 } }] } } });
  expect(back.fields).toBeLessThan(4_000);
});

const basic = JSON.parse(kindOf('basic').initial);
const membership = JSON.parse(kindOf('membership').initial);
const hub = (url: string) => ({
  default: { hub: { origins: [], groups: [{ title: { 'en-US': 'G' }, links: [{ title: { 'en-US': '' }, url }] }] } },
});
const cases: readonly [DocumentName, unknown, readonly string[]][] = [
  ['basic', { default: { ...basic.default, support_email: 'nobody' } }, ['/default/support_email']],
  ['basic', { default: { ...basic.default, oldest_versions: { a: '1', 'b/c': 'x' } } }, ['/default/oldest_versions/1']],
  ['basic', { default: { ...basic.default, colour: 1 } }, ['/default?']],
  ['basic', { default: basic.default, variants: [{ when: { share: 2 }, values: {} }] }, ['/variants/0/when/share']],
  ['membership', { ...membership, sells: 'yes' }, ['/sells']],
  ['membership', { ...membership, plans: [membership.plans[0], membership.plans[0]] }, ['']],
  [
    'membership',
    { ...membership, plans: [{ ...membership.plans[0], prices: { global: { USD: '7,99 $' } } }] },
    ['/plans/0/prices/global/0'],
  ],
  ['access', { ...JSON.parse(kindOf('access').initial), blockedAddresses: ['10.0.0.1', 'x'] }, ['/blockedAddresses']],
  [
    'links_hub',
    hub('https://example.org/a'),
    ['/default/hub/groups/0/links/0/title/en-US', '/default/hub/groups/0/links/0/url'],
  ],
  ['rewards', { checkIn: { open: true, days: [null, { type: 'premium', days: 0 }] } }, ['/checkIn/days/1/days']],
];
test.each(cases)('what is wrong is shown at its field: %s', (name, value, places) => {
  const found = wrongFields(name, value);
  expect(
    found.map(([at]) => at).filter((at) => !places.includes(at)),
    JSON.stringify(found),
  ).toEqual([]);
  expect([...new Set(found.map(([at]) => at))].sort()).toEqual([...places].sort());
  // Plain words, not those of the library.
  for (const [, message] of found) expect(message).not.toMatch(/Invalid|Expected/);
});

const model = modelOf(schemaOf('resources'));
const banner = (id: string) => ({ id, title: 't', image_url: '/a', link_url: '/b' });
const start = { default: { banners: [banner('a'), banner('b'), banner('c')] }, variants: [] };
const idsOf = (value: unknown) => (value as typeof start).default.banners.map(({ id }) => id).join('');

test('buttons of a form: add, remove and move entries, fill in and leave out fields', () => {
  expect(idsOf(changeForm(model, start, 'up', '/default/banners/2')?.value)).toBe('acb');
  expect(idsOf(changeForm(model, start, 'down', '/default/banners/0')?.value)).toBe('bac');
  expect(changeForm(model, start, 'up', '/default/banners/0')).toBeNull();
  expect(idsOf(changeForm(model, start, 'remove', '/default/banners/1')?.value)).toBe('ac');
  expect(changeForm(model, start, 'remove', '/default/banners/9')).toBeNull();
  expect(changeForm(model, start, 'remove', '/__proto__/banners/0')).toBeNull();
  const added = changeForm(model, start, 'add', '/default/banners');
  expect(added).toMatchObject({ at: '/default/banners/3' });
  const variant = changeForm(model, added?.value, 'add', '/variants');
  expect(variant?.value).toMatchObject({ variants: [{ when: {}, values: {} }] });
  const filled = changeForm(model, variant?.value, 'set', '/variants/0/values/banners');
  expect(filled?.value).toMatchObject({ variants: [{ values: { banners: [] } }] });
  const left = changeForm(model, filled?.value, 'unset', '/variants/0/values/banners');
  expect(left?.value).toMatchObject({ variants: [{ values: {} }] });
});

test('a new row of a record waits for its name, and a name that is there twice loses nothing', () => {
  const basic = modelOf(schemaOf('basic'));
  const added = changeForm(basic, { default: { oldest_versions: { web: '1' } } }, 'add', '/default/oldest_versions');
  expect(added?.value).toEqual({ default: { oldest_versions: { web: '1', '': null } } });
  const sent = new URLSearchParams([
    ['n/default/oldest_versions', '2'],
    ['k/default/oldest_versions/0', 'web'],
    ['v/default/oldest_versions/0', '1'],
    ['k/default/oldest_versions/1', 'web'],
    ['v/default/oldest_versions/1', '2'],
  ]);
  const { value } = readForm(basic, { get: (key) => sent.get(key), all: (key) => sent.getAll(key) });
  expect(value).toMatchObject({ default: { oldest_versions: { web: '1', 'web (again 1)': '2' } } });
});

test('buttons of a form: Remove takes the row that was pressed, behind a cleared row and among names that are numbers', () => {
  const basic = modelOf(schemaOf('basic'));
  const rows = ['web', '', '7', 'tv'];
  const sent = new URLSearchParams([
    ['n/default/oldest_versions', String(rows.length)],
    ...rows.flatMap((name, index) => [
      [`k/default/oldest_versions/${index}`, name],
      [`v/default/oldest_versions/${index}`, name && '1'],
    ]),
  ]);
  const form = readForm(basic, { get: (key) => sent.get(key), all: (key) => sent.getAll(key) });
  expect(form.placeOf('/default/oldest_versions/1')).toBeNull();
  const left = (index: number) => {
    const at = form.placeOf(`/default/oldest_versions/${index}`) ?? '';
    const { value } = changeForm(basic, form.value, 'remove', at) ?? {};
    return Object.keys((value as { default: { oldest_versions: object } }).default.oldest_versions);
  };
  expect([0, 2, 3].map(left)).toEqual([
    ['7', 'tv'],
    ['web', 'tv'],
    ['7', 'web'],
  ]);
});

test('an act on an entry that is not there changes nothing', () => {
  for (const act of ['set', 'unset', 'add', 'remove'] as const)
    expect(changeForm(modelOf(schemaOf('membership')), { plans: [] }, act, '/plans/9')).toBeNull();
});

test('buttons of a form: JSON that cannot be read stays with its field: other fields that are no object, and what nests too deep', () => {
  const sent = new URLSearchParams([
    ['x/default?', '[1]'],
    ['j/variants', '['.repeat(20_000)],
  ]);
  const basic = modelOf(schemaOf('basic'));
  const { value, broken } = readForm(basic, { get: (key) => sent.get(key), all: (key) => sent.getAll(key) });
  expect([...broken.keys()]).toEqual(['/default?', '/variants']);
  const nodes = nodesOf(showForm(basic, value, { problems: [], broken }).root);
  const wrong = nodes.flatMap((node) => (node.kind === 'json' ? [[node.at, node.value.length]] : []));
  expect(wrong).toEqual([
    ['/default?', 3],
    ['/variants', 20_000],
  ]);
  const list = changeForm(model, start, 'remove', '/default/banners/1');
  const places = ['/default/banners/0?', '/default/banners/1/title', '/default/banners/2?', '/variants'];
  expect(places.map((place) => list?.moved(place))).toEqual([places[0], null, '/default/banners/1?', '/variants']);
});
