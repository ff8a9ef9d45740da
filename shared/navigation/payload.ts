/**
 * The content of a page that is shown without loading a document: `{page path}/_payload.json?{build}`. Names and shape for
 * both ends. Only pages that are the same for everyone have one. No I/O.
 * @source spec section 7.6
 */
import { splitLocale } from '#shared/locale/path.ts';
import { type LayoutName, matchRoute } from '#shared/route-table.ts';

const SUFFIX = '/_payload.json';

/** The page in parts. All markup comes from the page's own document. */
export interface PagePayload {
  /** Of the build that made it; parts of one build fit the frame of the same build alone. */
  readonly build: string;
  readonly language: string;
  readonly layout: LayoutName;
  /** `<title>` and the tags that say something about this page alone. */
  readonly head: string;
  /** The element `#main`. */
  readonly main: string;
  /** Elements of the frame that differ from page to page, by their `data-part`. */
  readonly parts: Readonly<Record<string, string>>;
  /** Addresses of the scripts that the page's document loads. */
  readonly scripts: readonly string[];
}

/** In place of a payload: the page has to be loaded as a document. `build` is the one that runs. */
export interface NoPayload {
  readonly build: string;
  readonly whole: true;
}

/** @param pathname  of the page, with its language prefix */
export function payloadHref(pathname: string, build: string): string {
  return `${pathname.replace(/\/$/, '')}${SUFFIX}?${build}`;
}

/** The page whose payload an address names; null for any other address. */
export function payloadPage(pathname: string): string | null {
  if (!pathname.endsWith(SUFFIX)) return null;
  const page = pathname.slice(0, -SUFFIX.length) || '/';
  return matchRoute(splitLocale(page).path)?.row.isPublic === true ? page : null;
}
