import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { slimContract } from './slim-contract-plugin.ts';

const slim = (code: string) => slimContract(code, (text) => parseAst(text, { lang: 'ts' }));

it('an endpoint keeps what the request client reads', () => {
  const code = `export const c = { a: endpoint({
    id: 'x.a', method: 'GET', path: '/a/{id}', host: 'drive', callers: 'person', idempotency: 'read',
    params: v.object({ id: v.string() }), output: v.object({}), errors: ['not_found'], summary: 'A',
  }) } as const;`;
  expect(slim(code)).toBe(
    "export const c = { a: { id: 'x.a', method: 'GET', path: '/a/{id}', callers: 'person', idempotency: 'read' } } as const;",
  );
});

it('fields that several endpoints share are small too', () => {
  expect(
    slim(`const emptying = { path: '/trash:empty', callers: 'person', idempotency: 'key', output: taskId } as const;
export const c = { a: endpoint({ id: 'x.a', method: 'POST', ...emptying, summary: 'A' }) };`),
  ).toBe(`const emptying = { path: '/trash:empty', callers: 'person', idempotency: 'key' } as const;
export const c = { a: { id: 'x.a', method: 'POST', ...emptying } };`);
});

it('a schema is a call without effects, so that the bundler may leave it out', () => {
  expect(slim('export const name = v.pipe(v.string(), ...other.pipe);')).toBe(
    'export const name = /* @__PURE__ */ (() => (v.pipe(v.string(), ...other.pipe)))();',
  );
});

it('other code stays as it is', () => {
  const code =
    'import { a } from "./a.ts";\nexport const LIMIT = 3;\nexport function f(text: string) { return v.parse(s, text); }';
  expect(slim(code)).toBe(code);
});

it('an endpoint whose fields stand elsewhere stops the build', () => {
  expect(() => slim('export const c = endpoint(row);')).toThrow('one object');
});
