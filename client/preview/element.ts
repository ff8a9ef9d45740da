/** Builds elements without a framework and without markup text. The viewer's views are made of these. */
import { SIGNS, type Sign } from './signs.ts';

type Child = Node | string | null | undefined | false;

/** Attributes as in markup; `true` is an empty attribute; null, undefined and false leave it out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  for (const child of children) if (child) element.append(child);
  return element;
}

/** @param sizePx  width and height */
export function signOf(sign: Sign, sizePx = 22): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  const attributes = {
    width: sizePx,
    height: sizePx,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, String(value));
  path.setAttribute('d', SIGNS[sign]);
  drawing.append(path);
  return drawing;
}

export interface ButtonOptions {
  readonly sign: Sign;
  readonly label: string;
  readonly onPress: () => void;
  readonly attributes?: Attributes;
}

/** A button with a sign; its label is for screen readers and the tooltip. */
export function iconButton({ sign, label, onPress, attributes = {} }: ButtonOptions): HTMLButtonElement {
  const button = make(
    'button',
    { type: 'button', class: 'viewer-button', 'aria-label': label, title: label, ...attributes },
    signOf(sign),
  );
  button.addEventListener('click', onPress);
  return button;
}

/** Changes the sign and the label of a button. */
export function changeButton(button: HTMLButtonElement, sign: Sign, label: string): void {
  if (button.getAttribute('aria-label') === label) return;
  button.replaceChildren(signOf(sign));
  button.setAttribute('aria-label', label);
  button.title = label;
}

/** A button with words. @param kind  look of the button, as in client/ui/button.tsx */
export function wordButton(
  label: string,
  onPress: () => void,
  kind: 'primary' | 'quiet' = 'quiet',
  attributes: Attributes = {},
): HTMLButtonElement {
  const button = make('button', { type: 'button', class: `btn btn-${kind}`, ...attributes }, label);
  button.addEventListener('click', onPress);
  return button;
}
