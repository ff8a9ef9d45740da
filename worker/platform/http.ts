/**
 * Endpoint of a contract -> route: parse, authorise, run, serialise. Independent of features.
 */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import {
  type BodyOf,
  type Endpoint,
  isQueryTexts,
  type ParamsOf,
  type QueryOf,
  type Schema,
} from '#shared/contract.ts';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { callRight, type OperatorRole, type Right } from '#shared/operator-rights.ts';
import type { PublishedSettings } from '#shared/published.ts';
import { KIB } from '#shared/units.ts';
import { parseFields } from './body/form.ts';
import { drainRequest, readLimited } from './body/read.ts';
import type { CallContext, Caller } from './request.ts';

export interface HttpVariables {
  requestId: string;
  /** Pattern of the path for the log, where no route of the router has it. */
  route?: string;
  hostKind: 'app' | 'api' | 'content' | 'bucket' | 'programs' | 'unknown';
  /** Origin of the request, one of the configured. */
  origin: string;
  locale: Locale;
  cookies: ReadonlyMap<string, string>;
  /** Path without a locale prefix. */
  path: string;
  /** Query as sent, with its `?`; '' without one. */
  search: string;
  /** The request has a session cookie, unverified. Enough to choose between "Sign in" and "Open drive". */
  isSignedInHere: boolean;
  /** Set for calls of the command line. */
  consoleActor?: ConsoleActor;
  /** Set by pages; chooses the content security policy. */
  pageKind?: 'site' | 'public' | 'drive';
  /** Set by pages: the one loopback origin that this document may call, for a desktop client. */
  loopbackOrigin?: string;
  /** Set by pages: the domains that this document calls for the region check. */
  accessOrigins?: readonly string[];
  /** Set by pages that may be framed: origins of the parent pages. Absent: none. */
  frameParents?: readonly string[];
  /** Set by pages: origins of pictures that this document shows, besides our own. */
  imageOrigins?: readonly string[];
  /** Set by pages: an origin where a form of this document may end, besides our own. */
  formTarget?: string;
  /** Set by pages: the part of the query that belongs to this page, besides the common parameters. */
  ownQuery?: string;
  /** Published settings for every page, read on demand. Absent: the request was refused before. */
  published?: () => Promise<PublishedSettings>;
  /** Demo mode: documents of this visitor imitate a native app's web view. */
  wearsShell?: boolean;
  /** Set by public pages: the document holds no data of the visitor. */
  isForAnyone?: boolean;
  /** Set by the cache: the answer has all its headers. */
  hasHeaders?: boolean;
  call: CallContext;
  /** Set by calls that name a client: its id; '' where one that has to be named is not. */
  namedClient?: string;
  /** Completes the answer of a call before it is sent. */
  completeAnswer?: (answer: unknown) => void;
  /** Checks the account. @throws AppError unauthenticated, permission_denied */
  requireOperator(caller: Caller, right: Right): Promise<unknown>;
  /** Checks the server's disk. @throws AppError storage_full when `bytes` more would leave too little */
  requireDiskSpace(bytes: number): Promise<void>;
  /** Largest JSON body, bytes. */
  bodyBytes: number;
  /** Which error body the caller expects; set by the route, read by edge/errors. Absent on pages. */
  errorHost?: 'user' | 'drive';
}
/** Who acts by a call of the command line: the machine's own, or an operator elsewhere. */
export interface ConsoleActor {
  readonly id: string;
  readonly name: string;
  readonly via: 'console' | 'api';
  readonly role: OperatorRole;
}

export type AppEnv = { Variables: HttpVariables };

export interface OpInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly call: CallContext;
  /** Present on endpoints whose callers are `person` or `operator`. */
  readonly caller: Caller;
  /** For streamed bodies and unusual headers only. */
  readonly request: Request;
  /** Headers added to the answer, such as Set-Cookie. */
  readonly headers: Headers;
}

export type Handler<E extends Endpoint> = (input: OpInput<E>) => Promise<v.InferInput<E['output']> | Response>;

/** Bodies of calls without a bearer: the largest hold a passkey's answer. */
const OPEN_BODY_BYTES = 64 * KIB;

/** Error of a malformed call. */
type Refusal = 'invalid_argument' | 'invalid_request';

/** Refuses a parameter that is sent twice: programs read it differently (RFC 6749 section 3.1). */
function refuseDuplicates(names: readonly string[]): void {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new AppError('invalid_request', { reason: 'repeated', field: twice.slice(0, 100) });
}

/** JSON or form, distinguished by the content: clients mislabel both (docs/wire-contract.md section 0). */
export function parseBody(text: string, refusal: Refusal = 'invalid_argument'): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (trimmed.startsWith('{') || trimmed.startsWith('[') || trimmed.startsWith('"')) {
    try {
      return JSON.parse(trimmed);
    } catch (cause) {
      throw new AppError(refusal, { reason: 'malformed_json', field: 'body' }, { cause });
    }
  }
  const form = parseFields(trimmed);
  if (refusal === 'invalid_request') refuseDuplicates([...form.keys()]);
  return Object.fromEntries(form);
}

