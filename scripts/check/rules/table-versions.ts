/** Each version of the tables of a feature has one migration: with two the object does not start, and neither does the server. */
import type { Finding } from '../finding.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

const RULE = 'table-version';
const PART = /^worker\/services\/([^/]+)\/[^/]+\/(?:part|tables)\.ts$/;
/** `tables` of a part, or the constant that it names. */
const TABLES = /^(?:tables|[A-Z]+_TABLES)$/;

function versionsOf({ program, lineAt }: Source): { version: string; line: number }[] {
  const found: { version: string; line: number }[] = [];
  walk(program, (node) => {
    const value = node.type === 'Property' ? node['value'] : node.type === 'VariableDeclarator' ? node['init'] : null;
    if (!isNode(value) || value.type !== 'ObjectExpression') return;
    if (!TABLES.test(nameOf(node['key']) || nameOf(node['id']))) return;
    for (const { key, start } of value['properties'] as SyntaxNode[])
      if (isNode(key) && typeof key['value'] === 'number')
        found.push({ version: String(key['value']), line: lineAt(start) });
  });
  return found;
}

export function checkTableVersions(sources: readonly Source[]): Finding[] {
  const owners = new Map<string, string>();
  return sources.flatMap((source) => {
    const [, feature] = PART.exec(source.path) ?? [];
    if (feature === undefined) return [];
    return versionsOf(source).flatMap(({ version, line }): Finding[] => {
      const place = `${feature} ${version}`;
      const owner = owners.get(place);
      owners.set(place, owner ?? source.path);
      if (owner === undefined) return [];
      return [
        { path: source.path, line, rule: RULE, message: `version ${version} is that of ${owner}: take the next` },
      ];
    });
  });
}
