/** The length of a function: at most 120 lines from its first brace to its last, closures and components too. */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, type Source, walk } from '../source.ts';

export const MAX_FUNCTION_LINES = 120;

export function checkFunctionLength(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, program, lineAt }) => {
    const findings: Finding[] = [];
    if (placeOf(path).isTest) return findings;
    walk(program, ({ body }) => {
      if (!isNode(body) || (body.type !== 'BlockStatement' && body.type !== 'FunctionBody')) return;
      const line = lineAt(body.start);
      const lines = lineAt(body.end) - line + 1;
      if (lines <= MAX_FUNCTION_LINES) return;
      findings.push({ path, line, rule: 'function-length', message: `${lines} lines, at most ${MAX_FUNCTION_LINES}` });
    });
    return findings;
  });
}
