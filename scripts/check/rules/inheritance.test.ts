import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkInheritance } from './inheritance.ts';

function reported(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  return checkInheritance(sources).map(({ path, line }) => `${path}:${line}`);
}

const PLATFORM = {
  'worker/platform/stored-object.ts':
    "import { DurableObject } from 'cloudflare:workers';\nexport class StoredObject extends DurableObject {}",
};
const ROWS = {
  'worker/services/shield/rows.ts':
    "import { StoredObject } from '#worker/platform/stored-object.ts';\nexport class Rows extends StoredObject {}",
};

test('a class above a class of a service is reported, across files', () => {
  const shield = "import { Rows as Base } from './rows.ts';\nexport class Shield extends Base {}";
  expect(reported({ ...PLATFORM, ...ROWS, 'worker/services/shield/shield.object.ts': shield })).toEqual([
    'worker/services/shield/shield.object.ts:2',
  ]);
});

test('a class two steps above a base of the language is reported, in one file', () => {
  expect(reported({ 'client/api/errors.ts': 'class A extends Error {}\nclass B extends A {}' })).toEqual([
    'client/api/errors.ts:2',
  ]);
});

test('a class above a class of the platform folder, of a package or of ours without a base passes', () => {
  expect(reported({ ...PLATFORM, ...ROWS, 'client/a.ts': 'class A {}\nclass B extends A {}' })).toEqual([]);
});
