/**
 * The API for its readers: the OpenAPI document and the same calls as a page. Both come from the contracts and are the
 * same for everyone; the page is English in every language of the frame, as the names of the wire are.
 */
import type { Context } from 'hono';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { type ApiCall, type ApiDocsProps, ApiDocsView, type ApiInput } from '#client/site/api-docs.view.tsx';
import type { Callers, Endpoint, Idempotency } from '#shared/contract.ts';
import { errorCodeOf, httpStatusOf } from '#shared/errors.ts';
import { named } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { API_RULES, API_TITLE, errorsOf, makeOpenApi, TAG_TEXT } from '#shared/openapi/document.ts';
import { ENDPOINTS, type FeatureTag, tagOf } from '#shared/openapi/endpoints.ts';
import { type JsonSchema, toJsonSchema } from '#shared/openapi/json-schema.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const CALLER_NOTES: Readonly<Record<Callers, string>> = {
  anyone: 'Anyone may call, also without a token.',
  person: 'Needs a bearer token.',
  operator: 'Needs the bearer token of an operator; only the server makes one.',
  link: 'The signed token of the upload authorises it, in the header x-upload-token.',
};

const IDEMPOTENCY_NOTES: Readonly<Record<Idempotency, string>> = {
  read: '',
  key: 'Repeatable by key: send Idempotency-Key.',
  natural: 'May be repeated: the same request has the same effect.',
  never: 'Every call counts; do not repeat it blindly.',
};

function scopeNote({ callers, scope, alsoScopes }: Endpoint): string {
  if (callers !== 'person' && callers !== 'operator') return '';
  return `Scope: ${[scope, ...alsoScopes].join(' ')}.`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.join(' or ');
  const [first = 'any'] = [schema.type ?? []].flat();
  return first;
}

function inputsOf(place: string, schema: JsonSchema): ApiInput[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    place,
    type: typeOf(each),
    required: (schema.required ?? []).includes(name),
  }));
}

function callOf(row: Endpoint): ApiCall {
  return {
    id: row.id,
    method: row.method,
    path: row.path,
    summary: row.summary,
    notes: [CALLER_NOTES[row.callers], scopeNote(row), IDEMPOTENCY_NOTES[row.idempotency]].filter(
      (note) => note !== '',
    ),
    inputs: [
      ...inputsOf('path', toJsonSchema(row.params, 'query')),
      ...inputsOf('query', toJsonSchema(row.query, 'query')),
      ...(row.bodyKind === 'json' ? inputsOf('body', toJsonSchema(row.body, 'body')) : []),
    ],
    errors: errorsOf(row).map((name) => ({
      name,
      status: httpStatusOf(name, row.host),
      code: errorCodeOf(name, row.host),
    })),
  };
}

/** With the name of this installation. */
const titleOfApi = (): string => named(API_TITLE, DEFAULT_LOCALE);

function docsProps(): ApiDocsProps {
  return {
    title: titleOfApi(),
    rules: API_RULES,
    documentHref: href('docs.openapi'),
    labels: {
      document: 'OpenAPI 3.1 document',
      rules: 'What holds for every call',
      contents: 'Contents',
      inputs: 'Takes',
      errors: 'May refuse with',
      required: 'required',
      status: 'status',
      number: 'number',
    },
    groups: Object.entries(TAG_TEXT).map(([id, title]) => ({
      id,
      title,
      calls: ENDPOINTS.filter((row) => tagOf(row) === (id as FeatureTag)).map(callOf),
    })),
  };
}

export function apiDocsPage(c: Context<AppEnv>): Promise<Response> {
  return renderPage(
    c,
    { head: { title: titleOfApi() } },
    <PublicShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      entrance={c.get('call').caller ? 'drive' : 'sign-in'}
    >
      <ApiDocsView {...docsProps()} />
    </PublicShell>,
  );
}

/** Of the newest title and origin. */
let written = { about: '', text: '' };

export function openApiFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  const origin = config.apiOrigins[0] ?? config.appOrigin;
  const title = titleOfApi();
  const about = `${origin} ${title}`;
  if (written.about !== about) written = { about, text: JSON.stringify(makeOpenApi(origin, undefined, title)) };
  // Clients and tools of other origins read it too; it is the same for everyone and holds nothing of anyone.
  return c.body(written.text, 200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  });
}
