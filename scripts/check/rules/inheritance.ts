/**
 * Inheritance: a class is at most one step above a base of the platform: a class of a package, of the language or of
 * worker/platform. A class of ours without a base may be extended once.
 */
import type { Finding } from '../finding.ts';
import { placeOf, targetOf } from '../place.ts';
import { isNode, nameOf, type Source, walk } from '../source.ts';

export const MAX_DEPTH = 1;

interface ClassInfo {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Key of the base when it is a class of this repository. */
  readonly base: string | undefined;
  readonly extendsAny: boolean;
}

function keyOf(path: string, name: string): string {
  return `${path} ${name}`;
}

/** Local name -> key of the imported class, for imports from files of this repository. */
function importedKeys({ path, program }: Source): Map<string, string> {
  const keys = new Map<string, string>();
  const from = placeOf(path);
  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration' || !isNode(node['source'])) return;
    const target = targetOf(String(node['source']['value']), from);
    if (target.kind !== 'file') return;
    for (const specifier of node['specifiers'] as unknown[]) {
      if (isNode(specifier))
        keys.set(nameOf(specifier['local']), keyOf(target.place.path, nameOf(specifier['imported'])));
    }
  });
  return keys;
}

function classesOf(source: Source): ClassInfo[] {
  const classes: ClassInfo[] = [];
  const imported = importedKeys(source);
  walk(source.program, (node) => {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return;
    const base = nameOf(node['superClass']);
    classes.push({
      path: source.path,
      line: source.lineAt(node.start),
      name: nameOf(node['id']),
      base: base === '' ? undefined : (imported.get(base) ?? keyOf(source.path, base)),
      extendsAny: isNode(node['superClass']),
    });
  });
  return classes;
}

export function checkInheritance(sources: readonly Source[]): Finding[] {
  const classes = sources.filter(({ path }) => !placeOf(path).isTest).flatMap(classesOf);
  const byKey = new Map(classes.map((one) => [keyOf(one.path, one.name), one]));
  const depthOf = (one: ClassInfo): number => {
    if (one.path.startsWith('worker/platform/') || !one.extendsAny) return 0;
    const base = one.base === undefined ? undefined : byKey.get(one.base);
    return 1 + (base === undefined || base === one ? 0 : depthOf(base));
  };
  return classes.flatMap((one): Finding[] => {
    const depth = depthOf(one);
    if (depth <= MAX_DEPTH) return [];
    const message = `${one.name} is ${depth} classes above its platform base, at most ${MAX_DEPTH}: compose parts`;
    return [{ path: one.path, line: one.line, rule: 'inheritance', message }];
  });
}
