/**
 * Reads the bodies that programs send (RFC 4918 section 14): bounded in bytes, elements and depth, without document types, so that no entity
 * of theirs exists. Pure.
 */
import { SaxesParser } from 'saxes';
import { AppError } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';
import { escapeText } from './xml-write.ts';

export const BODY_BYTES = 128 * KIB;
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 24;
/** Of the namespaces of all elements and attributes: each is written out where its prefix stands, and a long one may have 2,000 of them. */
const MAX_NAMESPACE_CHARS = 128 * KIB;
/** Of all names that a question lists, with their namespaces: each entry of the answer repeats those that it has not. */
const MAX_ASKED_CHARS = 16 * KIB;
const DAV = 'DAV:';
const XML = 'http://www.w3.org/XML/1998/namespace';

interface Attribute {
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

export interface Element {
  readonly uri: string;
  readonly local: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly (Element | string)[];
}

function malformed(reason: string): AppError {
  return new AppError('invalid_argument', { reason, field: 'body' });
}

/** UTF-8, or UTF-16 by its mark. @throws AppError invalid_argument */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new AppError('invalid_argument', { reason: 'encoding', field: 'body' }, { cause });
  }
}

/** @returns the root element; null for an empty body @throws AppError invalid_argument */
export function readXml(bytes: Uint8Array): Element | null {
  if (bytes.length === 0) return null;
  const parser = new SaxesParser({ xmlns: true });
  const open: { element: Element; children: (Element | string)[] }[] = [];
  let root: Element | null = null;
  let elements = 0;
  let namespaceChars = 0;
  parser.on('error', () => {
    throw malformed('malformed_xml');
  });
  parser.on('doctype', () => {
    throw malformed('doctype');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    const own = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns');
    namespaceChars += own.reduce((sum, each) => sum + each.uri.length, uri.length);
    if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH || namespaceChars > MAX_NAMESPACE_CHARS)
      throw malformed('too_much_xml');
    // No document may declare this namespace as the one of its elements: the answer that repeats it could not be read.
    if (uri === XML) throw malformed('malformed_xml');
    const children: (Element | string)[] = [];
    const element = {
      uri,
      local,
      attributes: own.map((each) => ({ uri: each.uri, local: each.local, value: each.value })),
      children,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push({ element, children });
  });
  parser.on('closetag', () => void open.pop());
  const onText = (text: string) => void open.at(-1)?.children.push(text);
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.write(decode(bytes)).close();
  return root;
}

export function elementsIn(element: Element): Element[] {
  return element.children.filter((child): child is Element => typeof child !== 'string');
}

export function isDav(element: Element, local: string): boolean {
  return element.uri === DAV && element.local === local;
}

export function davChild(element: Element, local: string): Element | undefined {
  return elementsIn(element).find((child) => isDav(child, local));
}

export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** `{namespace}local`. */
export function nameOf({ uri, local }: Pick<Element, 'uri' | 'local'>): string {
  return `{${uri}}${local}`;
}

/** The two pieces of such a name. */
export function readName(name: string): { readonly uri: string; readonly local: string } {
  const end = name.lastIndexOf('}');
  return { uri: name.slice(1, end), local: name.slice(end + 1) };
}

function attributesXml(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ uri, local, value }, at) => {
      const text = `${local}="${escapeText(value)}"`;
      if (uri === '') return ` ${text}`;
      return uri === XML ? ` xml:${text}` : ` xmlns:a${at}="${escapeText(uri)}" a${at}:${text}`;
    })
    .join('');
}

/** XML of an element that stands anywhere: it declares all of its namespaces. @param lang  of what it was in */
export function toXml(element: Element, lang = ''): string {
  const { uri, local, attributes, children } = element;
  const ownLang = lang !== '' && !attributes.some((each) => each.uri === XML && each.local === 'lang');
  const all = ownLang ? [...attributes, { uri: XML, local: 'lang', value: lang }] : attributes;
  const head = `${local} xmlns="${escapeText(uri)}"${attributesXml(all)}`;
  const inner = children.map((child) => (typeof child === 'string' ? escapeText(child) : toXml(child))).join('');
  return inner === '' ? `<${head}/>` : `<${head}>${inner}</${local}>`;
}

