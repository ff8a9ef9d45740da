/**
 * Contract row -> route: parse, authorise, run, serialise. Knows no feature and holds no logic of one.
 */
import { Hono } from 'hono';
import * as v from 'valibot';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, Schema } from '#shared/contract.ts';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { PublishedSettings } from '#shared/published.ts';
import { KIB, MIB } from '#shared/units.ts';
import { readBites } from './blobs/read.ts';
import type { CallContext, Caller } from './request.ts';

export interface HttpVariables {
  requestId: string;
  hostKind: 'app' | 'api' | 'content' | 'bucket' | 'unknown';
  /** Origin that was asked, one of the configured. */
  origin: string;
  locale: Locale;
  cookies: ReadonlyMap<string, string>;
  /** Path without a locale prefix. */
  path: string;
  /** Query as it was sent, with its `?`; '' without one. */
  search: string;
  /** A session cookie came along; whether it is good, nobody has looked. Enough to choose which way in is offered. */
  isSignedInHere: boolean;
  /** Set by pages; chooses the content security policy. */
  pageKind?: 'site' | 'public' | 'drive';
  /** Set by pages: the one loopback origin that this document may ask, for a desktop client. */
  loopbackOrigin?: string;
  /** Set by pages: the domains that this document asks whether the region is open. */
  accessOrigins?: readonly string[];
  /** Set by pages that may stand in a frame: origins of the pages around them. Absent: nobody's. */
  frameParents?: readonly string[];
  /** Set by pages: origins of pictures that this document shows, besides our own. */
  imageOrigins?: readonly string[];
  /** Set by pages: what of the query belongs to this one, where that is more than is kept of every page. */
  ownQuery?: string;
  /** What operators have published for every page, read when it is asked. Absent: nobody got so far. */
  published?: () => Promise<PublishedSettings>;
  /** Demo mode: documents of this visitor pretend to stand inside a native app. */
  wearsShell?: boolean;
  /** Set by public pages: nothing of the visitor is in the document. */
  isForAnyone?: boolean;
  /** Set by the cache: every header of the answer is there. */
  isDressed?: boolean;
  call: CallContext;
  /** Asks the account. @throws AppError unauthenticated, permission_denied */
  requireOperator(caller: Caller): Promise<void>;
  /** Asks the server's disk. @throws AppError storage_full when `bytes` more would leave too little */
  requireDiskSpace(bytes: number): Promise<void>;
  /** Largest JSON body, bytes. */
  bodyBytes: number;
  /** Which error body the caller expects; set by the route, read by edge/errors. Absent on pages. */
  errorHost?: 'user' | 'drive';
}
export type AppEnv = { Variables: HttpVariables };

export interface OpInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly call: CallContext;
  /** Present on rows whose callers are `person` or `operator`. */
  readonly caller: Caller;
  /** For streamed bodies and odd headers only. */
  readonly request: Request;
  /** Headers added to the answer, such as Set-Cookie. */
  readonly headers: Headers;
}

export type Handler<E extends Endpoint> = (input: OpInput<E>) => Promise<v.InferInput<E['output']> | Response>;

const textDecoder = new TextDecoder();

/**
 * How much of a body of unknown length is read away before it is refused: an answer given while the sender is still
 * writing breaks the connection, and the refusal is lost with it.
 */
const MAX_DRAIN_BYTES = 128 * MIB;

/** Reads at most `limitBytes` as text; a larger body is refused without being held. */
export async function readLimited(request: Request, limitBytes: number): Promise<string> {
  return textDecoder.decode(await readLimitedBytes(request, limitBytes));
}

