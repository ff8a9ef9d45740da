/**
 * The look that a slide takes from its layout, its master and its theme: places of placeholders, sizes of text, colours and the
 * background. A damaged part counts as one that says nothing. Source: ECMA-376 part 1, sections 19.3 and 20.1.
 */
import type { Unzipped } from 'fflate';
import { relationsOf, xmlOfEntry } from './unzip.ts';

/** Parts from the slide up: the slide, its layout, its master. */
export interface SlideLook {
  /** Of the placeholder that this shape fills, from the first part above the slide that says it. */
  above(shape: Element): readonly Element[];
  /** CSS colour of the first one that is a fill of one colour; '' for none. */
  colour(parent: Element | undefined): string;
  /** CSS colour of the slide; '' for white. */
  readonly background: string;
  /** Size of a text in points: of a title or of the text below it, at a level from 0. */
  size(isTitle: boolean, level: number): number;
  textColour(isTitle: boolean): string;
  /** As the file says it: `ctr` or `r`; '' for the side where lines begin. */
  align(shape: Element, level: number): string;
  /** The sign before a line of the text; '' for none. */
  bullet(level: number): string;
}

const LAYOUT = /\/slideLayouts\/[^/]+$/;
const MASTER = /\/slideMasters\/[^/]+$/;
const THEME = /\/theme\/[^/]+$/;
const MAX_LEVEL = 8;
/** Placeholders of a layout that count; those of office programs have up to 20. */
const MAX_PLACEHOLDERS = 100;

function first(parent: Element | Document | undefined, name: string): Element | undefined {
  return parent?.getElementsByTagName(name)[0];
}

function partOf(entries: Unzipped, path: string | undefined): Document | null {
  try {
    return path ? xmlOfEntry(entries, path) : null;
  } catch {
    return null;
  }
}

function related(entries: Unzipped, path: string | undefined, form: RegExp): string | undefined {
  return path && [...relationsOf(entries, path).values()].find((target) => form.test(target));
}

/** Names of colours of the theme, as the slide says them, and the six digits of each. */
function themeColours(theme: Document | null, master: Document | null): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const one of first(theme ?? undefined, 'a:clrScheme')?.children ?? []) {
    const value = first(one, 'a:srgbClr')?.getAttribute('val') ?? first(one, 'a:sysClr')?.getAttribute('lastClr');
    if (value) named.set(one.localName, value);
  }
  for (const { name, value } of first(master ?? undefined, 'p:clrMap')?.attributes ?? []) {
    const mapped = named.get(value);
    if (mapped) named.set(name, mapped);
  }
  return named;
}

/** Whether a placeholder is the title. */
export function isTitleShape(shape: Element): boolean {
  return ['title', 'ctrTitle'].includes(first(shape, 'p:ph')?.getAttribute('type') ?? '');
}

/** A title by its type; another placeholder by its number, else by its type. */
function isSamePlaceholder(own: Element, other: Element): boolean {
  if (isTitleShape(own) || isTitleShape(other)) return isTitleShape(own) && isTitleShape(other);
  const [one, two] = [first(own, 'p:ph'), first(other, 'p:ph')];
  const number = one?.getAttribute('idx');
  if (number !== null && number === two?.getAttribute('idx')) return true;
  return (one?.getAttribute('type') ?? 'body') === (two?.getAttribute('type') ?? 'body');
}

/** Parts above slides: those of a deck share a few. */
interface Above {
  readonly layout: Document | null;
  readonly master: Document | null;
  readonly colours: ReadonlyMap<string, string>;
  /** Of the layout, of the master. */
  readonly placeholders: readonly (readonly Element[])[];
}

function readAbove(entries: Unzipped, layoutPath: string | undefined): Above {
  const masterPath = related(entries, layoutPath, MASTER);
  const [layout, master] = [partOf(entries, layoutPath), partOf(entries, masterPath)];
  const placeholders = [layout, master].map((part) =>
    [...(part?.getElementsByTagName('p:sp') ?? [])].filter((shape) => first(shape, 'p:ph')).slice(0, MAX_PLACEHOLDERS),
  );
  return {
    layout,
    master,
    colours: themeColours(partOf(entries, related(entries, masterPath, THEME)), master),
    placeholders,
  };
}

export type LookOf = (path: string, slide: Document) => SlideLook;

/** Reads each layout of a deck once. */
export function makeLooks(entries: Unzipped): LookOf {
  const known = new Map<string | undefined, Above>();
  return (path, slide) => {
    const layoutPath = related(entries, path, LAYOUT);
    const above = known.get(layoutPath) ?? readAbove(entries, layoutPath);
    known.set(layoutPath, above);
    return lookOf(above, slide);
  };
}

function lookOf({ layout, master, colours, placeholders }: Above, slide: Document): SlideLook {
  function colour(parent: Element | undefined): string {
    const fill = parent && [...parent.children].find(({ localName }) => localName === 'solidFill');
    const source = fill ?? (parent?.localName === 'bgRef' ? parent : undefined);
    const digits =
      first(source, 'a:srgbClr')?.getAttribute('val') ??
      colours.get(first(source, 'a:schemeClr')?.getAttribute('val') ?? '');
    return digits && /^[0-9a-f]{6}$/i.test(digits) ? `#${digits}` : '';
  }

  const backgrounds = [slide, layout, master].map((part) => {
    const background = first(part ?? undefined, 'p:bg');
    return colour(first(background, 'p:bgPr')) || colour(first(background, 'p:bgRef'));
  });
  const styles = first(master ?? undefined, 'p:txStyles');
  const styleOf = (isTitle: boolean, level: number) =>
    first(
      first(styles, isTitle ? 'p:titleStyle' : 'p:bodyStyle'),
      `a:lvl${(isTitle ? 0 : Math.min(level, MAX_LEVEL)) + 1}pPr`,
    );

  /** Each paragraph of a shape asks. */
  const found = new WeakMap<Element, readonly Element[]>();
  const above = (shape: Element) => {
    const shapes =
      found.get(shape) ??
      (first(shape, 'p:ph')
        ? placeholders.flatMap((each) => each.find((other) => isSamePlaceholder(shape, other)) ?? [])
        : []);
    found.set(shape, shapes);
    return shapes;
  };

  return {
    background: backgrounds.find((found) => found !== '') ?? '',
    colour,
    above,
    align(shape, level) {
      const own = [shape, ...above(shape)].map((one) => first(first(one, 'a:lstStyle'), `a:lvl${level + 1}pPr`));
      const styles = first(shape, 'p:ph') ? [...own, styleOf(isTitleShape(shape), level)] : own;
      return styles.map((style) => style?.getAttribute('algn') ?? '').find((found) => found !== '') ?? '';
    },
    size: (isTitle, level) =>
      Number(first(styleOf(isTitle, level), 'a:defRPr')?.getAttribute('sz') ?? 0) / 100 || (isTitle ? 36 : 18),
    textColour: (isTitle) => colour(first(styleOf(isTitle, 0), 'a:defRPr')),
    bullet: (level) => (first(styleOf(false, level), 'a:buChar') ? '•' : ''),
  };
}
