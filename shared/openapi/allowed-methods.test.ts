import { expect, it } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';

it.each([
  ['/drive/v1/files', ['GET', 'HEAD', 'POST']],
  ['/drive/v1/files:batchMove', ['POST']],
  ['/v1/auth/token', ['POST']],
  ['/drive/v1/files/', []],
  ['/drive/v1/none', []],
  ['/', []],
])('%s takes %s', (path, methods) => {
  expect(allowedMethods(path)).toEqual(methods);
});

it('a path with a parameter has the methods of all calls there', () => {
  expect(allowedMethods('/drive/v1/files/V1')).toEqual(expect.arrayContaining(['DELETE', 'GET', 'HEAD', 'PATCH']));
});
