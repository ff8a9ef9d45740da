/**
 * The name of a fetched file: from the fields of the answer, else from the address; made one that a drive takes. Pure; every step
 * is linear in the length of its text.
 */
import { trimEndWhere } from '#shared/trim-end.ts';
import { mimeOf } from '../file-kind.ts';
import { fittingName, validateName } from '../names.ts';
import { nameOfType, namesOfDisposition, unescaped } from './disposition-name.ts';
import { extensionOfMime } from './mime-extension.ts';

const FALLBACK = 'download';

interface NameHeaders {
  get(name: string): string | null;
}

/** A text that a drive takes as a name: separators and control characters become `_`, a long one loses the end of its base. */
export function safeName(text: string, fallback = FALLBACK): string {
  const plain = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[/\\\p{Cc}]/gu, '_')
    .trim();
  if (validateName(plain).ok) return plain;
  const cut = fittingName(plain);
  return validateName(cut).ok ? cut : fallback;
}

/** Many systems lose blanks and dots at the end. */
const withoutLostEnd = (text: string): string => trimEndWhere(text, (letter) => /[\s.]/.test(letter));

/** Only the end of a path is a name. */
function endOfPath(text: string): string {
  const end = text.trim().split(/[/\\]/).at(-1) ?? '';
  return withoutLostEnd(end).trimStart();
}

/** Programs that answer with a file: their own extension is not that of the answer. */
const PROGRAM = /\.(?:php\d?|phtml|aspx?|ashx|axd|jspx?|cgi|cfm|do|action|pl|fcgi)$/i;
/** Parameters that hold a name, best first. */
const NAME_PARAMETERS = ['filename', 'file_name', 'file', 'fname', 'name', 'download', 'attachment', 'path'];
/** An extension that a person would read as one: a number of a version is none. */
const EXTENSION = /[^.]\.(?:(?=\d{0,9}[a-z])[a-z\d]{1,10}|0\d\d)$/i;

/** A link as its name is read from it. */
export interface NamedUrl {
  readonly pathname: string;
  readonly hostname: string;
  /** With its question mark. */
  readonly search: string;
}

/** Whether the extension is one that has a type. */
const isKnown = (name: string): boolean => mimeOf(name) !== mimeOf('');

/** The name that a parameter holds. Other parameters may hold the secret of a signed link. */
function nameInQuery(search: string): string {
  const given = new Map<string, string>();
  for (const piece of search.slice(1).split('&').reverse()) {
    const [key = '', ...value] = piece.split('=');
    given.set(key.toLowerCase(), value.join('='));
  }
  for (const key of NAME_PARAMETERS) {
    const name = endOfPath(unescaped((given.get(key) ?? '').replaceAll('+', ' ')));
    const isNamed = key.startsWith('file') ? EXTENSION.test(name) : isKnown(name);
    if (isNamed && !PROGRAM.test(name)) return safeName(name);
  }
  return '';
}

/** The name of a link before its server has answered: the end of its path, a parameter that holds a name, else its host. */
export function linkName(url: NamedUrl): string {
  const last = unescaped(url.pathname.split('/').findLast((part) => part !== '') ?? '');
  const piece = safeName(withoutLostEnd(last), '');
  const isFile = piece !== '' && EXTENSION.test(piece) && !PROGRAM.test(piece);
  return (isFile ? '' : nameInQuery(url.search)) || piece || safeName(url.hostname);
}

/** The address of a link without query and credentials. */
export function plainAddress(url: {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
}): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

const HTML = /\.(?:[sx]?html?|mht(?:ml)?)$/i;

/**
 * A name from an address, with the extension of the type where it has none. A page in place of a file (of a sign-in, mostly) says
 * that it is a page.
 */
function typedName(name: string, mime: string, isHost: boolean): string {
  const extension = extensionOfMime(mime);
  if (extension === '') return name;
  if (PROGRAM.test(name)) return name.replace(PROGRAM, extension);
  const isMissing = isHost || !EXTENSION.test(name);
  const isPage = extension === '.html' && !HTML.test(name);
  return isMissing || isPage ? safeName(`${name}${extension}`) : name;
}

/** @param url  where the last redirect led */
export function fetchName(headers: NameHeaders, url: NamedUrl): string {
  const type = headers.get('content-type') ?? '';
  const mime = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const given = [...namesOfDisposition(headers.get('content-disposition') ?? ''), nameOfType(type)]
    .map((name) => safeName(endOfPath(name), ''))
    .find((name) => name !== '');
  if (given === undefined) {
    const name = linkName(url);
    return typedName(name, mime, name === safeName(url.hostname));
  }
  return EXTENSION.test(given) ? given : safeName(`${given}${extensionOfMime(mime)}`);
}
