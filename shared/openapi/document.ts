/**
 * The OpenAPI 3.1 document, built from the contracts: nothing in it is written twice. Pure; the server sends it as it is.
 */
import { tokenObject } from '#shared/auth/contract.ts';
import { BEARER_ERRORS, BODY_ERRORS, COMMON_ERRORS, type Endpoint } from '#shared/contract.ts';
import { fileList, fileObject, taskObject } from '#shared/drive/model.ts';
import { createAnswer, uploadSession } from '#shared/drive/upload.contract.ts';
import { type ErrorName, errorCodeOf, httpStatusOf } from '#shared/errors.ts';
import { PROGRAM_CONTRACTS } from '#shared/programs/contracts.ts';
import { shareView } from '#shared/share/contract.ts';
import { shareSummary } from '#shared/share/summary.ts';
import { ENDPOINTS, type FeatureTag, tagOf } from './endpoints.ts';
import { type JsonSchema, type Side, toJsonSchema } from './json-schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema; readonly description: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly FeatureTag[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly jsonSchemaDialect: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: FeatureTag; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export const API_TITLE = 'Magpie API';

export const API_RULES: readonly string[] = Object.freeze([
  'Request bodies are read as JSON or as a form, by their content and not by their label. An absent field, null and an empty text mean the same.',
  'Ids are 26 characters; the root folder is the empty text. Counters that can grow large are decimal text in answers.',
  'Times are RFC 3339 with milliseconds at UTC+8; an empty text means none.',
  'Lists take limit and page_token and answer next_page_token, which is empty at the end. Larger limits are capped, not refused.',
  'A call marked as repeatable by key takes an Idempotency-Key header: the same key and body give the first answer again for a day.',
  `Programs that people own speak other protocols, at an address of their own: ${Object.keys(PROGRAM_CONTRACTS).join(', ')}. Their operations are not listed here.`,
  'Refusals carry error (a name), error_code (a number) and error_description (a sentence in the language of Accept-Language). Decide by the name.',
]);

export const TAG_TEXT: Readonly<Record<FeatureTag, string>> = Object.freeze({
  config: 'Configuration, and the documents of operators',
  access: 'Regions',
  shield: 'Human check',
  mail: 'Letters that can be stopped',
  auth: 'Sign-in and profile',
  membership: 'Plans, orders and subscriptions',
  drive: 'Files, uploads, tasks and space',
  share: 'Links',
  ops: 'Own data, messages and downloads',
});

const NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [fileObject, 'File'],
  [fileList, 'FileList'],
  [taskObject, 'Task'],
  [tokenObject, 'Tokens'],
  [uploadSession, 'UploadSession'],
  [createAnswer, 'CreateAnswer'],
  [shareView, 'ShareView'],
  [shareSummary, 'ShareSummary'],
]);

const TEXT: JsonSchema = { type: 'string' };
const DETAILS: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    description: 'DebugInfo (detail), ErrorInfo (reason, domain, metadata) or LocalizedMessage (locale, message)',
    properties: {
      '@type': TEXT,
      stack_entries: { type: 'array', items: TEXT },
      detail: TEXT,
      reason: TEXT,
      domain: TEXT,
      metadata: { type: 'object', additionalProperties: TEXT },
      retry_in: { type: 'integer', description: 'Seconds to wait' },
      locale: TEXT,
      message: TEXT,
    },
    required: ['@type'],
  },
};

/** Both error bodies of the wire in one (wire-contract.md section 0). */
const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    error: { ...TEXT, description: 'Name of the refusal' },
    error_code: { type: 'integer' },
    error_url: TEXT,
    error_uri: TEXT,
    error_description: { ...TEXT, description: 'A sentence for the person' },
    error_details: DETAILS,
    details: DETAILS,
  },
  required: ['error', 'error_code', 'error_url', 'error_uri', 'error_description', 'error_details', 'details'],
};

const HEADERS: readonly Parameter[] = [
  { name: 'X-Device-Id', in: 'header', required: false, schema: TEXT, description: '32 hexadecimal digits' },
  { name: 'X-Client-Id', in: 'header', required: false, schema: TEXT },
  { name: 'X-Captcha-Token', in: 'header', required: false, schema: TEXT },
];
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function needsBearer({ callers }: Endpoint): boolean {
  return callers === 'person' || callers === 'operator';
}

