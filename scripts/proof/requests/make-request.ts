/** Requests of the operations, made from the contracts: of eight in ten the shape fits and the content is hostile, of the others the shape is hostile too. */
import * as v from 'valibot';
import type { Endpoint } from '#shared/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { nounOfPath, Pools } from './pools.ts';
import { anyJson, type MakeValue, makerOf, nasty, pick, type Random, type Source } from './values.ts';

/** An operation with its generators. */
export interface Operation {
  readonly row: Endpoint;
  readonly noun: string;
  readonly params: MakeValue;
  readonly query: MakeValue;
  readonly body: MakeValue;
}

/** Who sends it, and from what. */
export interface Sender {
  readonly host: string;
  readonly token: string;
  readonly pools: Pools;
  /** Each request is the last of its connection. */
  readonly closes?: boolean;
}

export interface MadeRequest {
  readonly bytes: Buffer;
  /** Parameters, query and body fit the contract. */
  readonly fits: boolean;
}

/** Hash a password, decode a picture or read a whole drive: a tenth as often as the others, which else would wait for them. */
const DEAR =
  /^auth\.(signIn|signUp|reset|token|sudo|changePassword|setPicture|disableTwoFactor)$|^drive\.setThumbnail$|^ops\.exportData$/;
/** Ends a session by its id: gets none of the sender's own, whose later requests would all answer 401. */
const ENDS_BY_ID = 'auth.revokeDevice';
/** Ends the session of its bearer when it names none: sent by a visitor. */
const ENDS_OWN = 'auth.revoke';
const NO_POOLS = new Pools();
const HOSTILE_SHAPES = 0.2;
/** Values that do not fit by chance are made anew so often. */
const TRIES = 6;
const DEVICE_ID = '0123456789abcdef0123456789abcdef';
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', ''];
const LANGUAGES = ['en-US', 'ja', 'xx', '*', 'de;q=9', ','];

export const OPERATIONS: readonly Operation[] = ENDPOINTS.map((row) => ({
  row,
  noun: nounOfPath(row.path),
  params: makerOf(row.params, ''),
  query: makerOf(row.query, ''),
  body: makerOf(row.body, ''),
}));

export function pickOperation(random: Random): Operation {
  for (;;) {
    const one = pick(random, OPERATIONS);
    if (!DEAR.test(one.row.id) || random() < 0.1) return one;
  }
}

/** A parameter of a path as clients send it: text, with something in it, and no step that addresses skip. */
function stepOf(value: unknown): string {
  const text = String(value ?? '').toWellFormed();
  return text === '' || text === '.' || text === '..' ? `x${text}` : text.slice(0, 600);
}

function textsOf(made: unknown): Record<string, string> {
  const pairs = Object.entries((made ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    pairs.flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined ? [] : [[name, String(value).toWellFormed().slice(0, 2_000)]],
    ),
  );
}

interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  fits: boolean;
}

function partsOf({ row, params, query, body }: Operation, source: Source): Parts {
  const made: Parts = {
    params: Object.fromEntries(
      Object.entries({ ...namesOf(row.path), ...textsOf(params(source)) }).map(([name, value]) => [
        name,
        stepOf(value),
      ]),
    ),
    query: textsOf(query(source)),
    body: body(source) ?? {},
    fits: false,
  };
  const accepts = (schema: v.GenericSchema<unknown, unknown>, value: unknown): boolean =>
    v.safeParse(schema, value, { abortEarly: true }).success;
  made.fits =
    accepts(row.params, made.params) &&
    accepts(row.query, made.query) &&
    // The server reads what JSON leaves of it.
    (row.bodyKind !== 'json' || accepts(row.body, JSON.parse(JSON.stringify(made.body))));
  return made;
}

function namesOf(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
}

function cut(random: Random, text: string): string {
  const at = Math.floor(random() * text.length);
  return pick(random, [text.slice(0, at), text + text.slice(at), text.slice(0, at) + nasty(random) + text.slice(at)]);
}

/** A body that no client sends. */
function brokenBody(random: Random, fitting: string): string {
  const kind = random();
  if (kind < 0.4) return cut(random, fitting);
  if (kind < 0.6) return JSON.stringify(anyJson(random)) ?? '';
  if (kind < 0.7) return pick(random, ['[', '{"a":']).repeat(Math.ceil(random() * 9_000));
  if (kind < 0.85)
    return new URLSearchParams([[nasty(random).toWellFormed(), nasty(random).toWellFormed()]]).toString();
  return nasty(random).repeat(20);
}

/** Headers that an operation reads: a hostile value each. */
function oddHeaders(random: Random): string[] {
  const value = Buffer.from(nasty(random).toWellFormed().slice(0, 300), 'utf8')
    .toString('latin1')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a header or are refused by every parser
    .replace(/[\0-\x1f\x7f]/g, ' ');
  const name = pick(random, ['If-None-Match', 'X-Device-Name', 'X-Captcha-Token', 'Range', 'User-Agent', 'Referer']);
  return [`${name}: ${value}`];
}

/** The bytes of one request. The same random numbers and pools make the same bytes. */
export function makeRequest(operation: Operation, sender: Sender, random: Random): MadeRequest {
  const { row } = operation;
  const source: Source = { random, pools: row.id === ENDS_BY_ID ? NO_POOLS : sender.pools, noun: operation.noun };
  let parts = partsOf(operation, source);
  for (let tries = 1; tries < TRIES && !parts.fits; tries++) parts = partsOf(operation, source);
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.params[name] ?? 'x'));
  const query = new URLSearchParams(parts.query).toString();
  let [target, type, fits] = [query === '' ? path : `${path}?${query}`, 'application/json', parts.fits];
  let body = row.bodyKind === 'json' ? JSON.stringify(parts.body) : '';
  if (row.bodyKind === 'bytes' || row.bodyKind === 'xml') body = nasty(random).repeat(1 + Math.floor(random() * 4));
  if (random() < HOSTILE_SHAPES) {
    fits = false;
    if (row.bodyKind === 'json' && random() < 0.7) body = brokenBody(random, body);
    else target = `${path}?${cut(random, query === '' ? 'a=b&limit=1' : query)}`.replace(/[^\x21-\x7e]/g, escapeChar);
    type = pick(random, TYPES);
  }
  const bytes = Buffer.from(body, 'utf8');
  const lines = [
    `${row.method} ${target} HTTP/1.1`,
    `Host: ${sender.host}`,
    ...(sender.closes ? ['Connection: close'] : []),
    ...(row.id === ENDS_OWN ? [] : [`Authorization: Bearer ${sender.token}`]),
    `X-Device-Id: ${random() < 0.95 ? DEVICE_ID : 'x'}`,
    ...(random() < 0.1 ? [`Accept-Language: ${pick(random, LANGUAGES)}`] : []),
    ...(row.idempotency === 'key' && random() < 0.3 ? [`Idempotency-Key: k${Math.floor(random() * 20)}`] : []),
    ...(random() < 0.1 ? oddHeaders(random) : []),
    ...(bytes.length > 0 || row.method !== 'GET' ? [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`] : []),
    '',
    '',
  ];
  return { bytes: Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]), fits };
}

/** A character that no request line may hold, as its escape. */
function escapeChar(char: string): string {
  return [...Buffer.from(char.toWellFormed(), 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
