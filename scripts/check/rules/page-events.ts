/**
 * Events inside a page: each name of `AppEvents`, and each `magpie:` event of the window, is fired and has a listener. A name that is
 * mentioned other than by the code that fires it counts as subscribed: it may be one of several in a list.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

const TABLE = 'AppEvents';
const OF_THE_WINDOW = /^magpie:[a-z-]+$/;

interface Ends {
  readonly path: string;
  readonly line: number;
  isFired: boolean;
  isHeard: boolean;
}

export function checkPageEvents(sources: readonly Source[]): Finding[] {
  const code = sources.filter(({ path }) => /^(client|shared)\//.test(path) && !placeOf(path).isTest);
  const events = new Map<string, Ends>();
  const declare = (name: string, { path, lineAt }: Source, node: SyntaxNode) => {
    if (!events.has(name)) events.set(name, { path, line: lineAt(node.start), isFired: false, isHeard: false });
  };
  /** Constants that hold the name of an event. */
  const names = new Map<string, string>();
  for (const source of code)
    walk(source.program, (node, around) => {
      if (node.type === 'TSInterfaceDeclaration' && nameOf(node['id']) === TABLE)
        for (const member of membersOf(node)) declare(textOf(member['key']), source, member);
      const text = textOf(node);
      if (!OF_THE_WINDOW.test(text)) return;
      declare(text, source, node);
      const holder = around.at(-1);
      if (holder?.type === 'VariableDeclarator') names.set(nameOf(holder['id']), text);
    });
  for (const { program } of code)
    walk(program, (node, around) => {
      const parent = around.at(-1);
      const text = node.type === 'Identifier' ? (names.get(nameOf(node)) ?? '') : textOf(node);
      const event = events.get(text);
      if (!event || !parent || !isUse(node, parent)) return;
      if (isFiring(node, parent)) event.isFired = true;
      else if (text.startsWith('magpie:')) event.isHeard ||= isListening(node, parent);
      else event.isHeard = true;
    });
  return Array.from(events).flatMap(([name, { path, line, isFired, isHeard }]) => {
    // A text with the prefix that is no event.
    if (OF_THE_WINDOW.test(name) && !isFired && !isHeard) return [];
    const lacks = [...(isFired ? [] : ['fires']), ...(isHeard ? [] : ['subscribes to'])].join(' or ');
    return lacks === '' ? [] : [{ path, line, rule: 'page-event', message: `no code ${lacks} ${name}` }];
  });
}

function membersOf(table: SyntaxNode): SyntaxNode[] {
  const body = isNode(table['body']) ? table['body']['body'] : [];
  return Array.isArray(body) ? body.filter(isNode) : [];
}

function textOf(node: unknown): string {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : '';
}

/** Not a declaration, a type or an import. */
function isUse(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (/^TS|^(Import|Export)\w*Specifier$/.test(parent.type)) return false;
  return parent.type !== 'VariableDeclarator' || (parent['init'] !== node && parent['id'] !== node);
}

function isListening(node: SyntaxNode, parent: SyntaxNode): boolean {
  return firstArgument(parent) === node && nameOf(parent['callee']) === 'addEventListener';
}

function firstArgument(call: SyntaxNode): unknown {
  return Array.isArray(call['arguments']) ? call['arguments'][0] : undefined;
}

function isFiring(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (firstArgument(parent) !== node) return false;
  if (parent.type === 'NewExpression') return /^(Custom)?Event$/.test(nameOf(parent['callee']));
  return parent.type === 'CallExpression' && nameOf(parent['callee']) === 'fire';
}