function langOf(element: Element): string {
  return element.attributes.find(({ uri, local }) => uri === XML && local === 'lang')?.value ?? '';
}

/** The properties that a PROPFIND asks for. */
export type PropRequest =
  | { readonly kind: 'names' }
  /** `include`: names besides those of all. */
  | { readonly kind: 'all'; readonly include: readonly string[] }
  | { readonly kind: 'some'; readonly names: readonly string[] };

/** Names of the properties in an element that lists them, each once. @throws AppError invalid_argument when they are too long together */
export function namesIn(element: Element | undefined): string[] {
  const listed = element ? elementsIn(element) : [];
  const chars = listed.reduce((sum, { uri, local }) => sum + uri.length + local.length, 0);
  if (chars > MAX_ASKED_CHARS) throw malformed('too_much_xml');
  return [...new Set(listed.map(nameOf))];
}

/** @throws AppError invalid_argument */
export function readPropfind(bytes: Uint8Array): PropRequest {
  const root = readXml(bytes);
  if (root === null) return { kind: 'all', include: [] };
  if (!isDav(root, 'propfind')) throw malformed('propfind');
  const kinds = elementsIn(root).filter((child) =>
    ['prop', 'allprop', 'propname'].some((local) => isDav(child, local)),
  );
  const [kind] = kinds;
  if (!kind || kinds.length > 1) throw malformed('propfind');
  if (isDav(kind, 'propname')) return { kind: 'names' };
  if (isDav(kind, 'allprop')) return { kind: 'all', include: namesIn(davChild(root, 'include')) };
  return { kind: 'some', names: namesIn(kind) };
}

/** One property to set, or to remove. */
export interface PropUpdate {
  readonly name: string;
  /** Null: remove. */
  readonly element: Element | null;
  readonly xml: string | null;
}

/** In the order of the body. @throws AppError invalid_argument */
export function readPropertyUpdate(bytes: Uint8Array): PropUpdate[] {
  const root = readXml(bytes);
  if (!root || !isDav(root, 'propertyupdate')) throw malformed('propertyupdate');
  const updates = elementsIn(root).flatMap((step): PropUpdate[] => {
    const isSet = isDav(step, 'set');
    if (!isSet && !isDav(step, 'remove')) return [];
    const prop = davChild(step, 'prop');
    if (!prop) throw malformed('propertyupdate');
    const lang = langOf(prop) || langOf(step) || langOf(root);
    return elementsIn(prop).map((element) => ({
      name: nameOf(element),
      element: isSet ? element : null,
      xml: isSet ? toXml(element, lang) : null,
    }));
  });
  if (updates.length === 0) throw malformed('propertyupdate');
  return updates;
}

export interface LockInfo {
  readonly isShared: boolean;
  /** XML inside of the owner element. */
  readonly owner: string;
}

/** @returns null for an empty body, which renews a lock @throws AppError invalid_argument */
export function readLockInfo(bytes: Uint8Array): LockInfo | null {
  const root = readXml(bytes);
  if (root === null) return null;
  const scope = isDav(root, 'lockinfo') ? davChild(root, 'lockscope') : undefined;
  const type = davChild(root, 'locktype');
  const isShared = scope !== undefined && davChild(scope, 'shared') !== undefined;
  const isExclusive = scope !== undefined && davChild(scope, 'exclusive') !== undefined;
  if (isShared === isExclusive || !type || !davChild(type, 'write')) throw malformed('lockinfo');
  const owner = davChild(root, 'owner');
  const inner =
    owner?.children.map((child) => (typeof child === 'string' ? escapeText(child) : toXml(child))).join('') ?? '';
  return { isShared, owner: inner };
}
