import { expect, test } from 'vitest';
import { allowedOrigin, askedOrigin, hostKind } from './host.ts';

const ORIGINS = {
  appOrigin: 'https://drive.example.com',
  contentOrigin: 'https://content.example.net',
  apiOrigins: ['https://api1.example.com', 'https://api2.example.org:8443'],
};

test.each([
  ['drive.example.com', 'app'],
  ['content.example.net', 'content'],
  ['api1.example.com', 'api'],
  ['api2.example.org:8443', 'api'],
  ['magpie.api1.example.com', 'bucket'],
  ['magpie.drive.example.com', 'bucket'],
  ['drive.example.com:443', 'unknown'],
  ['api2.example.org', 'unknown'],
  ['drive.example.com.evil.example', 'unknown'],
  ['evil.drive.example.com', 'unknown'],
  ['', 'unknown'],
])('host %s is %s', (asked, kind) => {
  expect(hostKind(asked, ORIGINS)).toBe(kind);
});

test('links come back under the origin that was asked, never under a made-up one', () => {
  expect(askedOrigin('api1.example.com', ORIGINS)).toBe('https://api1.example.com');
  expect(askedOrigin('evil.example', ORIGINS)).toBe('https://drive.example.com');
});

test.each([
  ['https://drive.example.com', 'https://drive.example.com'],
  ['https://api1.example.com', 'https://api1.example.com'],
  ['https://content.example.net', null],
  ['https://drive.example.com.evil.example', null],
  ['http://drive.example.com', null],
  ['null', null],
  [null, null],
])('an answer may be read by %s: %s', (origin, allowed) => {
  expect(allowedOrigin(origin, ORIGINS)).toBe(allowed);
});
