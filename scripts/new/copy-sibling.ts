/**
 * Copies an endpoint into the files of its sibling, each piece after the piece it was copied from: contract entry, binding,
 * operation, test case, matrix entry, client call. Pure: texts in, texts out. Pieces are found by their syntax.
 */

import { endpointsOf, placeOfEndpoint } from '#scripts/check/rules/endpoint-paths.ts';
import { isNode, nameOf, readSource, type Source, type SyntaxNode, walk } from '#scripts/check/source.ts';
import type { Tree } from '#scripts/check/tree.ts';
import { kebab, type NewOperation, UsageError } from './names.ts';

interface Piece {
  node: SyntaxNode;
  around: readonly SyntaxNode[];
}

interface Copied {
  /** Names to change in copies, old -> new, by how they are written. */
  readonly contract: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
  readonly name: string;
  /** Of the endpoint; absent: the one of the sibling with the name changed. */
  readonly path: string | undefined;
}

function pieces({ program }: Source, wanted: (node: SyntaxNode, around: readonly SyntaxNode[]) => boolean): Piece[] {
  const found: Piece[] = [];
  walk(program, (node, around) => {
    if (wanted(node, around)) found.push({ node, around: [...around] });
  });
  return found;
}

function keyOf(node: SyntaxNode): string {
  const key = node['key'];
  return isNode(key) ? String(key['name'] ?? key['value'] ?? '') : '';
}

const MEMBER = /^(Property|TSPropertySignature|TSMethodSignature)$/;

/** Whether a property belongs to the object of a constant or to the object a function returns. */
function isTopProperty(around: readonly SyntaxNode[]): boolean {
  const outer = around.findLast(
    ({ type }) => !/^(ObjectExpression|TSAs\w+|TSSatisfies\w+|CallExpression|TSInterfaceBody)$/.test(type),
  );
  return (
    outer !== undefined &&
    /^(VariableDeclarator|ReturnStatement|ArrowFunctionExpression|TSInterfaceDeclaration)$/.test(outer.type)
  );
}

/** Name of the constant that a piece is part of. */
function constantOf({ around }: Piece): string {
  const declared = around.find(({ type }) => type === 'VariableDeclarator');
  return declared === undefined ? '' : nameOf(declared['id']);
}

/** Whether `node` holds `contract.key` of one of these contracts. */
function usesEndpoint(node: SyntaxNode, contracts: readonly string[], key: string): boolean {
  let uses = false;
  walk(node, (inner) => {
    if (inner.type !== 'MemberExpression' || nameOf(inner['property']) !== key) return;
    uses ||= contracts.includes(nameOf(inner['object']));
  });
  return uses;
}

/** Names that `binding` calls, directly or as a method of the service. */
function calledBy(binding: SyntaxNode): string[] {
  const names: string[] = [];
  walk(binding, ({ type, callee }) => {
    if (type === 'CallExpression' && isNode(callee)) names.push(nameOf(callee));
  });
  return names;
}

/** Whether a statement of a module declares the function `name`, exported or not. */
function declaresFunction(name: string): (node: SyntaxNode, around: readonly SyntaxNode[]) => boolean {
  return (node, around) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node['declaration'] : node;
    if (!isNode(declared) || declared.type !== 'FunctionDeclaration') return false;
    return around.length === 1 && nameOf(declared['id']) === name;
  };
}

/** A text that the new endpoint does not take over: the path that was asked for, and the operation of an idempotency key. */
function ownText(within: readonly SyntaxNode[], inner: SyntaxNode, { name, path }: Copied): string | undefined {
  const [call, object, parent] = within.slice(-3);
  if (parent?.type === 'CallExpression' && nameOf(parent['callee']) === 'idempotencyKeyFor')
    return inner.type === 'Literal' ? name : undefined;
  const isPath = object?.type === 'ObjectExpression' && nameOf(call?.['callee']) === 'endpoint';
  return isPath && parent !== undefined && keyOf(parent) === 'path' && parent['value'] === inner ? path : undefined;
}

