/** Reads the arguments of `npm run new`. Pure. */
import { VAGUE } from '#scripts/check/rules/names.ts';

/** The command cannot be carried out; the message says why. */
export class UsageError extends Error {}

export interface NewOperation {
  feature: string;
  /** camelCase, as in the contract. */
  name: string;
  /** camelCase: the endpoint that is copied. */
  sibling: string;
  /** Absent: the path of the sibling with the name changed. */
  path?: string;
}

const USAGE =
  'npm run new -- op <feature>/<name> --beside <endpoint> [--path <path>], for example: npm run new -- op drive/colour --beside star';
const PATH = /^(\/([a-z0-9][a-z0-9_.-]*|\{[a-z_]+\})(:[a-z][a-zA-Z]*)?)+$/;
const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Words that TypeScript reserves. */
const RESERVED = /^(delete|new|default|import|export|return|switch|case|class|function|if|else|for|do|in|is|as|with)$/;

export function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function checkWord(word: string, role: string): void {
  if (!KEBAB.test(word))
    throw new UsageError(`The ${role} "${word}" is not kebab-case: small letters and digits, joined by -.`);
  if (VAGUE.test(word)) throw new UsageError(`The ${role} "${word}" does not name the thing it does.`);
  if (RESERVED.test(word)) throw new UsageError(`The ${role} "${word}" is a word of the language.`);
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): NewOperation {
  // npm takes the flag for one of its own without a -- before it, and passes the value alone.
  const given = args.filter((word) => !/^--(beside|path)$/.test(word));
  const [path, ...paths] = given.filter((word) => word.startsWith('/'));
  const [kind, address = '', sibling, ...rest] = given.filter((word) => !word.startsWith('/'));
  const [feature = '', name, ...more] = address.split('/');
  if (kind !== 'op' || sibling === undefined || name === undefined || rest.length + more.length + paths.length > 0)
    throw new UsageError(USAGE);
  checkWord(feature, 'feature');
  checkWord(name, 'name');
  if (path !== undefined && !PATH.test(path))
    throw new UsageError(
      `The path "${path}" is not one of small letters and digits, such as /drive/v1/files/{id}:colour.`,
    );
  return { feature, name: camel(name), sibling: camel(sibling), ...(path === undefined ? {} : { path }) };
}
