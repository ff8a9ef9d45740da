/** The document and its page, as they are served. */
import { expect, it } from 'vitest';
import { makeOpenApi } from '#shared/openapi/document.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { href } from '#shared/routes.ts';
import { servedDocument } from './expect.ts';
import { ORIGIN } from './send.ts';
import { visit } from './visit.ts';

function get(path: string): Promise<Response> {
  return visit(path);
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : refsIn(each)));
}

it('the document matches the contracts, for tools of any origin', async () => {
  const response = await get(href('docs.openapi'));
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(makeOpenApi(ORIGIN))));
});

it('/openapi.json: names every endpoint once', async () => {
  const { openapi, paths } = await servedDocument();
  expect(openapi).toBe('3.1.0');
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(ids.toSorted()).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

it('the document declares the credentials of each call, in schemes that it defines', async () => {
  const { paths, components } = await servedDocument();
  const shown = new Map(
    Object.values(paths).flatMap((item) =>
      Object.values(item).map((each) => [each.operationId, each.security] as const),
    ),
  );
  for (const endpoint of ENDPOINTS) {
    const security = shown.get(endpoint.id) ?? [];
    for (const name of security.flatMap(Object.keys))
      expect(components.securitySchemes, endpoint.id).toHaveProperty(name);
    if (endpoint.callers === 'person' || endpoint.callers === 'operator')
      expect(security, endpoint.id).toEqual([{ bearer: [endpoint.scope, ...endpoint.alsoScopes] }]);
    else if (endpoint.callers === 'anyone') expect(security[0], endpoint.id).toEqual({});
  }
  expect(shown.get('ops.exportData')).toEqual([{ bearer: ['user', 'pan'] }]);
  expect(shown.get('auth.token')).toContainEqual({ client: [] });
});

it('/openapi.json: points nowhere that is not there', async () => {
  const document = await servedDocument();
  for (const ref of new Set(refsIn(document))) {
    let at: unknown = document;
    for (const step of ref.slice(2).split('/')) at = (at as Record<string, unknown> | undefined)?.[step];
    expect(at, ref).toBeDefined();
  }
});

it('the document declares every parameter of a path', async () => {
  const { paths } = await servedDocument();
  for (const [path, item] of Object.entries(paths)) {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    for (const { operationId, parameters } of Object.values(item)) {
      const declared = parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : []));
      expect(declared, operationId).toEqual(names);
    }
  }
});

it('/docs/api shows every call with its errors, without any inline script or style', async () => {
  const response = await get(href('docs.api'));
  const html = await response.text();
  expect(response.status).toBe(200);
  for (const endpoint of ENDPOINTS) {
    expect(html).toContain(`id="${endpoint.id}"`);
    for (const name of endpoint.errors) expect(html).toContain(name);
  }
  expect(html).toContain(`href="${href('docs.openapi')}"`);
  expect(html).not.toMatch(/ style=|<script>/);
});

it('/docs/api has one address in every language', async () => {
  const response = await get('/ja/docs/api');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/api']);
});