/** The text of a piece with the names of the new endpoint. */
function copyOf({ node, around }: Piece, text: string, path: string, copied: Copied): string {
  const { contract, functions, members } = copied;
  const edits: { at: number; old: string; next: string }[] = [];
  walk(node, (inner, within) => {
    const parent = within.at(-1) ?? around.at(-1);
    if (edits.some(({ at, old }) => at <= inner.start && inner.end <= at + old.length)) return;
    const own = ownText(within, inner, copied);
    if (own !== undefined) {
      edits.push({ at: inner.start, old: text.slice(inner.start, inner.end), next: `'${own}'` });
      return;
    }
    const isKey = parent !== undefined && MEMBER.test(parent.type) && parent['key'] === inner;
    if (inner.type === 'Literal' && typeof inner['value'] === 'string' && /contract\.ts$/.test(path)) {
      for (const [old, next] of contract)
        for (const match of inner['value'].matchAll(new RegExp(`\\b(${old}|${kebab(old)})\\b`, 'g')))
          edits.push({ at: inner.start + 1 + match.index, old: match[0], next: match[0] === old ? next : kebab(next) });
      return;
    }
    if (inner.type !== 'Identifier') return;
    const name = nameOf(inner);
    const isMember = parent?.type === 'MemberExpression' && parent['property'] === inner;
    const owner = isMember ? nameOf(parent['object']) : '';
    const names = isMember
      ? /Contract$/.test(owner)
        ? contract
        : owner === 'service'
          ? members
          : null
      : isKey && parent === node
        ? members
        : functions;
    const next = names?.get(name) ?? (isKey && parent === node ? contract.get(name) : undefined);
    if (next !== undefined && !(isKey && parent !== node)) edits.push({ at: inner.start, old: name, next });
  });
  const unique = edits.filter((edit, index) => edits.findIndex(({ at }) => at === edit.at) === index);
  return unique
    .toSorted((a, b) => b.at - a.at)
    .reduce(
      (copy, { at, old, next }) => copy.slice(0, at - node.start) + next + copy.slice(at - node.start + old.length),
      text.slice(node.start, node.end),
    );
}

/** Puts each copy after its piece. */
function withCopies(path: string, text: string, list: readonly Piece[], copied: Copied): string {
  return list
    .toSorted((a, b) => b.node.start - a.node.start)
    .reduce((all, piece) => {
      const { node } = piece;
      const copy = copyOf(piece, text, path, copied);
      const separator = /^(Property|ImportSpecifier)$/.test(node.type)
        ? ',\n'
        : node.type.startsWith('TS')
          ? ';\n'
          : '\n\n';
      const end = node.type.startsWith('TS') && text[node.end - 1] === ';' ? node.end - 1 : node.end;
      return all.slice(0, end) + separator + copy.replace(/;$/, node.type.startsWith('TS') ? '' : ';') + all.slice(end);
    }, text);
}

/** @throws UsageError when the path of the new endpoint is taken, or has not the parameters of its sibling */
function checkPath(tree: Tree, contracts: readonly Source[], { feature, name, sibling }: NewOperation): void {
  const all = endpointsOf(contracts.map(({ path }) => readSource(path, tree.get(path) ?? '')));
  const made = all.find(({ id }) => id === `${feature}.${name}`);
  if (made === undefined) return;
  const place = placeOfEndpoint(made);
  const owner = all.find((each) => each !== made && placeOfEndpoint(each) === place);
  const where = `${made.method} ${made.path}`;
  if (owner !== undefined)
    throw new UsageError(`${where} is the place of ${owner.id}: give another path with --path. Nothing was written.`);
  const parametersOf = (path = ''): string => (path.match(/\{\w+\}/g) ?? []).join(' ');
  const wanted = parametersOf(all.find(({ id }) => id === `${feature}.${sibling}`)?.path);
  if (parametersOf(made.path) !== wanted)
    throw new UsageError(`${where} needs the parameters of ${sibling}: ${wanted || 'none'}. Nothing was written.`);
}

