import { expect, it } from 'vitest';
import { DOWNLOAD_TARGETS, platformFor } from '#shared/site/downloads.ts';
import { valueFor } from './config-document.ts';
import { externalProductsDocument } from './external-products.ts';

const WINDOWS = {
  url: 'https://downloads.example.com/magpie-1.4.2.exe',
  version: '1.4.2',
  size: 52_428_800,
  sha256: 'ab'.repeat(32),
  system: 'Windows 10',
  date: '2026-11-01',
};

const textOf = (values: object, variants: object[] = []) => JSON.stringify({ default: values, variants }, null, 1);
const ask = { language: 'en-US', client: 'web', person: '' } as const;

function read(text: string) {
  const parsed = externalProductsDocument.parse(text);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.value;
}

/** Every message about one broken target. */
function problems(target: string, change: object): string[] {
  const parsed = externalProductsDocument.parse(textOf({ [target]: { ...WINDOWS, ...change } }));
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

it('the document of downloads offers nothing before anybody has written one', () => {
  const value = valueFor(read(externalProductsDocument.initial), ask);
  expect(DOWNLOAD_TARGETS.map((target) => value[target])).toEqual(DOWNLOAD_TARGETS.map(() => null));
});

it('the document has a field for every download target and a description for each field', () => {
  expect(Object.keys(externalProductsDocument.schema.entries).toSorted()).toEqual([...DOWNLOAD_TARGETS].toSorted());
});

it('the document of downloads: holds a file with its checksum, and leaves out what is not named', () => {
  const value = valueFor(read(textOf({ windows: WINDOWS })), ask);
  expect(value.windows).toEqual(WINDOWS);
  expect(value.mac_arm).toBeNull();
});

it('the document of downloads asks of a store for its address alone', () => {
  const { ios_store } = valueFor(read(textOf({ ios_store: { url: 'https://apps.example.com/app/1' } })), ask);
  expect(ios_store).toEqual({ url: 'https://apps.example.com/app/1' });
});

it('the document of downloads may lead one language elsewhere', () => {
  const variants = [{ when: { languages: ['ja'] }, values: { windows: { ...WINDOWS, version: '1.5.0' } } }];
  const config = read(textOf({ windows: WINDOWS }, variants));
  expect(valueFor(config, { ...ask, language: 'ja' }).windows?.version).toBe('1.5.0');
  expect(valueFor(config, ask).windows?.version).toBe('1.4.2');
});

it.each([
  'http://downloads.example.com/a.exe',
  'javascript:alert(1)',
  'https://user:secret@example.com/a.exe',
  '//example.com/a.exe',
  '/a.exe',
  '',
])('the document of downloads refuses the address %s', (url) => {
  expect(problems('windows', { url })).toEqual([expect.stringContaining('windows.url: ')]);
});

it.each([
  ['version', { version: '<b>' }],
  ['size', { size: 1.5 }],
  ['sha256', { sha256: 'AB'.repeat(32) }],
  ['system', { system: '' }],
  ['date', { date: '1.11.2026' }],
])('the document of downloads refuses a wrong %s at its line', (name, change) => {
  const text = textOf({ windows: { ...WINDOWS, ...change } });
  const parsed = externalProductsDocument.parse(text);
  const line = text.split('\n').findIndex((each) => each.includes(`"${name}"`)) + 1;
  expect(parsed).toMatchObject({ ok: false, problems: [{ line, message: expect.stringContaining(name) }] });
});

it('the document of downloads refuses a target that there is not, and a file without a checksum', () => {
  expect(problems('linux', {})).toEqual([expect.stringContaining('linux')]);
  expect(problems('windows', { sha256: undefined })).toEqual([expect.stringContaining('sha256')]);
});

it('a target belongs to the device that can install it, and to none where a browser does not tell', () => {
  expect(DOWNLOAD_TARGETS.map(platformFor)).toEqual([
    'Android',
    'Android',
    'iOS',
    '',
    'Windows',
    'Mac OS',
    'Mac OS',
    '',
  ]);
});
