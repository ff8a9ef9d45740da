/**
 * Keys of local and session storage, and cookies: each has code that writes it and code that reads it. A key is a text with one of the
 * prefixes below. The rule follows it from its literal through constants, functions and properties to the call that uses it.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

const KEY = /^(pp_\w+|__Host-\w+|(credentials|captcha)_|deviceid|allow_analysis)$/;
const TIERS: readonly string[] = ['client', 'shared', 'worker'];

const READS = /^(get|getItem|has|includes|startsWith|test|match|read\w*|take\w*)$/;
const WRITES = /^(set|setItem|put|write\w*|store[A-Z]\w*)$/;
const DELETES = /^(remove\w*|delete\w*|clean\w*|drop\w*)$/;

type Kind = 'cookie' | 'storage';
interface Mention {
  readonly key: string;
  /** The name that the text is mentioned by; '' for the text itself. */
  readonly symbol: string;
  readonly around: readonly SyntaxNode[];
  readonly node: SyntaxNode;
}

interface Uses {
  read: boolean;
  written: boolean;
}

/** Symbols of one file, or those that files export: a name, or `TABLE.property`. */
type Symbols = Map<string, Set<string>>;

export function checkStoredKeys(sources: readonly Source[]): Finding[] {
  const code = sources.filter(({ path }) => TIERS.includes(placeOf(path).tier) && !placeOf(path).isTest);
  const places = new Map<string, { path: string; line: number }>();
  const uses = new Map<string, Map<Kind, Uses>>();
  const exported: Symbols = new Map();
  const own = new Map<string, Symbols>(code.map(({ path }) => [path, new Map()]));
  const names = new Map(code.map((source) => [source.path, namesOf(source)]));
  // A name may be declared by another one: repeated until no file finds a new name.
  for (let before = -1, size = 0; size !== before; ) {
    before = size;
    const known = [...new Set([...exported.keys()].map((symbol) => symbol.split('.', 1).join('')))];
    for (const source of code) {
      const { mayDeclare = false, identifiers = new Set() } = names.get(source.path) ?? {};
      if (!mayDeclare && !known.some((name) => identifiers.has(name))) continue;
      const symbols = own.get(source.path) ?? new Map<string, Set<string>>();
      for (const mention of mentionsIn(source, symbols, exported)) {
        const { key, symbol, node } = mention;
        if (symbol === '' && !places.has(key)) places.set(key, { path: source.path, line: source.lineAt(node.start) });
        const use = endOf(mention);
        if (use.kind === 'use') recordUse(uses, key, use);
        if (use.kind !== 'name') continue;
        for (const table of use.isExported ? [symbols, exported] : [symbols])
          table.set(use.name, (table.get(use.name) ?? new Set()).add(key));
      }
    }
    size = [exported, ...own.values()].reduce(
      (sum, table) => sum + [...table.values()].reduce((n, s) => n + s.size, 0),
      0,
    );
  }
  return Array.from(places).flatMap(([key, place]) =>
    messagesOf(key, uses.get(key)).map((message): Finding => ({ ...place, rule: 'stored-key', message })),
  );
}

/** Whether a file has texts that are keys, and its identifiers. */
function namesOf({ program }: Source): { readonly mayDeclare: boolean; readonly identifiers: ReadonlySet<string> } {
  const identifiers = new Set<string>();
  let mayDeclare = false;
  walk(program, (node) => {
    if (node.type === 'Identifier') identifiers.add(nameOf(node));
    else mayDeclare ||= keyIn(node) !== '';
  });
  return { mayDeclare, identifiers };
}

/** The key that a literal or the start of a template is; '' for none. */
function keyIn(node: SyntaxNode): string {
  if (node.type === 'TemplateElement') {
    const start = String((node['value'] as { cooked?: unknown }).cooked ?? '');
    return /^pp_\w+_$|^(credentials|captcha)_$/.test(start) ? start : '';
  }
  if (node.type !== 'Literal' || typeof node['value'] !== 'string') return '';
  // `pp_name=`, as in a search of all cookies.
  const [text = '', rest = ''] = node['value'].split('=');
  return rest === '' && KEY.test(text) ? text : '';
}

