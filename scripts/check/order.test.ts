import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BASE_PACKAGES, FEATURES, HTTP_PACKAGES, LIVE_PACKAGES, REACT_PACKAGES } from './order.ts';

const TOP = path.resolve(import.meta.dirname, '../..');

test('each feature in the order has a service', () => {
  expect(FEATURES.filter((feature) => !existsSync(path.join(TOP, 'worker/services', feature)))).toEqual([]);
});

test('each package that the import rules name is a dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(TOP, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = [...BASE_PACKAGES, ...HTTP_PACKAGES, ...LIVE_PACKAGES, ...REACT_PACKAGES];
  expect(named.filter((name) => !(name in dependencies))).toEqual([]);
});
