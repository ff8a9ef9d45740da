/**
 * An endpoint: the only spelling of method, path, input, output, errors and who may call.
 * Server tables, typed client calls, the OpenAPI document and the contract tests derive from these definitions. No I/O.
 */
import * as v from 'valibot';
import { parseCount } from './count.ts';
import type { ErrorName } from './errors.ts';
import type { OperatorCall } from './operator-rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `anyone`: visitors too. `person`: a valid bearer. `operator`: the bearer of a person whom the server made one.
 * `link`: the signed token in the request authorises it, nothing else.
 */
export type Callers = 'anyone' | 'person' | 'operator' | 'link';

/** `json`: JSON or form body, read by content and not by its label. `bytes`: streamed untouched. `xml`: the S3-style protocol. */
export type BodyKind = 'none' | 'json' | 'bytes' | 'xml';

/** Part of the product that a bearer gives access to: `user` the account, `pan` the drive. */
export type Scope = 'user' | 'pan';

/** `oauth`: a malformed request, a parameter sent twice too, answers `invalid_request` (RFC 6749). */
export type Dialect = 'plain' | 'oauth';

/** How a repeated call is treated. `key`: `Idempotency-Key` is honoured. `natural`: the same body has the same effect. `never`: the answer must not be stored. */
export type Idempotency = 'read' | 'key' | 'natural' | 'never';

/** Errors of any call besides those of its endpoint. */
export const COMMON_ERRORS = [
  'internal',
  'unavailable',
  'storage_full',
  'data_loss',
] as const satisfies readonly ErrorName[];

/** Errors of a call that needs a bearer: its scopes may be too narrow. */
export const BEARER_ERRORS = ['permission_denied'] as const satisfies readonly ErrorName[];

/** Errors of a call with a JSON or form body. */
export const BODY_ERRORS = ['request_too_large'] as const satisfies readonly ErrorName[];

export type Schema = v.GenericSchema<unknown, unknown>;

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends Schema = Schema,
> {
  readonly id: string;
  readonly method: Method;
  /** Path with `{name}` for parameters; a colon is literal (`files:batchMove`). */
  readonly path: string;
  /** Which error body and captcha number the caller expects. */
  readonly host: 'user' | 'drive';
  readonly callers: Callers;
  /** Asked of the bearer on rows whose callers are `person` or `operator`. */
  readonly scope: Scope;
  /** Also required, where one call uses both services. */
  readonly alsoScopes: readonly Scope[];
  readonly dialect: Dialect;
  readonly bodyKind: BodyKind;
  readonly idempotency: Idempotency;
  /** Adds bytes or nodes: refused while the server's disk is nearly full. */
  readonly adds: boolean;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
  readonly errors: readonly ErrorName[];
  readonly summary: string;
}

export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? v.InferOutput<P> : never;
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? v.InferOutput<Q> : never;
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? v.InferInput<Q> : never;
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? v.InferOutput<B> : never;
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? v.InferInput<B> : never;
export type OutputOf<E> = E extends Endpoint<Schema, Schema, Schema, infer O> ? v.InferOutput<O> : never;

export const nothing = v.object({});
export type Nothing = typeof nothing;

/** An endpoint of operators has a right in operator-rights.ts. */
type Named = { id: string; callers: Exclude<Callers, 'operator'> } | { id: OperatorCall; callers: 'operator' };

type Row<P extends Schema, Q extends Schema, B extends Schema, O extends Schema> = Named & {
  method: Method;
  path: string;
  host: 'user' | 'drive';
  /** Default: `pan` on the drive host, else `user`. */
  scope?: Scope;
  alsoScopes?: readonly Scope[];
  dialect?: Dialect;
  bodyKind?: BodyKind;
  idempotency: Idempotency;
  /** Default: false. */
  adds?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  output: O;
  errors: readonly ErrorName[];
  summary: string;
};

/** Makes one endpoint of a contract; omitted fields are empty. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  O extends Schema = Nothing,
>(row: Row<P, Q, B, O>): Endpoint<P, Q, B, O> {
  return Object.freeze({
    bodyKind: row.body ? 'json' : 'none',
    scope: row.host === 'drive' ? 'pan' : 'user',
    alsoScopes: [],
    dialect: 'plain',
    adds: false,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    ...row,
  }) as Endpoint<P, Q, B, O>;
}

/** Text that clients may send as null, empty or not at all; all three become `''` (wire-contract.md section 0). */
export const optionalText = v.pipe(
  v.nullish(v.union([v.string(), v.number(), v.boolean()]), ''),
  v.transform((value) => String(value)),
  v.string(),
);

/** A required, non-empty text. */
export const requiredText = v.pipe(v.string(), v.minLength(1));

/**
 * A whole number >= 0 sent as number or as decimal digits; absent, null, '' and 0 become 0. `1e3` as text is no number of ours,
 * although `Number` reads one.
 */
export const wireCount = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), 0),
  v.transform((value) => (typeof value === 'number' ? value : value === '' ? 0 : (parseCount(value) ?? Number.NaN))),
  v.number(),
  v.safeInteger(),
  v.minValue(0),
);

/** `true`, `"true"`, `1`, `"1"` are true; everything else is false. */
export const wireFlag = v.pipe(
  v.nullish(v.union([v.string(), v.number(), v.boolean()]), false),
  v.transform((value) => value === true || value === 'true' || value === 1 || value === '1'),
  v.boolean(),
);

/**
 * Texts of a query, each once: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1`; absent or '' is none. A contract may narrow it by a pipe that
 * begins with it.
 */
export const queryTexts = v.pipe(
  v.nullish(v.union([v.string(), v.array(v.string())]), ''),
  v.transform((given) => [given].flat().flatMap((text) => text.split(','))),
  v.transform((list) => [...new Set(list.map((text) => text.trim()).filter((text) => text !== ''))]),
  v.array(v.string()),
);

/** Whether a parameter is a list. */
export function isQueryTexts(schema: unknown): boolean {
  return schema === queryTexts || (schema as { readonly pipe?: readonly unknown[] }).pipe?.[0] === queryTexts;
}

/** A list of ids; null or absent is empty. */
export const idList = v.pipe(v.nullish(v.array(v.string()), []), v.maxLength(10_000));

/** JSON inside a query value (`filters`); unreadable text is refused, empty means none. */
export const jsonObject = v.pipe(
  v.nullish(v.string(), ''),
  v.rawTransform(({ dataset, addIssue, NEVER }): Record<string, unknown> => {
    if (dataset.value === '') return {};
    try {
      const parsed: unknown = JSON.parse(dataset.value);
      if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    } catch {
      // falls through to the issue below: unreadable JSON and a JSON scalar are the same mistake to the caller
    }
    addIssue({ message: 'must be a JSON object' });
    return NEVER;
  }),
);