/** Every error a call may answer: those of its row, then those of any call. */
export function errorsOf(row: Endpoint): readonly ErrorName[] {
  return [
    ...new Set([
      ...row.errors,
      ...(needsBearer(row) ? BEARER_ERRORS : []),
      ...(row.bodyKind === 'json' ? BODY_ERRORS : []),
      ...COMMON_ERRORS,
    ]),
  ];
}

function parametersFrom(schema: JsonSchema, place: 'path' | 'query'): Parameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: each,
  }));
}

function securityOf(row: Endpoint): Operation['security'] {
  if (needsBearer(row)) return [{ bearer: [row.scope, ...row.alsoScopes] }];
  if (row.callers === 'link') return [{ uploadToken: [] }];
  // A program with a secret shows it by Basic; a public one names itself in the body.
  return row.dialect === 'oauth' ? [{}, { bearer: [] }, { client: [] }] : [{}, { bearer: [] }];
}

function bodyName(row: Endpoint): string {
  return `${row.id}.body`;
}

function bodyOf(row: Endpoint): Operation['requestBody'] {
  if (row.bodyKind === 'bytes')
    return { required: true, content: { 'application/octet-stream': { schema: { type: 'string' } } } };
  if (row.bodyKind !== 'json') return undefined;
  const schema = { $ref: `#/components/schemas/${bodyName(row)}` };
  return {
    required: toJsonSchema(row.body, 'body').required !== undefined,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
}

function refusalsOf(row: Endpoint): Record<string, Answer> {
  const byStatus = Map.groupBy(errorsOf(row), (name) => httpStatusOf(name, row.host));
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `${name} (${errorCodeOf(name, row.host)})`).join(', '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error', properties: { error: { type: 'string', enum: names } } },
          },
        },
        ...(status === 429
          ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' } } }
          : {}),
      },
    ]),
  );
}

function referTo({ name }: Parameter): { $ref: string } {
  return { $ref: `#/components/parameters/${name}` };
}

function operationOf(row: Endpoint): Operation {
  const parameters = [
    ...parametersFrom(toJsonSchema(row.params, 'query'), 'path'),
    ...parametersFrom(toJsonSchema(row.query, 'query'), 'query'),
    ...HEADERS.map(referTo),
    ...(row.idempotency === 'key' ? [referTo(IDEMPOTENCY_KEY)] : []),
  ];
  return {
    operationId: row.id,
    summary: row.summary,
    tags: [tagOf(row)],
    security: securityOf(row),
    parameters,
    requestBody: bodyOf(row),
    responses: {
      '200': {
        description: 'Success',
        content: { 'application/json': { schema: toJsonSchema(row.output, 'answer', NAMES) } },
      },
      ...refusalsOf(row),
    },
  };
}

/** A named schema in full, its own name left out of the lookup so that it does not point to itself. */
function component(schema: unknown, side: Side): JsonSchema {
  const others = new Map([...NAMES].filter(([each]) => each !== schema));
  return toJsonSchema(schema as Endpoint['output'], side, others);
}

function pathsOf(rows: readonly Endpoint[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const row of rows) paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  return paths;
}

/** @param origin  where the API is served */
export function makeOpenApi(origin: string, rows: readonly Endpoint[] = ENDPOINTS, title = API_TITLE): OpenApiDocument {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version: '1', description: API_RULES.join('\n\n') },
    servers: [{ url: origin }],
    tags: Object.entries(TAG_TEXT).map(([name, description]) => ({ name: name as FeatureTag, description })),
    paths: pathsOf(rows),
    components: {
      schemas: {
        Error: ERROR_SCHEMA,
        ...Object.fromEntries([...NAMES].map(([schema, name]) => [name, component(schema, 'answer')])),
        ...Object.fromEntries(
          rows.filter((row) => row.bodyKind === 'json').map((row) => [bodyName(row), toJsonSchema(row.body, 'body')]),
        ),
      },
      parameters: Object.fromEntries([...HEADERS, IDEMPOTENCY_KEY].map((each) => [each.name, each])),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        client: { type: 'http', scheme: 'basic' },
        uploadToken: { type: 'apiKey', in: 'header', name: 'x-upload-token' },
      },
    },
  };
}
