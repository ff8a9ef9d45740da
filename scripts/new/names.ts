/** The words of a new thing: read from the command line, refused when the house would refuse them. Pure. */
import { VAGUE } from '#scripts/check/names.ts';

export type Kind = 'page' | 'op' | 'island' | 'service';

/** What was asked for cannot be made; the message is for the person at the terminal. */
export class Refused extends Error {}

export interface Wanted {
  kind: Kind;
  /** Room the thing belongs to; of a service, its own name. */
  feature: string;
  /** kebab-case, the file's name; of a service the same word. */
  name: string;
}

export const KINDS: readonly Kind[] = ['page', 'op', 'island', 'service'];

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Words that TypeScript keeps for itself. */
const RESERVED = /^(delete|new|default|import|export|return|switch|case|class|function|if|else|for|do|in|is|as|with)$/;

function checkWord(word: string, what: string): void {
  if (!KEBAB.test(word))
    throw new Refused(`${what} "${word}" is not kebab-case: small letters and digits, joined by -.`);
  if (VAGUE.test(word)) throw new Refused(`${what} "${word}" does not name the thing it does.`);
  if (RESERVED.test(word)) throw new Refused(`${what} "${word}" is a word of the language; choose another.`);
}

/** @throws Refused */
export function readWanted(args: readonly string[]): Wanted {
  const [kind, name, ...rest] = args;
  const isKind = (word: string | undefined): word is Kind => KINDS.some((each) => each === word);
  if (!isKind(kind) || name === undefined || rest.length > 0)
    throw new Refused('npm run new page|op|island <feature>/<name>, or npm run new service <name>');
  if (kind === 'service') {
    checkWord(name, 'The name');
    return { kind, feature: name, name };
  }
  const [feature = '', own, ...more] = name.split('/');
  if (own === undefined || more.length > 0)
    throw new Refused(`A new ${kind} is named <feature>/<name>, for example share/link-list, not "${name}".`);
  checkWord(feature, 'The feature');
  checkWord(own, 'The name');
  return { kind, feature, name: own };
}

/** `link-list` -> `LinkList` */
export function pascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** `link-list` -> `linkList` */
export function camel(name: string): string {
  const whole = pascal(name);
  return whole.slice(0, 1).toLowerCase() + whole.slice(1);
}

/** `link-list` -> `Link list` */
export function words(name: string): string {
  const spaced = name.replaceAll('-', ' ');
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
}
