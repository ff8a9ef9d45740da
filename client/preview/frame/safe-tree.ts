/**
 * Copies markup of a file as elements of a short list, without scripts, styles, addresses or event handlers. The copy is made of new
 * elements: nothing of the parsed document is adopted.
 */
import { TooLarge } from './too-large.ts';

const ALLOWED = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary ' +
    'sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
);
/** Dropped with all that is in them. */
const DROPPED = new Set(
  'script style template iframe object embed applet noscript svg math head title link meta base form input button select textarea audio video source track'.split(
    ' ',
  ),
);
const NUMBERS = ['colspan', 'rowspan', 'start', 'value'];
const MAX_NODES = 200_000;
const MAX_DEPTH = 200;

export interface CopyOptions {
  /** Address of a picture of the file itself; '' drops it. */
  readonly pictureOf?: (address: string) => string;
  /** Classes that are copied, such as those of highlighted code. */
  readonly keepsClass?: (name: string) => boolean;
  /** Links can be pressed: the page around the frame decides on each. */
  readonly hasLinks?: boolean;
}

function attributesOf(from: Element, to: Element, { pictureOf, keepsClass, hasLinks }: CopyOptions): void {
  for (const name of NUMBERS) {
    const value = from.getAttribute(name) ?? '';
    if (/^\d{1,4}$/.test(value)) to.setAttribute(name, value);
  }
  if (keepsClass) {
    const names = [...from.classList].filter(keepsClass);
    if (names.length > 0) to.setAttribute('class', names.join(' '));
  }
  const address = from.getAttribute(from.localName === 'img' ? 'src' : 'href') ?? '';
  if (from.localName === 'a' && address !== '') {
    to.setAttribute('title', address.slice(0, 500));
    if (hasLinks && address.length <= 2_000) {
      // A link of the keyboard too; frame.ts stops its own way.
      to.setAttribute('href', '#');
      to.setAttribute('data-to', address);
    }
  }
  const anchor = from.getAttribute('data-anchor');
  if (hasLinks && anchor) to.setAttribute('data-anchor', anchor.slice(0, 200));
  if (from.localName !== 'img') return;
  const picture = /^data:image\/(png|jpeg|gif|webp);base64,/.test(address) ? address : (pictureOf?.(address) ?? '');
  to.setAttribute('alt', from.getAttribute('alt') ?? '');
  if (picture !== '') to.setAttribute('src', picture);
}

/** @returns how many elements are too deep to be copied. @throws TooLarge */
export function copySafely(from: Node, to: Node, options: CopyOptions = {}): number {
  let [nodes, lost] = [0, 0];
  const walk = (source: Node, target: Node, depth: number) => {
    for (const child of source.childNodes) {
      nodes += 1;
      if (nodes > MAX_NODES) throw new TooLarge();
      if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
        target.appendChild(document.createTextNode(child.nodeValue ?? ''));
        continue;
      }
      if (!(child instanceof Element) || DROPPED.has(child.localName)) continue;
      if (depth > MAX_DEPTH) {
        lost += 1;
        continue;
      }
      if (!ALLOWED.has(child.localName)) {
        walk(child, target, depth + 1);
        continue;
      }
      const copy = document.createElement(child.localName);
      attributesOf(child, copy, options);
      target.appendChild(copy);
      walk(child, copy, depth + 1);
    }
  };
  walk(from, to, 0);
  return lost;
}

/** Parses markup without running anything of it, and copies its body. @returns as copySafely */
export function appendMarkup(markup: string, to: Node, options: CopyOptions = {}): number {
  return copySafely(new DOMParser().parseFromString(markup, 'text/html').body, to, options);
}
