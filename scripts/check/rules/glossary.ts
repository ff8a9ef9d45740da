/**
 * Words that have a plain replacement (docs/glossary.md), in identifiers, file names, comments, documents and names of tests.
 * Texts that users read are not checked.
 */
import type { Finding } from '../finding.ts';
import { isCode, isNode, nameOf, type Source, walk } from '../source.ts';
import type { Tree } from '../tree.ts';

/** Words of prose and their replacements. Whole words, in any case. */
const PROSE: readonly (readonly [word: string, instead: string])[] = [
  ['rooms?', 'module, storage, quota'],
  ['faces?', 'service interface'],
  ['news', 'event'],
  ['doors?', 'endpoint, action, protocol'],
  ['hallways?', 'request pipeline, dependency order'],
  ['floor', 'base layer'],
  ['nobody', 'the user, the client, the caller: a noun'],
  ['somebody', 'the user, the client, the caller: a noun'],
  ['whoever', 'the user, the client, the caller: a noun'],
  ['meanwhile', 'concurrently'],
  ['knocks?|knocked|knocking', 'ensure the session, request'],
  ['wish(es)?|wished', 'login purpose, pending save, request'],
  ['doom(s|ed|ing)?', 'mark for deletion'],
  ['spares?|spared|sparing', 'exclude'],
  ['throws? away|thrown away|threw away', 'trash, delete'],
  ['verdicts?', 'decision'],
  ['keepers?', 'cache, store: a noun for what it does'],
  ['campaigns?', 'crash test'],
  ['repeat keys?', 'idempotency key'],
  ['is over|are over', 'has ended'],
  ['(stands?|lies|lie) (in|on|at|under|beside|there|here)', 'is stored, is in'],
  ['tells', 'publishes, returns, reports'],
  ['hears?|heard', 'subscribes, receives'],
  ['knows', 'stores, holds, imports'],
  ['page[- ]ports?', 'browser API'],
];

/** Parts of identifiers and file names. */
const PARTS = new Map([
  ['room', 'module, storage, quota, context'],
  ['rooms', 'module, storage, quota, context'],
  ['face', 'service interface'],
  ['news', 'event'],
  ['door', 'endpoint, action, protocol'],
  ['doors', 'endpoints, actions, protocols'],
  ['hallway', 'pipeline, order'],
  ['floor', 'base layer'],
  ['nobody', 'a noun'],
  ['somebody', 'a noun'],
  ['whoever', 'a noun'],
  ['meanwhile', 'concurrently'],
  ['knock', 'ensureSession'],
  ['wish', 'login purpose, pending save'],
  ['wishes', 'login purpose, pending save'],
  ['doom', 'mark for deletion'],
  ['doomed', 'marked for deletion'],
  ['spare', 'exclude'],
  ['spared', 'excluded'],
  ['verdict', 'decision'],
  ['verdicts', 'decisions'],
  ['keeper', 'cache, store'],
  ['kept', 'cached, retained'],
  ['keeping', 'retention'],
  ['scene', 'scroll position'],
  ['spot', 'scroll position'],
  ['campaign', 'crash test'],
  ['talk', 'rpc types'],
]);

/** Whole identifiers. */
const IDENTIFIERS = new Map([
  ['book', 'registry'],
  ['desk', 'inbox'],
  ['board', 'retry status'],
  ['words', 'messages, labels, t'],
  ['lives', 'lifetimes'],
  ['takeOut', 'detach'],
  ['throwAway', 'trash, delete'],
  ['repeatKey', 'idempotency key'],
  ['pagePort', 'browser API'],
  ['Asked', 'a noun: ListingRequest'],
  ['Told', 'a noun'],
  ['Kept', 'a noun: CachedListing'],
  ['Found', 'a noun: SearchResult'],
  ['Begun', 'a noun'],
]);

/** Ends of file names. */
const FILE_ENDS: readonly (readonly [end: RegExp, instead: string])[] = [
  [/(^|[/-])words\.tsx?$/, '-labels.ts'],
  [/-calls\.tsx?$/, 'the noun it serves'],
  [/(^|\/)bodies\.ts$/, 'schemas.ts'],
];

const TESTS = /^(test|it|describe)$/;
/** The page that lists the words, and texts of other people. */
const FREE_DOCUMENTS = /^(docs\/glossary\.md$|locales\/|client\/public\/)/;
/** A sentence whose subject is a clause: "What is shown is old now." */
const HEADLESS = /(?<=^\s*|[.:;]\s+|\*\s+)What\s(?![^.]*\?)/g;

