import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const { whyNotHere } = (await import(path.join(folder, 'system.mjs'))) as {
  whyNotHere(system: { platform: string; versions: { node: string } }): string;
};

it.each([
  ['linux', '24.21.0'],
  ['darwin', '26.0.1'],
])('the server starts on %s with Node %s', (platform, node) => {
  expect(whyNotHere({ platform, versions: { node } })).toBe('');
});

it.each([
  ['linux', '22.18.0', /^Magpie needs Node 24, and this is 22\.18\.0: .*\.$/],
  ['darwin', '9.0.0', /^Magpie needs Node 24, and this is 9\.0\.0: .*\.$/],
  ['win32', '24.21.0', /^Magpie runs on Linux and macOS; .* WSL\.$/],
])('%s with Node %s is answered in one sentence', (platform, node, sentence) => {
  expect(whyNotHere({ platform, versions: { node } })).toMatch(sentence);
});

it('the first file passes arguments on to the start', () => {
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, 'main.mjs'), '--help'], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toContain('npm start -- --lan');
});
