import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { packTar } from './tar.ts';

const text = (bytes: string) => new TextEncoder().encode(bytes);

it('a tar program lists and reads what was packed', () => {
  const files = { 'package.json': text('{}'), 'a.mjs': text('x'.repeat(513)), empty: text('') };
  const tar = packTar(files, 'package/');
  const read = (...args: string[]) => execFileSync('tar', [...args, '-f', '-'], { input: tar, encoding: 'utf8' });
  expect(read('-t').trim().split('\n')).toEqual(['package/package.json', 'package/a.mjs', 'package/empty']);
  expect(read('-x', '-O')).toBe(`{}${'x'.repeat(513)}`);
  expect(tar.length % 512).toBe(0);
});

it('a name that a plain header does not hold is refused', () => {
  for (const name of ['x'.repeat(101), 'ü']) expect(() => packTar({ [name]: text('') }, '')).toThrow(RangeError);
});