function messagesOf(key: string, uses: ReadonlyMap<Kind, Uses> | undefined): string[] {
  if (!uses) return [`no code reads or writes ${key}`];
  return Array.from(uses).flatMap(([kind, { read, written }]) => {
    const lacks = [...(read ? [] : ['reads']), ...(written ? [] : ['writes'])].join(' or ');
    return lacks === '' ? [] : [`no code ${lacks} the ${kind === 'cookie' ? 'cookie' : 'entry of storage'} ${key}`];
  });
}

function recordUse(uses: Map<string, Map<Kind, Uses>>, key: string, { target, act }: Used): void {
  const kinds = uses.get(key) ?? new Map<Kind, Uses>();
  const use = kinds.get(target) ?? { read: false, written: false };
  if (act === 'read') use.read = true;
  else use.written = true;
  uses.set(key, kinds.set(target, use));
}

/** Texts that are keys, and names that stand for them. */
function mentionsIn({ program }: Source, own: Symbols, exported: Symbols): Mention[] {
  const found: Mention[] = [];
  const keysOf = (symbol: string) => own.get(symbol) ?? exported.get(symbol);
  const tables = new Set([...own.keys(), ...exported.keys()].flatMap((symbol) => symbol.split('.', 1)));
  walk(program, (node, around) => {
    const parent = around.at(-1);
    const add = (symbol: string, keys: Iterable<string>) => {
      for (const key of keys) found.push({ key, symbol, around: [...around], node });
    };
    const key = parent?.type === 'TSLiteralType' ? '' : keyIn(node);
    if (key !== '') add('', [key]);
    if (node.type === 'MemberExpression') {
      const symbol = `${nameOf(node['object'])}.${node['computed'] === true ? '' : nameOf(node['property'])}`;
      const keys = keysOf(symbol);
      if (keys) add(symbol, keys);
    }
    if (node.type === 'Identifier' && isMention(node, parent)) {
      const name = nameOf(node);
      const keys = keysOf(name);
      if (keys) add(name, keys);
      // All entries of a table.
      if (tables.has(name) && !(parent?.type === 'MemberExpression' && parent['computed'] !== true))
        for (const [symbol, ofTable] of [...own, ...exported]) if (symbol.startsWith(`${name}.`)) add(symbol, ofTable);
    }
  });
  return found;
}

/** An identifier that is a value: not a declared name, a key of an object, a property or a name of an import. */
function isMention(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (!parent || /^(Import|Export)\w*Specifier$/.test(parent.type)) return false;
  if (parent.type === 'VariableDeclarator' || /Function/.test(parent.type))
    return parent['init'] === node || parent['body'] === node;
  if (parent.type === 'Property') return parent['value'] === node;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  return true;
}

interface Used {
  readonly kind: 'use';
  readonly target: Kind;
  readonly act: 'read' | 'write';
}
type Use =
  | Used
  | { readonly kind: 'name'; readonly name: string; readonly isExported: boolean }
  | { readonly kind: 'none' };

const NONE: Use = { kind: 'none' };

/** Climbs from a mention to the call that uses it, or to the name that it gets. */
function endOf({ symbol, node, around }: Mention): Use {
  let child = node;
  let isReturned = false;
  for (let at = around.length - 1; at >= 0; at -= 1) {
    const parent = around[at] as SyntaxNode;
    if (parent.type === 'CallExpression') {
      const use = endOfCall(parent, child, symbol);
      if (use) return use;
    }
    if (parent.type === 'BinaryExpression') return { kind: 'use', target: targetOf([symbol]), act: 'read' };
    if (parent.type === 'TemplateLiteral') {
      const use = endOfTemplate(parent, child, around.slice(0, at));
      if (use) return use;
    }
    if (parent.type === 'ReturnStatement') isReturned = true;
    else if (/^JSX|^(If|Expression|Throw|For\w*|While|Switch)Statement$/.test(parent.type)) return NONE;
    const name = declaredName(parent, child, isReturned);
    if (name !== '') return nameFor(name, parent, around.slice(0, at));
    child = parent;
  }
  return NONE;
}

