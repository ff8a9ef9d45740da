/** Each endpoint of the contracts has a method and a path of its own: the server answers the second one of a pair never. */
import type { Finding } from '../finding.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

const RULE = 'endpoint-path';
const CONTRACT = /^shared\/.*contract\.ts$/;

interface ShownEndpoint {
  /** Feature and key, such as `drive.star`. */
  id: string;
  method: string;
  path: string;
  file: string;
  line: number;
}

/** `GET /files/{id}` and `GET /files/{file}` are one place. */
export function placeOfEndpoint({ method, path }: Pick<ShownEndpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}

/** Endpoints as contracts write them. A method or path that is neither a text nor a constant of these files is empty. */
export function endpointsOf(sources: readonly Source[]): ShownEndpoint[] {
  const shared = sources.filter(({ path }) => path.startsWith('shared/'));
  const exported = new Map(shared.flatMap((source) => constantsOf(source)));
  return shared
    .filter(({ path }) => CONTRACT.test(path))
    .flatMap((source) => {
      const { path: file, program, lineAt } = source;
      const constants = new Map([...exported, ...constantsOf(source)]);
      const found: ShownEndpoint[] = [];
      walk(program, (node) => {
        const [fields] =
          node.type === 'CallExpression' && nameOf(node['callee']) === 'endpoint' ? listOf(node['arguments']) : [];
        if (fields === undefined) return;
        const text = (name: string): string => textOf(fieldOf(fields, name, constants), constants);
        found.push({ id: text('id'), method: text('method'), path: text('path'), file, line: lineAt(node.start) });
      });
      return found;
    });
}

/** Constants of a module by name. */
function constantsOf({ program }: Source): [string, unknown][] {
  return listOf(program['body']).flatMap((statement) => {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    return listOf(declared['declarations']).map((one): [string, unknown] => [nameOf(one['id']), one['init']]);
  });
}

function listOf(nodes: unknown): SyntaxNode[] {
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

/** A field of an object, or of a constant that is spread into it. */
function fieldOf({ properties }: SyntaxNode, name: string, constants: ReadonlyMap<string, unknown>): unknown {
  const list = listOf(properties);
  const own = list.find(({ key }) => nameOf(key) === name);
  if (own) return own['value'];
  const spread = list.map(({ argument }) => objectOf(constants.get(nameOf(argument)))).filter((one) => one !== null);
  return spread.map((one) => fieldOf(one, name, constants)).find((value) => value !== undefined);
}

/** The object of a constant, without `as const`. */
function objectOf(node: unknown): SyntaxNode | null {
  if (!isNode(node)) return null;
  return node.type === 'ObjectExpression' ? node : objectOf(node['expression']);
}

function textOf(node: unknown, constants: ReadonlyMap<string, unknown>): string {
  if (!isNode(node)) return '';
  if (node.type === 'Literal') return String(node['value']);
  if (node.type === 'Identifier') return textOf(constants.get(nameOf(node)), constants);
  if (node.type !== 'TemplateLiteral') return '';
  const { quasis, expressions } = node as unknown as {
    quasis: { value: { cooked: string } }[];
    expressions: SyntaxNode[];
  };
  return quasis.map(({ value }, at) => value.cooked + textOf(expressions[at], constants)).join('');
}

export function checkEndpointPaths(sources: readonly Source[]): Finding[] {
  const owners = new Map<string, string>();
  return endpointsOf(sources).flatMap((endpoint): Finding[] => {
    const { id, method, path, file, line } = endpoint;
    const place = placeOfEndpoint(endpoint);
    const owner = owners.get(place);
    owners.set(place, owner ?? id);
    if (method === '' || path === '')
      return [{ path: file, line, rule: RULE, message: `method and path of ${id} are not written as texts` }];
    if (owner === undefined) return [];
    return [
      { path: file, line, rule: RULE, message: `${method} ${path} is the place of ${owner}: ${id} is never reached` },
    ];
  });
}