/** @returns the changed files @throws UsageError when a piece is missing or the new name is taken */
export function copySibling(tree: Tree, wanted: NewOperation): Map<string, string> {
  const { feature, name, sibling } = wanted;
  const service = `worker/services/${feature}/`;
  const changed = new Map<string, string>();
  const sources = new Map<string, Source>();
  const filesOf = (pattern: RegExp): Source[] =>
    Array.from(tree)
      .filter(([path]) => pattern.test(path) && !/\.test\.tsx?$|-fixture\.ts$/.test(path))
      .map(([path, text]) => {
        const source = sources.get(path) ?? readSource(path, text);
        sources.set(path, source);
        return source;
      });
  const found: { source: Source; list: Piece[] }[] = [];
  const add = (
    files: readonly Source[],
    wanted: (node: SyntaxNode, around: readonly SyntaxNode[]) => boolean,
  ): number => {
    const own = files.map((source) => ({ source, list: pieces(source, wanted) })).filter(({ list }) => list.length > 0);
    found.push(...own);
    return own.length;
  };
  const need = (count: number, what: string): void => {
    if (count === 0) throw new UsageError(`${feature}.${sibling} has no ${what}: nothing was written.`);
  };
  const mentions = ({ path }: Source, word: string): boolean => (tree.get(path) ?? '').includes(word);
  const isEntry = (key: string) => (node: SyntaxNode, around: readonly SyntaxNode[]) =>
    MEMBER.test(node.type) && keyOf(node) === key && isTopProperty(around);

  const contracts = filesOf(new RegExp(`^shared/${feature}/([a-z-]+\\.)?contract\\.ts$`));
  if (contracts.some((source) => pieces(source, isEntry(name)).length > 0))
    throw new UsageError(`${feature}.${name} is in the contract already.`);
  need(add(contracts, isEntry(sibling)), 'contract entry');
  const [entry] = found.flatMap(({ list }) => list);
  const contract = entry === undefined ? '' : constantOf(entry);
  /** The contract itself, and those that join it with others. */
  const joins = ({ type, argument }: SyntaxNode) => type === 'SpreadElement' && nameOf(argument) === contract;
  const joined = filesOf(/^shared\/.*contract\.ts$/).flatMap((source) => pieces(source, joins).map(constantOf));
  const names = [contract, `${feature}Contract`, ...joined];

  const bindings = filesOf(new RegExp(`^${service}.*\\.ts$`));
  const isBinding = (node: SyntaxNode) => node.type === 'ExpressionStatement' && usesEndpoint(node, names, sibling);
  need(add(bindings, isBinding), 'binding');
  const called = found.at(-1)?.list.flatMap(({ node }) => calledBy(node)) ?? [];
  const operation = called.find((each) => bindings.some((source) => pieces(source, declaresFunction(each)).length > 0));
  const members = new Map<string, string>();
  if (operation !== undefined) {
    const specifiers = found.at(-1)?.source.imports.map(({ specifier }) => specifier.replace(/^.*\//, '/')) ?? [];
    const declaring = bindings.filter((source) => pieces(source, declaresFunction(operation)).length > 0);
    const imported = declaring.filter(({ path }) => specifiers.some((specifier) => path.endsWith(specifier)));
    add((imported.length > 0 ? imported : declaring).slice(0, 1), declaresFunction(operation));
    // An RPC method of a part may have the name: the copy calls it too.
    const interfaces = bindings.filter(({ path }) => !path.endsWith('/part.ts'));
    // A number or a text under the name, as in a list of kinds, is no operation.
    const isMember = (node: SyntaxNode, around: readonly SyntaxNode[]) =>
      isEntry(operation)(node, around) && !(isNode(node['value']) && node['value'].type === 'Literal');
    if (add(interfaces, isMember) > 0) members.set(operation, name);
    const changing = new Set(found.map(({ source }) => source));
    const importers = bindings.filter((source) => changing.has(source));
    add(importers, (node) => node.type === 'ImportSpecifier' && nameOf(node['imported']) === operation);
  }

  const cases = filesOf(/^test\/contract\/cases\/.*\.ts$/)
    .filter((source) => source.imports.some(({ specifier }) => specifier.startsWith(`#shared/${feature}/`)))
    .filter((source) => pieces(source, isEntry(sibling)).length > 0)
    .toSorted((a, b) => Number(mentions(b, contract)) - Number(mentions(a, contract)));
  need(add(cases.slice(0, 1), isEntry(sibling)), 'test case');
  const tested = found.at(-1)?.list.map(constantOf) ?? [];
  need(tested.filter((constant) => constant.endsWith('Matrix')).length, 'matrix entry');

  const calls = filesOf(new RegExp(`^client/${feature}/.*\\.api\\.ts$`));
  const isCall = (node: SyntaxNode, around: readonly SyntaxNode[]) =>
    node.type === 'Property' && usesEndpoint(node, names, sibling) && isTopProperty(around);
  for (const source of calls) {
    const [call] = pieces(source, isCall);
    if (!call) continue;
    members.set(keyOf(call.node), name);
    add([source], isEntry(keyOf(call.node)));
  }

  const copied: Copied = {
    contract: new Map([[sibling, name]]),
    functions: new Map(operation === undefined ? [] : [[operation, name]]),
    members,
    name,
    path: wanted.path,
  };
  for (const path of new Set(found.map(({ source }) => source.path))) {
    const list = found.filter(({ source }) => source.path === path).flatMap((each) => each.list);
    changed.set(path, withCopies(path, tree.get(path) ?? '', list, copied));
  }
  checkPath(new Map([...tree, ...changed]), filesOf(/^shared\/.*contract\.ts$/), wanted);
  return changed;
}