function endOfCall(call: SyntaxNode, child: SyntaxNode, symbol: string): Use | undefined {
  const callee = call['callee'];
  const isCallee = callee === child;
  const name = nameOf(callee);
  // `draft.write(...)` where `draft` stands for the key; `keyOf(...)` makes one.
  if (isCallee && child.type !== 'MemberExpression') return undefined;
  if (DELETES.test(name) || (WRITES.test(name) && isExpired(call))) return NONE;
  const act = WRITES.test(name) ? 'write' : READS.test(name) ? 'read' : undefined;
  if (!act) return undefined;
  return { kind: 'use', target: targetOf([symbol, name, ...textsIn(callee)]), act };
}

/** `document.cookie = \`${NAME}=...\``: what stands behind the name is its value; nothing ends it. */
function endOfTemplate(template: SyntaxNode, child: SyntaxNode, around: readonly SyntaxNode[]): Use | undefined {
  const parts = template['expressions'] as readonly SyntaxNode[];
  const texts = template['quasis'] as readonly { value: { cooked: string } }[];
  const behind = texts[parts.indexOf(child) + 1]?.value.cooked ?? '';
  const call = around.findLast(({ type }) => type === 'CallExpression');
  if (!parts.includes(child) || !behind.startsWith('=') || (call && READS.test(nameOf(call['callee']))))
    return undefined;
  return /^=[;\s]/.test(behind) ? NONE : { kind: 'use', target: 'cookie', act: 'write' };
}

function targetOf(texts: readonly string[]): Kind {
  return texts.some((text) => /cookie|jar/i.test(text)) ? 'cookie' : 'storage';
}

/** Names and texts of a callee: `c.get('cookies').get`. */
function textsIn(callee: unknown): string[] {
  const texts: string[] = [];
  if (isNode(callee))
    walk(callee, (node) => {
      texts.push(nameOf(node), typeof node['value'] === 'string' ? node['value'] : '');
    });
  return texts;
}

/** A cookie that ends at once. */
function isExpired(call: SyntaxNode): boolean {
  return (call['arguments'] as readonly SyntaxNode[]).some(
    (argument) =>
      argument.type === 'ObjectExpression' &&
      (argument['properties'] as readonly SyntaxNode[]).some(
        (property) =>
          nameOf(property['key']) === 'maxAgeSeconds' && isNode(property['value']) && property['value']['value'] === 0,
      ),
  );
}

/** The name that a value gets: of a constant, a function or a property. A property `name` is part of its object. */
function declaredName(parent: SyntaxNode, child: SyntaxNode, isReturned: boolean): string {
  if (parent.type === 'VariableDeclarator' && parent['init'] === child) return nameOf(parent['id']);
  if (parent.type === 'FunctionDeclaration' && isReturned && parent['body'] === child) return nameOf(parent['id']);
  if (parent.type === 'Property' && parent['value'] === child && nameOf(parent['key']) !== 'name')
    return nameOf(parent['key']);
  return '';
}

function nameFor(name: string, parent: SyntaxNode, around: readonly SyntaxNode[]): Use {
  // Names inside a function are its own.
  const isExported =
    around.some(({ type }) => type === 'ExportNamedDeclaration') && !around.some(({ type }) => /Function/.test(type));
  if (parent.type !== 'Property') return { kind: 'name', name, isExported };
  // Only tables at the top of a file: what a call gets in an object is followed no further.
  const holder = around.findLast(({ type }) => type === 'VariableDeclarator' || type === 'CallExpression');
  if (holder?.type !== 'VariableDeclarator') return NONE;
  return { kind: 'name', name: `${nameOf(holder['id'])}.${name}`, isExported };
}