/** @throws AppError with the first problem and its field */
export function check<S extends Schema>(
  schema: S,
  value: unknown,
  refusal: Refusal = 'invalid_argument',
): v.InferOutput<S> {
  // Only the first error is reported; collecting all errors of a list of a million would exceed the memory of the isolate.
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const field = v.getDotPath(issue) ?? '';
  throw new AppError(refusal, {
    reason: issue.type,
    field,
    message: `${field || 'body'}: ${issue.message}`,
  });
}

/** `/files/{id}` -> `/files/:id`; a literal colon is kept (`files:batchMove`). */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * @param mostBytes  upper bound of what the call stores: a claimed length alone must not reserve the space of others
 * @throws AppError storage_full, after the body was read and dropped: an earlier answer would be lost
 */
export async function requireSpace(
  require: (bytes: number) => Promise<void>,
  request: Request,
  mostBytes: number,
): Promise<void> {
  try {
    await require(Math.min(parseCount(request.headers.get('content-length') ?? '') ?? 0, mostBytes));
  } catch (error) {
    await drainRequest(request, mostBytes);
    throw error;
  }
}

/** Upper bound of the bytes that one call of this endpoint stores. A signed upload checks the space by its own part length later. */
function mostBytesOf({ callers, bodyKind }: Endpoint, limitBytes: number): number {
  if (callers === 'link') return 0;
  return bodyKind === 'json' ? limitBytes : WINDOW_BYTES;
}

/** Whether a program has this answer already. @param header  `If-None-Match` */
function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Whether a parameter of a query is this list, as programs write lists: with brackets, with numbers in them, or repeated. */
function isOf(name: string, list: string): boolean {
  return name === list || (name.startsWith(`${list}[`) && /^\[\d{0,6}\]$/.test(name.slice(list.length)));
}

/** The parameters of a query; those that are lists with all their values, others with the first. */
function readQuery({ query }: Endpoint, search: URLSearchParams): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {};
  for (const [name, value] of search) if (!Object.hasOwn(given, name)) given[name] = value;
  for (const [list, schema] of Object.entries('entries' in query ? (query.entries as object) : {})) {
    if (!isQueryTexts(schema)) continue;
    const values = [...search].filter(([name]) => isOf(name, list)).map(([, value]) => value);
    if (values.length > 0) given[list] = values;
  }
  return given;
}

function namedClient(input: unknown): string | undefined {
  const id = input && typeof input === 'object' && 'client_id' in input ? input.client_id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Adds one endpoint to a router. */
export function bindEndpoint<E extends Endpoint>(router: Hono<AppEnv>, endpoint: E, handler: Handler<E>): void {
  router.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    c.set('errorHost', endpoint.host);
    const call = c.get('call');
    const needsBearer = endpoint.callers === 'person' || endpoint.callers === 'operator';
    if (needsBearer && !call.caller) throw new AppError('unauthenticated');
    const missing = [endpoint.scope, ...endpoint.alsoScopes].find((scope) => !call.caller?.scopes.includes(scope));
    if (needsBearer && missing !== undefined)
      throw new AppError('permission_denied', { reason: 'insufficient_scope', metadata: { scope: missing } });
    if (endpoint.callers === 'operator' && call.caller)
      await c.get('requireOperator')(call.caller, callRight(endpoint.id, c.req.param()));
    const refusal = endpoint.dialect === 'oauth' ? 'invalid_request' : 'invalid_argument';
    const { searchParams } = new URL(c.req.url);
    if (endpoint.dialect === 'oauth') refuseDuplicates([...searchParams.keys()]);
    const params = check(endpoint.params, c.req.param(), refusal);
    const given = readQuery(endpoint, searchParams);
    const query = check(endpoint.query, given, refusal);
    const limitBytes = needsBearer ? c.get('bodyBytes') : Math.min(c.get('bodyBytes'), OPEN_BODY_BYTES);
    if (endpoint.adds) await requireSpace(c.get('requireDiskSpace'), c.req.raw, mostBytesOf(endpoint, limitBytes));
    const raw = endpoint.bodyKind === 'json' ? parseBody(await readLimited(c.req.raw, limitBytes), refusal) : {};
    const named = namedClient(raw) ?? namedClient(given) ?? (endpoint.dialect === 'oauth' ? '' : undefined);
    if (named !== undefined) c.set('namedClient', named);
    const body = check(endpoint.body, raw, refusal);
    const headers = new Headers();
    const answer = await handler({
      params: params as ParamsOf<E>,
      query: query as QueryOf<E>,
      body: body as BodyOf<E>,
      call,
      caller: call.caller as Caller,
      request: c.req.raw,
      headers,
    });
    if (answer instanceof Response) return answer;
    if (endpoint.host === 'drive') c.get('completeAnswer')?.(answer);
    const text = JSON.stringify(answer);
    headers.set('cache-control', 'private, no-store');
    if (endpoint.host === 'drive' && endpoint.method === 'GET' && endpoint.idempotency === 'read') {
      const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
      headers.set('etag', etag);
      if (isMatch(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    }
    headers.set('content-type', 'application/json; charset=utf-8');
    return new Response(text, { headers });
  });
}

export function makeRouter(): Hono<AppEnv> {
  return new Hono<AppEnv>();
}
