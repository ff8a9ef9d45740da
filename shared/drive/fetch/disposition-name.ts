/**
 * The name that header fields give a file, as servers really write them: `Content-Disposition` in every form that is met, and the
 * `name` of `Content-Type`. Pure; every step is linear in the length of its text. The answer is text, and may be no name yet.
 */
import { decodeText } from '#shared/content/text-decoding.ts';
import { trimEndWhere } from '#shared/trim-end.ts';

/** Longest field that is read. */
const MAX_CHARS = 4_096;
/** Pieces of one name (RFC 2231). */
const MAX_PIECES = 64;

/** Null: there is no such encoding, or the bytes are not of it. */
function decodeAs(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Text of bytes of an unknown encoding. */
function textOfBytes(bytes: Uint8Array): string {
  return decodeAs(bytes, 'utf-8') ?? decodeText(bytes).text;
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/**
 * A field whose letters stand for bytes, with escapes such as `%E9` for those that are no ASCII. Other fields stay.
 * @source RFC 9110, section 5.5: a field may hold bytes of any encoding
 */
export function escapeBytes(field: string): string {
  if (!/[\x80-\xff]/.test(field) || /[^\0-\xff]/.test(field)) return field;
  // In some encodings the second byte of a character may be a backslash, which escapes nothing then.
  const some = decodeAs(bytesOf(field), 'utf-8') === null ? /[\x80-\xff]\\?/g : /[\x80-\xff]/g;
  return field.replace(some, (letters) =>
    Array.from(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join(''),
  );
}

/** Escapes such as `%E9` read as bytes; other letters as UTF-8. A sign without two digits is itself. */
function unescapedBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const digits = bytes[at] === 0x25 ? String.fromCharCode(...bytes.subarray(at + 1, at + 3)) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(digits);
    bytes[length] = isEscape ? Number.parseInt(digits, 16) : (bytes[at] ?? 0);
    length += 1;
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}

/** A text with percent escapes, in whatever encoding they are. */
export function unescaped(text: string): string {
  return /%[0-9a-f]{2}/i.test(text) ? textOfBytes(unescapedBytes(text)) : text;
}

function decodeLabelled(bytes: Uint8Array, label: string): string {
  return decodeAs(bytes, label) ?? textOfBytes(bytes);
}

const ENCODED = /=\?([\w.:-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Letters of no base64 are passed over. */
function bytesOfBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of text.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = BASE64.indexOf(letter);
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

function bytesOfEncoded(kind: string, text: string): Uint8Array {
  if (kind.toLowerCase() === 'b') return bytesOfBase64(text);
  return unescapedBytes(
    text
      .replaceAll('%', '%25')
      .replaceAll('_', ' ')
      .replace(/=(?=[0-9a-f]{2})/gi, '%'),
  );
}

/** RFC 2047. A letter may be divided between two encoded pieces: pieces of one encoding are read together. */
function decodeEncoded(text: string): string {
  const found = [...text.matchAll(ENCODED)];
  let result = '';
  let end = 0;
  for (let at = 0; at < found.length; ) {
    const [first, label = ''] = found[at] ?? [''];
    const start = found[at]?.index ?? 0;
    const before = text.slice(end, start);
    // Blanks between two encoded pieces divide a long line alone.
    if (end === 0 || before.trim() !== '') result += before;
    const bytes: number[] = [];
    end = start + first.length;
    for (; at < found.length; at += 1) {
      const [whole, other = '', kind = '', data = ''] = found[at] ?? [''];
      const place = found[at]?.index ?? 0;
      if (other.toLowerCase() !== label.toLowerCase() || (place > end && text.slice(end, place).trim() !== '')) break;
      bytes.push(...bytesOfEncoded(kind, data));
      end = place + whole.length;
    }
    result += decodeLabelled(Uint8Array.from(bytes), label);
  }
  return result + text.slice(end);
}

/** The text of a value: encoded pieces or escapes. */
function decodeValue(value: string): string {
  if (value.includes('=?')) {
    const decoded = decodeEncoded(value);
    if (decoded !== value) return decoded;
  }
  return unescaped(value);
}

/** RFC 8187: encoding, language, escapes; some servers leave out the first two. */
function decodeExtended(value: string): string {
  const [, label = '', rest = value] = /^\s*([\w.:-]*)'[^']*'(.*)$/s.exec(value) ?? [];
  const bytes = unescapedBytes(rest);
  return label === '' ? textOfBytes(bytes) : decodeLabelled(bytes, label);
}

/** Within the quotes of a path the sign is no escape: `C:\dir\name`. */
const PATH = /^(?:[a-z]:\\|\\\\|\.{1,2}\\)(?!\\)/i;

function unquoted(text: string): string {
  if (PATH.test(text)) return text.replaceAll('\\"', '"');
  return text.replace(/\\(.)/gs, '$1');
}

/** Parameters that follow a value without a semicolon, and a second field that was joined to the first. */
const NEXT = /\s(?:filename\*?|size|(?:creation|modification|read)-date)\s*=|,\s*(?:attachment|inline)\s*(?:;|$)/i;

interface Parameter {
  readonly name: string;
  readonly value: string;
  /** Where the text goes on. */
  readonly end: number;
}

function lengthBefore(text: string, pattern: RegExp): number {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
}

/** The first place from `start` on. Calls go forward: no part of the text is searched twice. */
type FindFrom = (start: number) => number;

function makeFindFrom(text: string, pattern: RegExp): FindFrom {
  let found = -1;
  return (start) => {
    if (found < start) found = start + lengthBefore(text.slice(start), pattern);
    return found;
  };
}

/** One field while it is read. */
interface FieldReading {
  readonly text: string;
  /** Quotation marks that are not closed from the place of the reading to the end. */
  readonly unclosed: Set<string>;
  readonly nextSemicolon: FindFrom;
  readonly nextUnmarked: FindFrom;
}

/** A quoted value; a quotation mark inside it is one that nothing but a letter follows. */
function readQuoted(field: FieldReading, start: number): { value: string; end: number } {
  const { text, unclosed } = field;
  const quote = text[start] ?? '';
  for (let at = start + 1; at < text.length && !unclosed.has(quote); at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote && /^\s*(?:[;,]|$|\w+\*?\s*=)/.test(text.slice(at + 1, at + 40)))
      return { value: text.slice(start + 1, at), end: at + 1 };
  }
  unclosed.add(quote);
  // It does not end: up to the next parameter.
  const end = Math.min(field.nextSemicolon(start + 1), field.nextUnmarked(start + 1));
  return { value: trimEndWhere(text.slice(start + 1, end), (letter) => /[\s;"']/.test(letter)), end };
}

function readParameter(field: FieldReading, start: number): Parameter {
  const { text } = field;
  const name = /[^=;,\s]*/y;
  name.lastIndex = start;
  const word = name.exec(text)?.[0] ?? '';
  const sign = /\s*=\s*/y;
  sign.lastIndex = start + word.length;
  const between = sign.exec(text)?.[0];
  if (between === undefined) return { name: '', value: '', end: start + Math.max(1, word.length) };
  const at = start + word.length + between.length;
  const key = word.toLowerCase();
  if (text[at] === '"') {
    const { value, end } = readQuoted(field, at);
    return { name: key, value: unquoted(value), end };
  }
  // The value of `filename*` has quotes of its own.
  if (text[at] === "'" && !key.endsWith('*')) {
    const { value, end } = readQuoted(field, at);
    return { name: key, value, end };
  }
  const semicolon = text.indexOf(';', at);
  const rest = text.slice(at, semicolon < 0 ? undefined : semicolon);
  const length = lengthBefore(rest, NEXT);
  return { name: key, value: rest.slice(0, length).trim(), end: at + length };
}

/** Each parameter by its first value that is not empty. */
function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const field: FieldReading = {
    text,
    unclosed: new Set(),
    nextSemicolon: makeFindFrom(text, /;\s*[\w-]+\*?\s*=/),
    nextUnmarked: makeFindFrom(text, NEXT),
  };
  for (let at = 0; at < text.length; ) {
    if (/[;,\s]/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const { name, value, end } = readParameter(field, at);
    if (name !== '' && value !== '' && !found.has(name)) found.set(name, value);
    at = end;
  }
  return found;
}

/** RFC 2231: a long value in numbered pieces, each with escapes or without. */
function joinPieces(parameters: ReadonlyMap<string, string>, name: string): string {
  const bytes: number[] = [];
  let label = '';
  for (let at = 0; at < MAX_PIECES; at += 1) {
    const extended = parameters.get(`${name}*${at}*`);
    const plain = parameters.get(`${name}*${at}`);
    if (extended === undefined && plain === undefined) break;
    let piece = extended ?? plain ?? '';
    if (extended !== undefined && at === 0) {
      const [, first = '', rest = piece] = /^([\w.:-]*)'[^']*'(.*)$/s.exec(piece) ?? [];
      [label, piece] = [first, rest];
    }
    bytes.push(...unescapedBytes(piece));
  }
  return label === '' ? textOfBytes(Uint8Array.from(bytes)) : decodeLabelled(Uint8Array.from(bytes), label);
}

/** Names that a `Content-Disposition` gives, best first. RFC 6266: `filename*` goes before `filename`. */
export function namesOfDisposition(field: string): string[] {
  const text = escapeBytes(field.slice(0, MAX_CHARS)).trim();
  const parameters = parametersOf(text);
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename');
  const other = parameters.get('name');
  const names = [
    extended === undefined ? '' : decodeExtended(extended),
    joinPieces(parameters, 'filename'),
    plain === undefined ? '' : decodeValue(plain),
    other === undefined ? '' : decodeValue(other),
  ].filter((name) => name !== '');
  // Some mail programs encode the field as a whole.
  if (names.length > 0 || !text.startsWith('=?')) return names;
  const decoded = decodeEncoded(text);
  return decoded.startsWith('=?') ? [] : namesOfDisposition(decoded);
}

/** The `name` of a `Content-Type`. */
export function nameOfType(field: string): string {
  const name = parametersOf(escapeBytes(field.slice(0, MAX_CHARS))).get('name');
  return name === undefined ? '' : decodeValue(name);
}
