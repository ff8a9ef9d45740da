/**
 * Regular expressions that take more than linear time: on input of strangers, one of them stops a whole isolate. Every literal
 * of the product is analysed (by recheck, offline), with the pattern of `new RegExp('...')`.
 */
import { check } from 'recheck';
import type { Finding } from '../finding.ts';
import { isCode, isNode, readSource, type SyntaxNode, walk } from '../source.ts';
import type { Tree } from '../tree.ts';

/** Code that handles input of strangers; the other scripts read the project's own files. */
const CHECKED = /^(?:shared|worker|client|scripts\/start)\/.*\.tsx?$/;
const NOT_CHECKED = /\.test\.tsx?$|-fixture\.tsx?$|\.gen\.ts$/;

/** Longest for one pattern; one that takes longer is reported as not analysable. */
const TIMEOUT_MS = 60_000;

/** Patterns that read nothing a stranger can make long, each with the reason. It can only shrink. */
const EXCEPTIONS: readonly { readonly path: string; readonly start: string; readonly why: string }[] = [
  {
    path: 'worker/edge/payload.ts',
    start: '<title>',
    why: 'reads a document we rendered: values in it hold no "<" and no ">"',
  },
  { path: 'worker/edge/payload.ts', start: '<[a-z]+ [^>]*', why: 'as above' },
  { path: 'worker/edge/payload.ts', start: '<script[^>]* src=', why: 'as above' },
  {
    path: 'worker/services/mail/driver/binding-mailer.ts',
    start: '^\\s*(?:(.*?)',
    why: "reads the operator's MAIL_FROM",
  },
];

interface Pattern {
  readonly path: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function patternOf(node: SyntaxNode): { source: string; flags: string } | undefined {
  const regex = node.type === 'Literal' ? (node['regex'] as { pattern: string; flags: string } | undefined) : undefined;
  if (regex) return { source: regex.pattern, flags: regex.flags };
  const callee = node['callee'];
  const [first, second] = (node['arguments'] as unknown[] | undefined) ?? [];
  if (node.type !== 'NewExpression' || !isNode(callee) || callee['name'] !== 'RegExp') return undefined;
  const source = textOf(first);
  return source === undefined ? undefined : { source, flags: textOf(second) ?? '' };
}

/** Every pattern of the product, once for each place. */
export function patternsOf(tree: Tree): Pattern[] {
  const found: Pattern[] = [];
  for (const [path, text] of tree) {
    if (!isCode(path) || !CHECKED.test(path) || NOT_CHECKED.test(path)) continue;
    const source = readSource(path, text);
    walk(source.program, (node) => {
      const pattern = patternOf(node);
      if (pattern) found.push({ path, line: source.lineAt(node.start), ...pattern });
    });
  }
  return found;
}

/** The fault of a pattern; '' when it takes linear time. */
export async function faultOf(source: string, flags: string): Promise<string> {
  // Without repetition there is nothing to analyse; the analyser does not know the set notation of the flag v.
  if (!/[*+]|\{\d/.test(source.replace(/\\./g, ''))) return '';
  const result = await check(source, flags.replace(/[dv]/g, ''), { timeout: TIMEOUT_MS, randomSeed: 1 });
  if (result.status === 'safe') return '';
  if (result.status === 'unknown') return `cannot be analysed (${result.error.kind}): write it plainer`;
  return `takes ${result.complexity.summary} time, such as for ${result.attack.pattern}`;
}

export async function checkRegexes(tree: Tree): Promise<Finding[]> {
  const findings: Finding[] = [];
  const unused = new Set(EXCEPTIONS);
  const known = new Map<string, Promise<string>>();
  for (const { path, line, source, flags } of patternsOf(tree)) {
    const key = `${flags}/${source}`;
    const fault = await (known.get(key) ?? faultOf(source, flags));
    known.set(key, Promise.resolve(fault));
    if (fault === '') continue;
    const exception = EXCEPTIONS.find((one) => one.path === path && source.startsWith(one.start));
    if (exception) unused.delete(exception);
    else findings.push({ path, line, rule: 'regex', message: `/${source}/${flags} ${fault}` });
  }
  for (const { path, start } of unused)
    if (tree.has(path))
      findings.push({ path, rule: 'regex', message: `the exception for /${start} is not needed any more` });
  return findings;
}
