/**
 * Syntax that only certain modules may use: clock, chance, console, signals, default exports, marks in comments, spreads of literals.
 * Read from the syntax, so that comments and strings never count as code.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, type SyntaxNode, walk } from '../source.ts';

interface WordRule {
  id: string;
  message: string;
  /** Whether files at this path may use the word. */
  allowed(path: string): boolean;
  found(node: SyntaxNode, around: readonly SyntaxNode[]): boolean;
}

/** Files whose default export a tool reads: the platform, the test runner, the configurations. */
const TOOL_READ = /^worker\/(codec\/)?index\.ts$|^test\/reporter\/|\.config\.ts$|\.d\.ts$|\.island\.tsx$/;
const MARK = /(?<!@)\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/;

/**
 * Parts of the client that call `fetch` themselves, by the reason. All other calls go through the request client, which spreads them
 * over the API origins, or through client/api/fetch.ts.
 */
const OWN_FETCH: readonly (readonly [reason: string, paths: RegExp])[] = [
  ['the helpers themselves', /^client\/api\//],
  ['bytes from signed links, which have one origin', /^client\/(drive\/pictures\/making|preview|transfer\/download)\//],
  ['the service worker, which serves documents', /^client\/navigation\/offline-(pages|worker)\.ts$/],
  ['works when a chunk is missing', /^client\/(pages\/shell\/chunks|auth\/session\/sign-out)\.ts$/],
  [
    'pages and forms of this origin, by cookie',
    /^client\/(drive\/named-actions\/open-named-action|drive\/first-steps\/ticks|pages\/drive\/bell|pages\/auth\/session)\.ts$/,
  ],
  ['asks each origin, and hides no failure by a retry', /^client\/pages\/(ops\/try-hosts|site\/self-test)\.ts$/],
  ['a page without the request client', /^client\/pages\/share\/share-call\.ts$/],
  ['a package that brings its own requests', /^client\/shield\/check-work\.ts$/],
  ['the extension, which has a client of its own', /^client\/extension\//],
];

const WORD_RULES: readonly WordRule[] = [
  {
    id: 'clock',
    message: 'the server asks worker/platform/clock.ts for the time',
    allowed: (path) => path === 'worker/platform/clock.ts' || !isServer(path),
    found: (node) =>
      isCallOf(node, 'Date', 'now') ||
      isCallOf(node, 'performance', 'now') ||
      (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && isEmpty(node['arguments'])),
  },
  {
    id: 'chance',
    message: 'the server asks worker/platform/ids.ts for chance',
    allowed: (path) => path === 'worker/platform/ids.ts' || !isServer(path),
    found: (node) =>
      isCallOf(node, 'Math', 'random') ||
      (isMember(node) && /^(randomUUID|getRandomValues)$/.test(nameOf(node['property']))),
  },
  {
    id: 'console',
    message: 'the server writes through worker/platform/log.ts; the client only console.error and console.warn',
    allowed: (path) => path === 'worker/platform/log.ts' || isTool(path),
    found: (node) => isMember(node) && nameOf(node['object']) === 'console',
  },
  {
    id: 'fetch',
    message: 'the client calls by its request client or client/api/fetch.ts; exceptions have a reason in OWN_FETCH',
    allowed: (path) => !path.startsWith('client/') || isTool(path) || OWN_FETCH.some(([, paths]) => paths.test(path)),
    found: (node) =>
      (node.type === 'CallExpression' && isPlain(node['callee'], 'fetch')) ||
      isCallOf(node, 'globalThis', 'fetch') ||
      isCallOf(node, 'window', 'fetch'),
  },
  {
    id: 'signal',
    message: 'signals are made inside a makeXState() function of a *.state.ts',
    allowed: isTool,
    found: (node, around) =>
      node.type === 'CallExpression' &&
      /^(signal|computed)$/.test(nameOf(node['callee'])) &&
      !around.some((outer) => /^make[A-Z]\w*State$/.test(functionName(outer))),
  },
  {
    id: 'default-export',
    message: 'named exports only; default is for islands and what a tool demands',
    allowed: (path) => TOOL_READ.test(path),
    found: (node) =>
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportSpecifier' && nameOf(node['exported']) === 'default'),
  },
  {
    id: 'export-star',
    message: 'name what is exported',
    allowed: () => false,
    found: (node) => node.type === 'ExportAllDeclaration',
  },
  {
    id: 'literal-spread',
    message: 'write the properties, elements or arguments without a literal around them',
    allowed: () => false,
    found: (node) =>
      /^(SpreadElement|JSXSpreadAttribute)$/.test(node.type) &&
      isNode(node['argument']) &&
      /^(Object|Array)Expression$/.test(node['argument'].type),
  },
  {
    id: 'source-text',
    message: 'a test runs the code and reads no source text; what is true of all sources is a rule in scripts/check',
    allowed: (path) => !placeOf(path).isTest || path.startsWith('test/architecture/'),
    found: (node) =>
      node.type === 'CallExpression' &&
      /^(read|readFile|readFileSync)$/.test(nameOf(node['callee'])) &&
      namesSource(node['arguments']),
  },
];

export function checkSyntax(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...syntaxFindings(source), ...markFindings(source), ...mockFindings(source)]);
}

/** Files of tests share their modules (vitest.config.ts): replaced ones must be loaded anew, and be gone afterwards. */
function mockFindings({ path, program, lineAt }: Source): Finding[] {
  const mocks: SyntaxNode[] = [];
  let resets = 0;
  walk(program, (node) => {
    if (isCallOf(node, 'vi', 'mock') || isCallOf(node, 'vi', 'doMock')) mocks.push(node);
    if (isCallOf(node, 'vi', 'resetModules')) resets += 1;
  });
  if (resets >= 2) return [];
  const message = 'vi.mock needs vi.resetModules() before the import of what is tested, and after the last test';
  return mocks.slice(0, 1).map(({ start }) => ({ path, line: lineAt(start), rule: 'syntax/mock', message }));
}

function syntaxFindings({ path, program, lineAt }: Source): Finding[] {
  const rules = WORD_RULES.filter((rule) => !rule.allowed(path));
  const findings: Finding[] = [];
  walk(program, (node, around) => {
    for (const { id, message, found } of rules) {
      if (!found(node, around)) continue;
      if (id === 'console' && path.startsWith('client/') && /^(error|warn)$/.test(nameOf(node['property']))) continue;
      findings.push({ path, line: lineAt(node.start), rule: `syntax/${id}`, message });
    }
  });
  return findings;
}

/** Unfinished work is marked `@TODO` alone, so that one search finds it. */
function markFindings({ path, comments }: Source): Finding[] {
  return comments
    .filter(({ text }) => MARK.test(text))
    .map(({ line }) => ({ path, line, rule: 'syntax/mark', message: 'a mark in a comment is @TODO or @NOTE' }));
}

function isTool(path: string): boolean {
  const { tier, isTest } = placeOf(path);
  return isTest || tier === 'scripts' || tier === 'test' || tier === 'top';
}

/** Code whose clock and chance tests must own. */
function isServer(path: string): boolean {
  const { tier, isTest } = placeOf(path);
  return !isTest && (tier === 'worker' || tier === 'shared');
}

function isMember(node: SyntaxNode): boolean {
  return node.type === 'MemberExpression';
}

function isPlain(node: unknown, name: string): boolean {
  return isNode(node) && !isMember(node) && nameOf(node) === name;
}

function isCallOf(node: SyntaxNode, object: string, method: string): boolean {
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee) || !isMember(callee)) return false;
  return nameOf(callee['object']) === object && nameOf(callee['property']) === method;
}

/** Whether a text of code is named among these arguments, by a literal or a template. */
function namesSource(list: unknown): boolean {
  let isNamed = false;
  for (const argument of Array.isArray(list) ? list : [])
    if (isNode(argument))
      walk(argument, ({ type, value }) => {
        const text = type === 'TemplateElement' ? (value as { raw: string }).raw : type === 'Literal' ? value : '';
        isNamed ||= typeof text === 'string' && /\.tsx?$/.test(text);
      });
  return isNamed;
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** The name of a function, however it got one. */
function functionName(node: SyntaxNode): string {
  if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') return nameOf(node['id']);
  return '';
}
