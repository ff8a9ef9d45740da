/** Checks of every answer of the API, beyond its own fields. Source: wire-contract.md section 0. */
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Endpoint } from '#shared/contract.ts';
import { type ErrorName, errorCodeOf, httpStatusOf } from '#shared/errors.ts';
import type { OpenApiDocument } from '#shared/openapi/document.ts';
import { schemaProblems } from './json-schema-check.ts';
import type { Ask } from './send.ts';
import { visit } from './visit.ts';

/** Fields that are decimal text in every answer. */
const COUNTERS = new Set([
  'size',
  'usage',
  'usage_in_trash',
  'file_num',
  'file_size',
  'restore_count',
  'restore_count_left',
  'restore_limit',
  'limit_count',
  'view_count',
  'expiration_days',
  'expiration_left',
  'expiration_left_seconds',
  'revision',
]);
const NUMBERS = new Set(['progress', 'status_size', 'expires_in', 'error_code']);
const IDS = new Set([
  'id',
  'parent_id',
  'file_id',
  'task_id',
  'share_id',
  'user_id',
  'sub',
  'upload_id',
  'restore_task_id',
]);
/** Fields spelled by others: passkey requests (WebAuthn), and banners, whose ids operators choose. */
const FOREIGN = new Set(['options', 'banners']);
const WIRE_ID = /^([A-Za-z0-9_-]{26})?$/;
const TIME_FIELD = /(_time|_at|^expiration)$/;
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/;

/** Endpoints whose sizes are JSON numbers; their schema holds them to it. Source: wire-contract.md section 7. */
const JSON_NUMBERS = new Set(['drive.quantity', 'drive.spaces']);

/** Sentences about fields that are not spelled as the wire spells them. */
export function spellingProblems(value: unknown, path = '$'): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => spellingProblems(each, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): string[] => {
    const at = `${path}.${name}`;
    if (FOREIGN.has(name)) return [];
    if (COUNTERS.has(name)) return typeof each === 'string' && /^-?\d+$/.test(each) ? [] : [`${at} is no counter text`];
    if (NUMBERS.has(name)) return typeof each === 'number' ? [] : [`${at} is no number`];
    if (IDS.has(name)) return typeof each === 'string' && WIRE_ID.test(each) ? [] : [`${at} is no id`];
    if (TIME_FIELD.test(name))
      return typeof each === 'string' && (each === '' || each === '-1' || WIRE_TIME.test(each))
        ? []
        : [`${at} is no wire time: ${String(each)}`];
    return spellingProblems(each, at);
  });
}

let served: Promise<OpenApiDocument> | undefined;

/** The document as the worker serves it. */
export function servedDocument(): Promise<OpenApiDocument> {
  served ??= visit('/openapi.json').then((response) => response.json<OpenApiDocument>());
  return served;
}

/** Problems of a body against the answer that the served document promises for this status. */
async function documentProblems(endpoint: Endpoint, status: number, body: unknown): Promise<string[]> {
  const document = await servedDocument();
  const answer = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses[String(status)];
  const schema = answer?.content?.['application/json']?.schema;
  return schema ? schemaProblems(document, schema, body) : [`${endpoint.id} promises no ${status}`];
}

/** The call of a case must match the document's description of requests. */
export async function expectDescribed(endpoint: Endpoint, ask: Ask): Promise<void> {
  if (endpoint.bodyKind !== 'json' || typeof ask.body !== 'object') return;
  const document = await servedDocument();
  const schema = document.components.schemas[`${endpoint.id}.body`] ?? {};
  expect(schemaProblems(document, schema, ask.body)).toEqual([]);
}

export async function expectSuccess(endpoint: Endpoint, response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  // Parsing drops undeclared fields: none may be dropped.
  expect(v.parse(endpoint.output, body)).toEqual(body);
  expect(await documentProblems(endpoint, 200, body)).toEqual([]);
  if (!JSON_NUMBERS.has(endpoint.id)) expect(spellingProblems(body)).toEqual([]);
  return body;
}

export async function expectRefusal(
  endpoint: Endpoint,
  response: Response,
  name: ErrorName,
  path: string,
): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>;
  const status = httpStatusOf(name, endpoint.host);
  expect(
    { error: body['error'], error_code: body['error_code'], status: response.status },
    JSON.stringify(body),
  ).toEqual({ error: name, error_code: errorCodeOf(name, endpoint.host), status });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  const scheme = response.headers.get('www-authenticate');
  // A program that named itself by Basic is answered in kind.
  if (status === 401)
    expect(scheme).toMatch(name === 'invalid_client' ? /^(Bearer|Basic realm="magpie")$/ : /^Bearer$/);
  else expect(scheme).toBeNull();
  // Both bodies in one: `error_details` is read by clients of the drive host, `details` by those of the user host.
  expect(body).toMatchObject({ error_url: '', error_uri: path });
  expect(body['error_description']).toMatch(/\S/);
  expect(body['details']).toEqual(body['error_details']);
  const info = (body['details'] as Record<string, unknown>[]).find((each) =>
    String(each['@type']).endsWith('ErrorInfo'),
  );
  if (status < 500) expect(info).toMatchObject({ reason: expect.stringMatching(/\S/), domain: endpoint.host });
  else expect(body['details']).toEqual([]);
  expect(await documentProblems(endpoint, status, body)).toEqual([]);
}
