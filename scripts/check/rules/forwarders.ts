/**
 * Forwarders: a named function whose body only calls another with the same arguments. A function that adds an argument or
 * selects a receiver of its own binds an interface to its implementation and is no forwarder; neither is a class method,
 * the only way to publish a call over RPC, nor a callback, which limits the arguments its caller passes.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

export function checkForwarders(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, program, lineAt }) => {
    const findings: Finding[] = [];
    if (placeOf(path).isTest) return findings;
    walk(program, (node) => {
      const named = namedFunction(node);
      if (named === undefined) return;
      const callee = forwardsTo(named.body);
      if (callee === undefined) return;
      const message = `${named.name} only calls ${callee} with the same arguments: use ${callee}`;
      findings.push({ path, line: lineAt(node.start), rule: 'forwarder', message });
    });
    return findings;
  });
}

/** Called as a method of another object it throws: only a function around it can be passed on. */
const BOUND_GLOBALS = ['fetch'];

const VALUE_OF: Readonly<Record<string, string>> = {
  VariableDeclarator: 'init',
  Property: 'value',
  JSXAttribute: 'value',
};

/** A function declaration; a constant, a property or an attribute of an element that holds a function. */
function namedFunction(node: SyntaxNode): { name: string; body: SyntaxNode } | undefined {
  if (node.type === 'FunctionDeclaration') return { name: nameOf(node['id']), body: node };
  const value = node[VALUE_OF[node.type] ?? ''];
  if (isNode(value) && value.type === 'JSXExpressionContainer')
    return namedFunction({ ...node, value: value['expression'] });
  if (!isNode(value) || !/^(Arrow)?FunctionExpression$/.test(value.type)) return undefined;
  return { name: nameOf(node['id'] ?? node['key'] ?? node['name']), body: value };
}

/** Name of the function that `fn` only forwards to. */
function forwardsTo(fn: SyntaxNode): string | undefined {
  const names = namesOf(fn['params']);
  const call = withoutAwait(onlyResult(fn['body']));
  if (names === undefined || names.length === 0 || call?.type !== 'CallExpression' || fn['generator'] === true)
    return undefined;
  const passed = namesOf(call['arguments']);
  const callee = call['callee'];
  if (passed === undefined || !isNode(callee)) return undefined;
  if (BOUND_GLOBALS.includes(nameOf(callee))) return undefined;
  if (callee.type === 'Identifier') return isSame(passed, names) ? nameOf(callee) : undefined;
  // `star(drive, input)` that returns `drive.star(input)`: the receiver is the first argument. Without another argument there is
  // no function to use in its place: `(event) => event.preventDefault()`.
  if (passed.length === 0) return undefined;
  const object = callee.type === 'MemberExpression' && isNode(callee['object']) ? callee['object'] : undefined;
  if (object?.type !== 'Identifier' || callee['computed'] === true) return undefined;
  return isSame([nameOf(object), ...passed], names) ? `${nameOf(object)}.${nameOf(callee['property'])}` : undefined;
}

/** The expression a body returns when it does nothing else. */
function onlyResult(body: unknown): SyntaxNode | undefined {
  if (!isNode(body)) return undefined;
  if (body.type !== 'BlockStatement' && body.type !== 'FunctionBody') return body;
  const statements = body['body'] ?? body['statements'];
  if (!Array.isArray(statements) || statements.length !== 1) return undefined;
  const only: unknown = statements[0];
  if (!isNode(only)) return undefined;
  const result =
    only.type === 'ReturnStatement' ? only['argument'] : only.type === 'ExpressionStatement' && only['expression'];
  return isNode(result) ? result : undefined;
}

function withoutAwait(node: SyntaxNode | undefined): SyntaxNode | undefined {
  return node?.type === 'AwaitExpression' && isNode(node['argument']) ? node['argument'] : node;
}

/** The names of plain identifiers and spread rests; undefined when anything else is among them. */
function namesOf(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((item: unknown) => {
    if (!isNode(item)) return '';
    const spread = /^(RestElement|SpreadElement)$/.test(item.type);
    const inner = spread ? item['argument'] : item;
    return isNode(inner) && inner.type === 'Identifier' ? `${spread ? '...' : ''}${nameOf(inner)}` : '';
  });
  return names.includes('') ? undefined : names;
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, at) => name === right[at]);
}
