import { expect, test } from 'vitest';
import { plainPath } from './spelling.ts';

test.each([
  ['/faq', '/faq'],
  ['/%66aq', '/faq'],
  ['/%64rive/%761/files', '/drive/v1/files'],
  ['/a%2Db%5F%7E%2e', '/a-b_~.'],
  ['/a%2Fb%3Fc%23d%25', '/a%2Fb%3Fc%23d%25'],
  ['/%E3%81%82', '/%E3%81%82'],
  ['/%', '/%'],
  ['/%6', '/%6'],
  ['/%2566aq', '/%2566aq'],
  ['/files%3AbatchMove', '/files%3AbatchMove'],
])('%s is plainly %s', (spelled, plain) => {
  expect(plainPath(spelled)).toBe(plain);
});
