import { expect, it } from 'vitest';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { clientAddress, decideTarget, endToEnd, hasManyHosts, isReserved, isUpload } from './headers.ts';

it('a second host in any case is seen', () => {
  expect([hasManyHosts(['Host', 'a', 'Accept', 'host']), hasManyHosts(['Host', 'a', 'HOST', 'b'])]).toEqual([
    false,
    true,
  ]);
});

it('headers that only our own processes may set are not forwarded', () => {
  const raw = [
    'Host',
    'a',
    'CF-Connecting-IP',
    '9.9.9.9',
    'MF-Route-Override',
    'x',
    'X-Magpie-Internal',
    'x',
    'X-Forwarded-For',
    '1',
    'Forwarded',
    'for=1',
  ];
  expect(endToEnd(raw, isReserved)).toEqual(['Host', 'a']);
});

it('headers about one connection, also those named in Connection, are not forwarded', () => {
  const raw = [
    'Host',
    'a',
    'Connection',
    'keep-alive, X-Hop',
    'X-Hop',
    '1',
    'Expect',
    '100-continue',
    'Transfer-Encoding',
    'chunked',
    'Accept',
    '*/*',
  ];
  expect(endToEnd(raw)).toEqual(['Host', 'a', 'Accept', '*/*']);
});

it('Host and Content-Length are forwarded although Connection names them', () => {
  const raw = ['Host', 'a', 'Content-Length', '3', 'Connection', 'host, content-length'];
  expect(endToEnd(raw)).toEqual(['Host', 'a', 'Content-Length', '3']);
});

it('repeated headers are forwarded in their order', () => {
  const raw = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
  expect(endToEnd(raw)).toEqual(raw);
});

it('the address of a client is the peer, written as IPv4 when it is one', () => {
  expect(clientAddress('::ffff:10.0.0.7', ['X-Real-IP', '1.2.3.4'], undefined)).toBe('10.0.0.7');
});

it('the address of a client is the last entry of the trusted header when a proxy is configured', () => {
  expect(clientAddress('127.0.0.1', ['X-Forwarded-For', '6.6.6.6, 203.0.113.9'], 'x-forwarded-for')).toBe(
    '203.0.113.9',
  );
});

it.each([
  '2001:db8::7',
  '2001:DB8:0:0::0007',
  '[2001:db8::7]',
  '[2001:db8::7]:443',
  '2001:db8::7%eth0',
  '[2001:db8::7%25eth0]:443',
])('the address of a client is one address for an IPv6 that the proxy writes as %s', (spelling) => {
  expect(clientAddress('127.0.0.1', ['X-Forwarded-For', `6.6.6.6, ${spelling}`], 'x-forwarded-for')).toBe(
    '2001:db8::7',
  );
});

it('the address of a client is read past the port a proxy writes behind it', () => {
  expect(clientAddress('127.0.0.1', ['X-Real-IP', '203.0.113.9:50123'], 'x-real-ip')).toBe('203.0.113.9');
});

it('the address of a client is the peer when the trusted header holds no address', () => {
  expect(clientAddress('127.0.0.1', ['X-Forwarded-For', 'unknown'], 'x-forwarded-for')).toBe('127.0.0.1');
});

it.each([
  '/_internal/seed',
  '/_internal',
  '/cdn-cgi/explorer',
  '//_internal/seed',
  '/./_internal/seed',
  '/a/../_internal/seed',
  '/%5finternal/seed',
  '/%255Finternal/seed',
  '/_INTERNAL/seed',
  '/cdn%2Dcgi/x',
  '/\\_internal/seed',
  '/x/%2e%2e/_internal?y',
  '/x%ff/../%5finternal/seed',
  '/%ff/%2e%2e%2f_internal',
  '/%2509_internal/seed',
])('a closed path is closed as %s', (target) => {
  expect(decideTarget(target)).toBe('closed');
});

it.each([
  '/',
  '/s/abc',
  '/internal',
  '/_internals',
  '/a/_internal',
  '/drive?next=/_internal/',
  '/%E0%A4%A',
  '/%',
  '/%zz/%',
  '/%2509',
  '/f/x/a%2509b.txt',
  '/[',
  '/a:99999',
  '//[',
  '/%5b',
  '/?%09/%5b',
])('a closed path is not %s', (target) => {
  expect(decideTarget(target)).toBe('open');
});

it.each([
  '/%09/%5b',
  '/%0a/%5b',
  '/%0d%0a',
  '/%09/a:99999',
  '/%00',
  '/a%7fb',
  '/a\tb',
  '/a/#b',
  '*',
  '',
  'http://a/_internal/x',
  'localhost:80',
])('a malformed target is %j', (target) => {
  expect(decideTarget(target)).toBe('malformed');
});

it('a malformed target is found in linear time, however long the path is', () => {
  for (const part of ['%2e%2e%2f', '/', '\\', '%25', '../', '%25252525', './'])
    expect(decideTarget(`/${part.repeat(200_000)}`)).not.toBe('malformed');
});

/** Small bodies, which need no more time than others. */
const SMALL = ['drive.setThumbnail', 'auth.setPicture', 'membership.webhook'];

it('a body of bytes has the time of an upload, unless it is known to be small', () => {
  const bytes = ENDPOINTS.filter(({ bodyKind }) => bodyKind === 'bytes');
  const others = bytes.filter(({ method, path }) => !isUpload(method, path.replace(/\{\w+\}/g, 'V1'), ''));
  expect(others.map(({ id }) => id).sort()).toEqual(SMALL.toSorted());
});

it.each([
  '/',
  '/magpie',
  '/magpie/',
  '/c/V1',
  '/drive/all',
  '/drive/all/V1?x',
  '/drive/common/V1',
  '/drive/common/V1/V2',
])('a form with a file for %s has the time of an upload, and a page of that address has not', (target) => {
  expect(isUpload('POST', target, 'multipart/form-data; boundary=x')).toBe(true);
  expect(isUpload('POST', target, 'application/x-www-form-urlencoded')).toBe(false);
  expect(isUpload('GET', target, 'multipart/form-data; boundary=x')).toBe(false);
});

it.each(['/contact-us', '/auth', '/drive/account/picture'])('a form for %s has the time of any body', (target) => {
  expect(isUpload('POST', target, 'multipart/form-data; boundary=x')).toBe(false);
});

it('a file that a program sends has the time of an upload, and its questions have not', () => {
  expect(['PUT', 'PATCH', 'POST'].map((method) => isUpload(method, '/dav/a/b?x', ''))).toEqual([true, true, true]);
  expect(['PROPFIND', 'LOCK', 'GET'].map((method) => isUpload(method, '/dav/a/b', ''))).toEqual([false, false, false]);
  expect([isUpload('PUT', '/davy', ''), isUpload('PUT', '/tus/x', '')]).toEqual([false, true]);
});
