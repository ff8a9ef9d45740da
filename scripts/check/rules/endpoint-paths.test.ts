import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkEndpointPaths } from './endpoint-paths.ts';

function faults(...paths: string[]): string[] {
  const entries = paths.map((path, at) => `  e${at}: endpoint({ id: 'x.e${at}', method: 'GET', path: ${path} }),\n`);
  const text = `const PATH = '/x';\nexport const xContract = {\n${entries.join('')}};\n`;
  return checkEndpointPaths([readSource('shared/x/contract.ts', text.replaceAll('@{', '\u0024{'))]).map(
    ({ message }) => message,
  );
}

test('endpoints with paths of their own, also by a constant, are right', () => {
  expect(faults("'/x/{id}'", 'PATH', '`@{PATH}/{id}/more`')).toEqual([]);
});

test.each(["'/x/{id}'", "'/x/{file}'", '`@{PATH}/{id}`'])('%s is refused beside /x/{id}', (path) => {
  expect(faults("'/x/{id}'", path)).toEqual([expect.stringMatching(/is the place of x\.e0: x\.e1 is never reached/)]);
});

test('a path that no file writes is refused', () => {
  expect(faults('pathOf("x")')).toEqual(['method and path of x.e0 are not written as texts']);
});
