/**
 * Where a navigation may go: a path of our own, or an https origin that was allowed by name. One judge for redirect rules,
 * for the way back after signing in, and for links in the browser. Pure; compares parsed origins, never beginnings of texts.
 * @source spec section 2.1, trust.md "Redirects"
 */
import { parsedUrl } from '#shared/parsed-url.ts';

/** Longest target, in characters. */
const MAX_CHARS = 2000;
/** How many layers of percent signs are decoded; an address with more hides something. */
const MAX_LAYERS = 4;
/** Blanks, controls and marks without a glyph: browsers drop some of them and read on. */
const HIDDEN = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

export interface TargetRules {
  /** Ours, as `URL.origin` spells it. */
  readonly appOrigin: string;
  /** Origins that may be gone to, in the same spelling; none when left out. Only https ones count. */
  readonly externalOrigins?: Pick<ReadonlySet<string>, 'has'>;
}

export type Refusal = 'length' | 'characters' | 'form' | 'protocol' | 'userinfo' | 'path' | 'origin';

export type Judgement =
  /** `target`: path, query and hash, with one slash at its start. Safe to write after any origin. */
  | { readonly kind: 'internal'; readonly target: string }
  /** `target`: the whole address as the parser spells it. Always a full load. */
  | { readonly kind: 'external'; readonly target: string }
  | { readonly kind: 'refused'; readonly why: Refusal };

function refused(why: Refusal): Judgement {
  return { kind: 'refused', why };
}

/** Whether no reading of a path, however often it is decoded, has a doubled slash, a backslash or a hidden character. */
function isPlainPath(pathname: string): boolean {
  let text = pathname;
  for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
    // Compatibility forms too: a full-width slash is a slash to a program that folds it.
    const folded = text.normalize('NFKC');
    if (/\/\/|\\/.test(folded) || (layer > 0 && HIDDEN.test(folded.replaceAll(' ', '')))) return false;
    let inner: string;
    try {
      inner = decodeURIComponent(text);
    } catch {
      // A lone percent sign is itself, but only where nothing was peeled off.
      return layer === 0 && !/%[0-9a-f]{2}/i.test(text);
    }
    if (inner === text) return true;
    text = inner;
  }
  return false;
}

/** Judges one target: a path with its query and hash, or a whole address. Relative ones are refused. Never throws. */
export function decideTarget(target: string, { appOrigin, externalOrigins }: TargetRules): Judgement {
  if (target === '' || target.length > MAX_CHARS) return refused('length');
  const place = target.split(/[?#]/, 1).join('');
  if (HIDDEN.test(target) || place.includes('\\')) return refused('characters');
  const isPath = target.startsWith('/');
  if (isPath && target.startsWith('//')) return refused('form');
  if (!isPath) {
    const [, scheme, slashes] = /^([a-z][a-z0-9+.-]*):(\/\/(?=[^/]))?/i.exec(target) ?? [];
    if (scheme === undefined) return refused('form');
    // Before the check of the origin: a blob carries the origin of its maker.
    if (!/^https?$/i.test(scheme)) return refused('protocol');
    if (slashes === undefined) return refused('form');
    if (/^[^/]*\/\/[^/]*@/.test(place)) return refused('userinfo');
  }
  const base = isPath ? appOrigin : undefined;
  const url = parsedUrl(target, base);
  if (url === null) return refused('form');
  if (url.username !== '' || url.password !== '') return refused('userinfo');
  if (!isPlainPath(url.pathname)) return refused('path');
  if (url.origin === appOrigin) return { kind: 'internal', target: `${url.pathname}${url.search}${url.hash}` };
  if (url.protocol !== 'https:') return refused('protocol');
  return externalOrigins?.has(url.origin) ? { kind: 'external', target: url.href } : refused('origin');
}
