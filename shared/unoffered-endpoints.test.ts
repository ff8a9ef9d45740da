import { expect, it } from 'vitest';
import { ENDPOINTS } from './openapi/endpoints.ts';
import { isUnofferedCall } from './unoffered-endpoints.ts';

it.each([
  ['POST', '/promoting/v1/join'],
  ['GET', '/package/v1/apk/url/abc'],
  ['POST', '/phrase/v1/content/share'],
  ['GET', '/vip/v1/activity/inviteCode'],
  ['GET', '/lbsInfo'],
])('%s %s is a call of existing clients that is not offered', (method, path) => {
  expect(isUnofferedCall(method, path)).toBe(true);
});

it.each([
  ['GET', '/drive/v1/tasks'],
  ['GET', '/drive/v1/task/a/b/statuses'],
  ['GET', '/drive/v1/task/t1/statuses/more'],
  ['GET', '/drive/v1/nothing'],
  ['GET', '/vip/v2/x'],
  ['GET', '/en-US/help'],
  ['GET', '/'],
])('%s %s is no such call', (method, path) => {
  expect(isUnofferedCall(method, path)).toBe(false);
});

it('no endpoint of a contract is listed as a call of its own', () => {
  const own = ENDPOINTS.filter(({ path }) => !path.startsWith('/vip/v1/'));
  expect(own.filter(({ method, path }) => isUnofferedCall(method, path))).toEqual([]);
});
