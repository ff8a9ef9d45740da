/**
 * Signals that are read where nothing follows them. The build makes a function follow the signals whose `.value` it reads when it is a
 * hook, or a component with JSX (scripts/build/bundler-config.ts). A component without JSX, or a plain function that a component calls
 * which reads no signal itself, shows the first value for ever.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

interface Reader {
  readonly name: string;
  readonly start: number;
  /** `.value` in its own body. */
  reads: boolean;
  /** `.value` in functions inside it. */
  readsInside: boolean;
  hasJsx: boolean;
  /** Names of the functions that its own body calls. */
  readonly calls: Set<string>;
}

const FUNCTION = /^(FunctionDeclaration|(Arrow)?FunctionExpression)$/;
const COMPONENT = /^[A-Z]/;
const HOOK = /^use[A-Z]/;

export function checkSignalReads(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('client/') && !placeOf(path).isTest)
    .flatMap(({ path, program, lineAt }) => {
      const readers = readersOf(program);
      const plain = new Set(readers.filter(({ name, reads }) => reads && !isFollowing(name)).map(({ name }) => name));
      return readers.flatMap(({ name, start, reads, readsInside, hasJsx, calls }): Finding[] => {
        const at = { path, line: lineAt(start), rule: 'signal-read' };
        if (COMPONENT.test(name) && reads && !hasJsx)
          return [
            { ...at, message: `${name} has no JSX and does not follow signals: read them in a hook or an effect` },
          ];
        if (!isFollowing(name) || reads || readsInside) return [];
        const read = [...calls].filter((called) => plain.has(called));
        return read.map((called) => ({
          ...at,
          message: `${name} does not follow the signals of ${called}: make it a hook`,
        }));
      });
    });
}

function isFollowing(name: string): boolean {
  return COMPONENT.test(name) || HOOK.test(name);
}

function readersOf(program: SyntaxNode): Reader[] {
  const readers = new Map<SyntaxNode, Reader>();
  walk(program, (node, around) => {
    const outer = around.flatMap((one) => readers.get(one) ?? []);
    const own = outer.at(-1);
    if (FUNCTION.test(node.type))
      readers.set(node, {
        name: functionName(node, around),
        start: node.start,
        reads: false,
        readsInside: false,
        hasJsx: false,
        calls: new Set(),
      });
    else if (/^JSX(Element|Fragment)$/.test(node.type)) for (const reader of outer) reader.hasJsx = true;
    else if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier')
      own?.calls.add(nameOf(node['callee']));
    else if (own && isRead(node, around.at(-1))) {
      own.reads = true;
      for (const reader of outer.slice(0, -1)) reader.readsInside = true;
    }
  });
  return [...readers.values()];
}

function isRead(node: SyntaxNode, outer: SyntaxNode | undefined): boolean {
  if (node.type !== 'MemberExpression' || node['computed'] === true || nameOf(node['property']) !== 'value')
    return false;
  return !(outer?.type === 'AssignmentExpression' && outer['left'] === node);
}

/** Its own name, or that of the variable it is assigned to; '' for a callback. */
function functionName(node: SyntaxNode, around: readonly SyntaxNode[]): string {
  if (isNode(node['id'])) return nameOf(node['id']);
  // `const Line = memo(() => ...)`
  const outer = around.findLast(({ type }) => type !== 'CallExpression');
  return outer?.type === 'VariableDeclarator' ? nameOf(outer['id']) : '';
}
