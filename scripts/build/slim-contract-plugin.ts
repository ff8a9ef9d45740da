/**
 * Vite plugin for the browser's scripts: of each endpoint it keeps what the request client reads. Schemas, errors and
 * summaries are for the server, and so is the library of schemas, which then leaves most scripts. Types do not change.
 */
import type { Plugin } from 'vite';

/** Modules that both sides share. */
const SHARED = /\/shared\/[\w./-]+\.ts$/;
/** The library of schemas is `v` wherever it is imported. */
const SCHEMAS = "import * as v from 'valibot'";
/** Code that makes a schema. */
const MAKES_SCHEMA = /(?<![\w.$])v\.[a-z]/;
/** Properties of an endpoint that client/api and callers of sockets read. */
const READ_FIELDS = new Set(['id', 'method', 'path', 'callers', 'idempotency']);

/** The used parts of a syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** Calls of `endpoint` with an object of properties, outermost first. */
function endpointCalls(node: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const each of node) endpointCalls(each, found);
  else if (isNode(node)) {
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'endpoint') found.push(node);
    else for (const value of Object.values(node)) endpointCalls(value, found);
  }
  return found;
}

/** A change of the code: what replaces a span of it. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function changed(code: string, changes: readonly Change[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, text } of changes) {
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}

/** An object with the fields that the request client reads. */
function slimFields(code: string, row: Node): string {
  const fields = (row['properties'] as readonly Node[])
    .filter(({ type, key }) => type !== 'Property' || READ_FIELDS.has(nameOf(key)))
    .map((property) => code.slice(property.start, property.end));
  return `{ ${fields.join(', ')} }`;
}

function slimEndpoint(code: string, { start, end, arguments: given }: Node): Change {
  const [row] = given as readonly Node[];
  if (row?.type !== 'ObjectExpression') throw new Error('an endpoint is made of one object in its place');
  return { start, end, text: slimFields(code, row) };
}

/** Fields that several endpoints share, as a constant: an object with a path and its callers. */
function isShared(row: Node): boolean {
  if (row.type !== 'ObjectExpression') return false;
  const names = (row['properties'] as readonly Node[]).map(({ key }) => nameOf(key));
  return names.includes('path') && names.includes('callers');
}

/** The values of the constants of a module. */
function constantsOf(program: unknown): Node[] {
  if (!isNode(program)) return [];
  return (program['body'] as readonly Node[])
    .map((line) => (line.type === 'ExportNamedDeclaration' && isNode(line['declaration']) ? line['declaration'] : line))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((line) => (line['declarations'] as readonly Node[]).map(({ init }) => init))
    .filter(isNode);
}

/**
 * @param parse  gives the syntax tree of TypeScript
 * @returns the code with small endpoints, and with schemas that the bundler leaves out when nothing uses them
 */
export function slimContract(code: string, parse: (code: string) => unknown): string {
  const tree = parse(code);
  const shared = constantsOf(tree)
    .map((value) => (value.type === 'TSAsExpression' && isNode(value['expression']) ? value['expression'] : value))
    .filter(isShared);
  const changes = [
    ...endpointCalls(tree).map((call) => slimEndpoint(code, call)),
    ...shared.map((row) => ({ start: row.start, end: row.end, text: slimFields(code, row) })),
  ];
  const small = changed(
    code,
    changes.sort((a, b) => a.start - b.start),
  );
  const schemas = constantsOf(parse(small))
    .map(({ start, end }) => ({ start, end, value: small.slice(start, end) }))
    .filter(({ value }) => MAKES_SCHEMA.test(value));
  // As a call without effects: what a schema is made of may be read on the way.
  return changed(
    small,
    schemas.map(({ start, end, value }) => ({ start, end, text: `/* @__PURE__ */ (() => (${value}))()` })),
  );
}

/** @param environments  names of the build environments it is for */
export function slimContracts(...environments: readonly string[]): Plugin {
  return {
    name: 'magpie-slim-contracts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => environments.includes(name),
    transform: {
      filter: { id: SHARED },
      handler(code) {
        if (!code.includes(SCHEMAS)) return null;
        return { code: slimContract(code, (text) => this.parse(text, { lang: 'ts' })), map: null };
      },
    },
  };
}