/** Reads at most `limitBytes`; a larger body is refused without being held. */
export async function readLimitedBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = parseCount(request.headers.get('content-length') ?? '') ?? 0;
  if (declared > limitBytes) throw new AppError('request_too_large');
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    sizeBytes += value.byteLength;
    if (sizeBytes > limitBytes) chunks.length = 0;
    else chunks.push(value);
    if (sizeBytes > limitBytes + MAX_DRAIN_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (sizeBytes > limitBytes) throw new AppError('request_too_large');
  const all = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

/** Bodies of calls that anyone may make: the largest of ours hold a passkey's answer. */
const OPEN_BODY_BYTES = 64 * KIB;

/** How a malformed call is refused. */
type Refusal = 'invalid_argument' | 'invalid_request';

/** A parameter sent twice is read differently by different programs (RFC 6749 section 3.1). */
function refuseRepeats(names: readonly string[]): void {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new AppError('invalid_request', { reason: 'repeated', field: twice.slice(0, 100) });
}

/** JSON or form, told apart by the content: clients mislabel both (contract.md section 0). */
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
  const form = new URLSearchParams(trimmed);
  if (refusal === 'invalid_request') refuseRepeats([...form.keys()]);
  return Object.fromEntries(form);
}

function check<S extends Schema>(schema: S, value: unknown, refusal: Refusal): v.InferOutput<S> {
  // The first fault is all that is told; looking for every one in a list of a million would cost the memory of the isolate.
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

async function drain({ body, headers }: Request): Promise<void> {
  if ((parseCount(headers.get('content-length') ?? '') ?? 0) > MAX_DRAIN_BYTES) await body?.cancel();
  else if (body) await readBites(body, () => {});
}

/**
 * @param mostBytes  no call of this kind stores more, whatever length it claims: a claim alone must not use up the space of others
 * @throws AppError storage_full, when the body is read away: an answer in the middle of it would be lost
 */
export async function requireSpace(
  require: (bytes: number) => Promise<void>,
  request: Request,
  mostBytes: number,
): Promise<void> {
  try {
    await require(Math.min(parseCount(request.headers.get('content-length') ?? '') ?? 0, mostBytes));
  } catch (error) {
    await drain(request).catch(() => undefined);
    throw error;
  }
}

/** What one call of this row stores at most. A signed upload is looked up first; then it asks for the length of its part. */
function mostBytesOf({ callers, bodyKind }: Endpoint, limitBytes: number): number {
  if (callers === 'link') return 0;
  return bodyKind === 'json' ? limitBytes : WINDOW_BYTES;
}

/** Adds one contract row to a router. */
export function bindEndpoint<E extends Endpoint>(router: Hono<AppEnv>, row: E, handler: Handler<E>): void {
  router.on(row.method, honoPath(row.path), async (c) => {
    c.set('errorHost', row.host);
    const call = c.get('call');
    const needsBearer = row.callers === 'person' || row.callers === 'operator';
    if (needsBearer && !call.caller) throw new AppError('unauthenticated');
    const missing = [row.scope, ...row.alsoScopes].find((scope) => !call.caller?.scopes.includes(scope));
    if (needsBearer && missing !== undefined)
      throw new AppError('permission_denied', { reason: 'insufficient_scope', metadata: { scope: missing } });
    if (row.callers === 'operator' && call.caller) await c.get('requireOperator')(call.caller);
    const refusal = row.dialect === 'oauth' ? 'invalid_request' : 'invalid_argument';
    if (row.dialect === 'oauth') refuseRepeats([...new URL(c.req.url).searchParams.keys()]);
    const params = check(row.params, c.req.param(), refusal);
    const query = check(row.query, c.req.query(), refusal);
    const limitBytes = needsBearer ? c.get('bodyBytes') : Math.min(c.get('bodyBytes'), OPEN_BODY_BYTES);
    if (row.adds) await requireSpace(c.get('requireDiskSpace'), c.req.raw, mostBytesOf(row, limitBytes));
    const raw = row.bodyKind === 'json' ? parseBody(await readLimited(c.req.raw, limitBytes), refusal) : {};
    const body = check(row.body, raw, refusal);
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
    headers.set('cache-control', 'private, no-store');
    headers.set('content-type', 'application/json; charset=utf-8');
    return new Response(JSON.stringify(answer), { headers });
  });
}

export function makeRouter(): Hono<AppEnv> {
  return new Hono<AppEnv>();
}
