import { expect, it } from 'vitest';
import { hasReached } from './reached.ts';

const error = (name: string, more = '') => `{"error":"${name}","error_code":3${more}}`;

it('answers of an operation to a request that fits the contract count as reached', () => {
  expect(hasReached(true, 200, '{}')).toBe(true);
  expect(hasReached(true, 304, '')).toBe(true);
  expect(hasReached(true, 400, error('file_name_invalid'))).toBe(true);
  expect(hasReached(true, 404, error('file_not_found'))).toBe(true);
  expect(hasReached(true, 403, error('permission_denied'))).toBe(true);
});

it('refusals by schema, bearer, route, edge, budget and proxy do not count as reached', () => {
  expect(hasReached(false, 400, error('invalid_argument'))).toBe(false);
  expect(hasReached(false, 200, '{}')).toBe(false);
  expect(hasReached(true, 401, error('unauthenticated'))).toBe(false);
  expect(hasReached(true, 403, error('permission_denied', ',"reason":"insufficient_scope"'))).toBe(false);
  expect(hasReached(true, 403, error('cross_site_request'))).toBe(false);
  expect(hasReached(true, 404, error('not_found', ',"message":"no such call"'))).toBe(false);
  for (const status of [301, 405, 413, 415, 429, 500, 503, 0]) expect(hasReached(true, status, error('x'))).toBe(false);
  expect(hasReached(true, 400, 'Bad Request')).toBe(false);
});
