/**
 * JSON of operators: checked against a schema, each error with its line and column.
 * For the server and the command line; no island may import it.
 */
import {
  type DocumentNode,
  type Location,
  type MemberNode,
  parse as parseSyntax,
  type ValueNode,
} from '@humanwhocodes/momoa';
import * as v from 'valibot';
import type { Parsed, Problem } from './document-kind.ts';

/** Characters of most documents: far above a thousand rules, far below the size limit of a database row. */
export const MAX_DOCUMENT_CHARS = 256 * 1024;
/** Of the longest one, and of a draft. Three bytes each are 1.5 MiB; a row has two. */
export const MOST_TEXT_CHARS = 512 * 1024;
/** Brackets within brackets; a real document has under ten. */
const MAX_DEPTH = 64;
/** More errors of one text would not help. */
const MAX_PROBLEMS = 50;

type Issue = v.BaseIssue<unknown>;

const nameOf = (member: MemberNode): string => (member.name.type === 'String' ? member.name.value : member.name.name);

function problemAt({ line, column }: Pick<Location, 'line' | 'column'>, message: string): Problem {
  return { line, column: Math.max(1, column), message };
}

/**
 * Errors that the parser misses or cannot survive: brackets nested too deep for recursion, and a line that ends inside quotes,
 * which it reads as a text of two lines.
 */
function firstTrap(text: string): Problem | null {
  let depth = 0;
  let line = 1;
  let lineStart = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (quoted && char !== undefined && char < ' ')
      return problemAt({ line, column: index - lineStart + 1 }, 'a text in quotes ends on its line and holds no tabs');
    if (char === '\n') {
      line++;
      lineStart = index + 1;
    } else if (quoted) {
      if (char === '\\') index++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') {
      if (++depth > MAX_DEPTH)
        return problemAt({ line, column: index - lineStart + 1 }, `more than ${MAX_DEPTH} brackets inside each other`);
    } else if (char === '}' || char === ']') depth--;
  }
  return null;
}

/** Finds names that one object holds twice: the second would replace the first silently. */
function repeatedNames(node: ValueNode, found: Problem[]): void {
  if (node.type === 'Array') for (const element of node.elements) repeatedNames(element.value, found);
  if (node.type !== 'Object') return;
  const seen = new Set<string>();
  for (const member of node.members) {
    const name = nameOf(member);
    if (seen.has(name)) found.push(problemAt(member.name.loc.start, `"${name}" stands here twice`));
    seen.add(name);
    repeatedNames(member.value, found);
  }
}

/** Names of the parser for tokens -> the tokens as written. */
const SIGNS: Readonly<Record<string, string>> = {
  LBrace: '"{"',
  RBrace: '"}"',
  LBracket: '"["',
  RBracket: '"]"',
  Colon: '":"',
  Comma: '","',
  String: 'text',
  Number: 'number',
  Boolean: '"true" or "false"',
  Null: '"null"',
};

/** The parser's message without its position and its own names. */
function syntaxMessage(message: string): string {
  return message
    .replace(/ \(\d+:\d+\)$/, '')
    .replace(/^Unexpected token (\w+) found\.?$/, (_, name: string) => `unexpected ${SIGNS[name] ?? name}`);
}

/** Position of an issue: the value, the name of an unknown field, or the object that lacks one. */
function placeOf(document: DocumentNode, issue: Issue): Location {
  let node: ValueNode = document.body;
  for (const item of issue.path ?? []) {
    if (node.type === 'Object') {
      const member: MemberNode | undefined = node.members.find((each) => nameOf(each) === item.key);
      if (!member) return node.loc.start;
      if (item === issue.path?.at(-1) && 'origin' in item && item.origin === 'key') return member.name.loc.start;
      node = member.value;
    } else if (node.type === 'Array') {
      const element = node.elements[Number(item.key)];
      if (!element) return node.loc.start;
      node = element.value;
    }
  }
  return node.loc.start;
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  strict_object: 'an object',
  record: 'an object',
};

const countOf = (input: unknown): string => (Array.isArray(input) ? 'entries' : 'characters');

/** The message of the schema, or plain words in place of the library's. */
function plainMessage({ type, message, requirement, input, expected }: Issue): string {
  if (!message.startsWith('Invalid ')) return message;
  const kind = KIND_NAMES[type];
  if (kind !== undefined) return `must be ${kind}`;
  switch (type) {
    case 'min_length':
      if (requirement === 1) return 'must not be empty';
      return `needs at least ${requirement} ${countOf(input)}`;
    case 'max_length':
      return `may have at most ${requirement} ${countOf(input)}`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'safe_integer':
      return 'must be a whole number';
    case 'picklist':
    case 'variant':
      return `must be one of ${expected}`;
    default:
      return message;
  }
}

function sayOf(issue: Issue): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'there is no such field';
  return issue.input === undefined && issue.path ? 'is missing' : plainMessage(issue);
}

const messageOf = (issue: Issue): string => `${v.getDotPath(issue) ?? 'the document'}: ${sayOf(issue)}`;

/**
 * Reads a text against a schema.
 * @returns the value, or at most 50 problems in the order of the text
 */
export function parseJsonText<S extends v.GenericSchema>(
  text: string,
  schema: S,
  mostChars = MAX_DOCUMENT_CHARS,
): Parsed<v.InferOutput<S>> {
  if (text.length > mostChars)
    return { ok: false, problems: [problemAt({ line: 1, column: 1 }, `more than ${mostChars} characters`)] };
  const trap = firstTrap(text);
  if (trap) return { ok: false, problems: [trap] };
  let document: DocumentNode;
  let read: unknown;
  try {
    document = parseSyntax(text);
    read = JSON.parse(text);
  } catch (error) {
    const { line = 1, column = 1, message } = error as Partial<Location> & Error;
    return { ok: false, problems: [problemAt({ line, column }, syntaxMessage(message))] };
  }
  // The schema would accept a list where all fields are optional.
  if (document.body.type !== 'Object')
    return { ok: false, problems: [problemAt(document.body.loc.start, 'the document must be an object: { … }')] };
  const problems: Problem[] = [];
  repeatedNames(document.body, problems);
  const result = v.safeParse(schema, read);
  for (const issue of result.issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => key as string | number);
    problems.push({ ...problemAt(placeOf(document, issue), messageOf(issue)), path, says: sayOf(issue) });
  }
  if (result.success && problems.length === 0) return { ok: true, value: result.output };
  problems.sort((one, other) => one.line - other.line || one.column - other.column);
  return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}
