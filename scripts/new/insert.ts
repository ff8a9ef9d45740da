/**
 * Puts rows into source files at places found by their syntax, never by their look. Text in, text out; the formatter
 * does the rest. A place that is not there, or a row that is, is refused.
 */
import { isNode, readSource, type SyntaxNode, walk } from '#scripts/check/source.ts';
import { Refused } from './names.ts';

export interface File {
  path: string;
  text: string;
}

function endOf(node: SyntaxNode): number {
  return Number(node['end']);
}

function nodesOf(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  return String(value['name'] ?? value['value'] ?? '');
}

/** Through `as const`, `satisfies X` and `Object.freeze(...)` to the literal. */
function literalOf(value: unknown): SyntaxNode | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return literalOf(value['expression']);
  if (value.type === 'CallExpression') return literalOf(nodesOf(value['arguments'])[0]);
  return value;
}

function find(file: File, what: string, wanted: (node: SyntaxNode) => boolean): SyntaxNode {
  let found: SyntaxNode | undefined;
  walk(readSource(file.path, file.text).program, (node) => {
    if (found === undefined && wanted(node)) found = node;
  });
  if (found === undefined) throw new Refused(`${file.path} has no ${what}: nothing was written.`);
  return found;
}

function splice({ path, text }: File, at: number, piece: string): File {
  return { path, text: text.slice(0, at) + piece + text.slice(at) };
}

/** Adds a row before the closing bracket of a list of parts. */
function append(file: File, list: SyntaxNode, parts: readonly SyntaxNode[], row: string, separator: string): File {
  const last = parts.at(-1);
  const close = endOf(list) - 1;
  if (last === undefined) return splice(file, close, row + separator);
  const hasSeparator = file.text
    .slice(endOf(last), close)
    .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .includes(separator);
  const told = splice(file, close, `${row}${separator}\n`);
  return hasSeparator || separator === '' ? told : splice(told, endOf(last), separator);
}

function refuseKnown(file: File, parts: readonly SyntaxNode[], key: string): void {
  if (parts.some((part) => nameOf(part['key']) === key || nameOf(part) === key))
    throw new Refused(`${file.path} has ${key} already.`);
}

function declared(file: File, name: string): SyntaxNode | undefined {
  const node = find(
    file,
    `constant ${name}`,
    (each) => each.type === 'VariableDeclarator' && nameOf(each['id']) === name,
  );
  return literalOf(node['init']);
}

/** Adds `key: row` to the object of a constant. @throws Refused */
export function addToObject(file: File, constant: string, key: string, row: string): File {
  const object = declared(file, constant);
  if (object?.type !== 'ObjectExpression') throw new Refused(`${constant} of ${file.path} is no object.`);
  const parts = nodesOf(object['properties']);
  refuseKnown(file, parts, key);
  return append(file, object, parts, row, ',');
}

/** Words of the list of a constant. */
export function listOf(file: File, constant: string): string[] {
  return nodesOf(declared(file, constant)?.['elements']).map(nameOf);
}

/** Adds a word to the list of a constant, before `before` when it stands there, else at the end. @throws Refused */
export function addToList(file: File, constant: string, word: string, before: string): File {
  const list = declared(file, constant);
  if (list?.type !== 'ArrayExpression') throw new Refused(`${constant} of ${file.path} is no list.`);
  const parts = nodesOf(list['elements']);
  refuseKnown(file, parts, word);
  const right = parts.find((part) => nameOf(part) === before);
  if (right !== undefined) return splice(file, right.start, `'${word}', `);
  return append(file, list, parts, `'${word}'`, ',');
}

/** Adds a member to an interface. @throws Refused */
export function addToInterface(file: File, name: string, key: string, row: string): File {
  const node = find(
    file,
    `interface ${name}`,
    (each) => each.type === 'TSInterfaceDeclaration' && nameOf(each['id']) === name,
  );
  const body = node['body'];
  if (!isNode(body)) throw new Refused(`interface ${name} of ${file.path} has no body.`);
  const parts = nodesOf(body['body']);
  refuseKnown(file, parts, key);
  return append(file, body, parts, row, '');
}

function returnOf(file: File, name: string): SyntaxNode {
  const maker = find(
    file,
    `function ${name}`,
    (each) => each.type === 'FunctionDeclaration' && nameOf(each['id']) === name,
  );
  const body = maker['body'];
  const last = isNode(body) ? nodesOf(body['body']).findLast((each) => each.type === 'ReturnStatement') : undefined;
  if (last === undefined) throw new Refused(`${name} of ${file.path} returns nothing.`);
  return last;
}

/** Adds a statement before the last `return` of a function. @throws Refused */
export function addBeforeReturn(file: File, name: string, statement: string): File {
  return splice(file, returnOf(file, name).start, `${statement}\n  `);
}

/** Adds `key: row` to the object a function returns. @throws Refused */
export function addToReturn(file: File, name: string, key: string, row: string): File {
  const object = literalOf(returnOf(file, name)['argument']);
  if (object?.type !== 'ObjectExpression') throw new Refused(`${name} of ${file.path} does not return an object.`);
  const parts = nodesOf(object['properties']);
  refuseKnown(file, parts, key);
  return append(file, object, parts, row, ',');
}

/** Puts text before an exported declaration. @throws Refused */
export function addBeforeDeclaration(file: File, name: string, piece: string): File {
  const node = find(file, name, (each) => {
    const inner = each['declaration'];
    return each.type === 'ExportNamedDeclaration' && isNode(inner) && nameOf(inner['id']) === name;
  });
  return splice(file, node.start, piece);
}

/** Imports a name, beside others of the same file when there are some. A name that is there stays as it is. */
export function addImport(file: File, source: string, name: string, isType = false): File {
  const imports = nodesOf(readSource(file.path, file.text).program['body']).filter(
    (node) => node.type === 'ImportDeclaration',
  );
  const namesOf = (node: SyntaxNode): string[] => nodesOf(node['specifiers']).map((each) => nameOf(each['local']));
  if (imports.some((node) => namesOf(node).includes(name))) return file;
  const beside = imports.find((node) => nameOf(node['source']) === source && (node['importKind'] !== 'type' || isType));
  const first = beside && nodesOf(beside['specifiers']).find((each) => each.type === 'ImportSpecifier');
  if (beside && first) {
    const mark = isType && beside['importKind'] !== 'type' ? 'type ' : '';
    return splice(file, first.start, `${mark}${name}, `);
  }
  const line = `import ${isType ? 'type ' : ''}{ ${name} } from '${source}';\n`;
  // After the last import: behind the file's header comment, and the formatter sorts.
  const last = imports.at(-1);
  if (last) return splice(file, endOf(last) + 1, line);
  return splice(file, Number(nodesOf(readSource(file.path, file.text).program['body'])[0]?.start ?? 0), `${line}\n`);
}

/** Adds a text to a file of texts. @throws Refused */
export function addText(file: File, key: string, text: string): File {
  const texts = JSON.parse(file.text === '' ? '{}' : file.text) as Record<string, string>;
  if (Object.hasOwn(texts, key)) throw new Refused(`${file.path} has ${key} already.`);
  return { path: file.path, text: `${JSON.stringify({ ...texts, [key]: text }, null, 2)}\n` };
}
