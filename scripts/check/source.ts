/**
 * Parses one TypeScript file and answers what the checks ask of it: imports, comments, a walk over its syntax.
 */
import { parseSync } from 'vite';

export interface ImportUse {
  specifier: string;
  line: number;
}

/** A syntax node as ESTree names it; fields are read by the checks one by one. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Source {
  path: string;
  imports: ImportUse[];
  comments: { text: string; line: number }[];
  program: SyntaxNode;
  lineAt(offset: number): number;
}

export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** @throws Error with the message of the compiler when the file does not parse */
export function readSource(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`);
  const lineAt = lineFinder(text);
  const program = parsed.program as unknown as SyntaxNode;
  const comments = parsed.comments.map((comment) => ({ text: comment.value, line: lineAt(comment.start) }));
  return { path, imports: importsOf(program, lineAt), comments, program, lineAt };
}

/** Every specifier: static, re-exported, dynamic and in types. */
function importsOf(program: SyntaxNode, lineAt: (offset: number) => number): ImportUse[] {
  const uses: ImportUse[] = [];
  walk(program, (node) => {
    if (!/^(Import|Export(All|Named))Declaration$|^ImportExpression$|^TSImportType$/.test(node.type)) return;
    const specifier = isNode(node['source']) ? node['source']['value'] : undefined;
    if (typeof specifier === 'string') uses.push({ specifier, line: lineAt(node.start) });
  });
  return uses;
}

/** Visits every node, outermost first, with the nodes around it from the outermost in. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
  around: SyntaxNode[] = [],
): void {
  visit(node, around);
  around.push(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, around);
    }
  }
  around.pop();
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The name of an identifier; of `globalThis.crypto` the last word. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return typeof node['name'] === 'string' ? node['name'] : '';
}
