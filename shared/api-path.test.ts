import { expect, test } from 'vitest';
import { isApiPath } from './api-path.ts';

test.each([
  '/v1/user/me',
  '/drive/v1/files',
  '/drive/v1/no-such-call',
  '/unknown.service/v1/call',
  '/_internal/health',
  '/lbsInfo',
])('clients read JSON at %s', (path) => {
  expect(isApiPath(path)).toBe(true);
});

test.each(['/', '/drive', '/s/v1/abc', '/de/v1/help', '/v1', '/help/v2/x'])('people read a page at %s', (path) => {
  expect(isApiPath(path)).toBe(false);
});