const PROSE_PATTERN = new RegExp(`\\b(?:${PROSE.map(([word]) => `(${word})`).join('|')})\\b`, 'gi');

interface Hit {
  word: string;
  instead: string;
  offset: number;
}

function wordsInProse(text: string): Hit[] {
  const hits = Array.from(text.matchAll(PROSE_PATTERN), (match): Hit => {
    const word = match[0].toLowerCase();
    const instead = PROSE.find(([pattern]) => new RegExp(`^(${pattern})$`).test(word))?.[1] ?? 'a plain word';
    return { word, instead, offset: match.index };
  });
  const headless = Array.from(text.matchAll(HEADLESS), (match): Hit => {
    return { word: 'What', instead: 'a noun as the subject', offset: match.index };
  });
  return [...hits, ...headless];
}

/** @returns [word, what to write] for each word of an identifier or file name */
function wordsInName(name: string): (readonly [string, string])[] {
  const whole = IDENTIFIERS.get(name);
  if (whole !== undefined) return [[name, whole]];
  // Columns and fields of the wire.
  if (/[a-z]_[a-z]/.test(name)) return [];
  const parts = name.split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts.flatMap((part) => {
    const instead = PARTS.get(part);
    return instead === undefined ? [] : [[part, instead] as const];
  });
}

function finding(path: string, line: number | undefined, word: string, instead: string): Finding {
  return { path, ...(line !== undefined && { line }), rule: 'glossary', message: `"${word}": write ${instead}` };
}

function inFileName(path: string): Finding[] {
  const name = path.split('/').slice(1).join('/');
  const ends = FILE_ENDS.flatMap(([end, instead]) => {
    const [found] = end.exec(name) ?? [];
    return found === undefined ? [] : [[found, instead] as const];
  });
  const parts = wordsInName(name.replaceAll('_', '-'));
  return [...parts, ...ends].map(([word, instead]) => finding(path, undefined, word, instead));
}

function inSource({ path, program, comments, lineAt }: Source): Finding[] {
  const findings = comments.flatMap(({ text, line }) =>
    wordsInProse(text).map(({ word, instead, offset }) =>
      finding(path, line + text.slice(0, offset).split('\n').length - 1, word, instead),
    ),
  );
  walk(program, (node, around) => {
    const line = lineAt(node.start);
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const outer = around.at(-1);
      if (nameOf(node) === 'floor' && outer?.type === 'MemberExpression' && nameOf(outer['object']) === 'Math') return;
      for (const [word, instead] of wordsInName(nameOf(node))) findings.push(finding(path, line, word, instead));
    } else if (node.type === 'CallExpression') {
      for (const { word, instead } of wordsInProse(testName(node))) findings.push(finding(path, line, word, instead));
    }
  });
  return findings;
}

/** The text that names a test, '' for any other call. */
function testName(call: { [field: string]: unknown }): string {
  let callee = call['callee'];
  // `test.each(table)(name)`, `test.skipIf(x)(name)`
  while (isNode(callee) && /^(CallExpression|MemberExpression|TaggedTemplateExpression)$/.test(callee.type))
    callee = callee['callee'] ?? callee['object'] ?? callee['tag'];
  if (!TESTS.test(nameOf(callee))) return '';
  const [first] = call['arguments'] as unknown[];
  if (!isNode(first)) return '';
  if (typeof first['value'] === 'string') return first['value'];
  const quasis = Array.isArray(first['quasis']) ? (first['quasis'] as unknown[]) : [];
  return quasis.map((part) => (isNode(part) ? (part['value'] as { raw: string }).raw : '')).join(' ');
}

export function checkGlossary(tree: Tree, sources: readonly Source[]): Finding[] {
  const documents = Array.from(tree).filter(([path]) => path.endsWith('.md') && !FREE_DOCUMENTS.test(path));
  return [
    ...sources.flatMap(inSource),
    ...Array.from(tree.keys()).flatMap((path) => (isCode(path) ? inFileName(path) : [])),
    ...documents.flatMap(([path, text]) =>
      wordsInProse(text).map(({ word, instead, offset }) =>
        finding(path, text.slice(0, offset).split('\n').length, word, instead),
      ),
    ),
  ];
}
