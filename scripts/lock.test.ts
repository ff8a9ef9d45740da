import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, missingEntries } from './lock.ts';

test('the lock file holds every platform, so that npm ci takes it anywhere', () => {
  const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(missingEntries(lock.packages)).toEqual({});
});

test('the lock file names no registry', () => {
  expect(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')).not.toMatch(
    /"resolved"|https?:\/\/[^"]*\/-\//,
  );
});

test('an entry is made for each optional package that has none', () => {
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { '@a/linux-x64-musl': '1.0.0', '@a/darwin-arm64': '1.0.0' },
    },
    'node_modules/@a/darwin-arm64': { version: '1.0.0' },
  };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@a/linux-x64-musl': {
      version: '1.0.0',
      optional: true,
      dev: true,
      cpu: ['x64'],
      os: ['linux'],
      libc: ['musl'],
    },
  });
});

test.each([
  ['@c/windows-64', { cpu: ['x64'], os: ['win32'] }],
  ['@c/binding-linux-arm-gnueabihf', { cpu: ['arm'], os: ['linux'], libc: ['glibc'] }],
  ['@c/wasm32-wasi', { cpu: ['wasm32'] }],
])('%s says where it runs', (name, where) => {
  expect(entryOf(name, '1.0.0', false)).toEqual({ version: '1.0.0', optional: true, ...where });
});
