/** No contract is forgotten: each one in shared/ is in the document and has its cases. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CONTRACTS, ENDPOINTS, tagOf } from '#shared/openapi/endpoints.ts';

const TOP = path.resolve(import.meta.dirname, '../..');
const SHARED = path.join(TOP, 'shared');
const features = readdirSync(SHARED).filter((name) => existsSync(path.join(SHARED, name, 'contract.ts')));
/** Features with a contract of any name: `contract.ts`, `billing.contract.ts`. */
const offering = readdirSync(SHARED, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => readdirSync(path.join(SHARED, name)).some((file) => /(^|\.)contract\.ts$/.test(file)));

/** Rows of WebDAV: no endpoints of the API (shared/programs/dav.contract.ts). */
const LEFT_OUT = ['programs'];

test('every contract is in the document, but those that are no part of the API', () => {
  expect(offering.filter((name) => !LEFT_OUT.includes(name)).toSorted()).toEqual(Object.keys(CONTRACTS).toSorted());
});

test('every contract has its cases', () => {
  expect(features.filter((name) => !existsSync(path.join(TOP, 'test/contract', `${name}.worker.test.ts`)))).toEqual([]);
});

test('the id of an endpoint is its feature and its key', () => {
  for (const [tag, contract] of Object.entries(CONTRACTS))
    for (const [key, endpoint] of Object.entries(contract)) expect(endpoint.id).toBe(`${tag}.${key}`);
  expect(ENDPOINTS.every((endpoint) => Object.hasOwn(CONTRACTS, tagOf(endpoint)))).toBe(true);
});
