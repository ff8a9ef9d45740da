/** A rule's target for one path: placeholders filled in, the visitor's query kept. The result is still to be judged. */
import { joinLocale, splitLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { segmentsOf } from './path.ts';
import type { Source, Target } from './rule.ts';

/** Name -> value, encoded. @param path  one that the source matches */
function valuesOf({ names, hasSplat }: Source, path: string): Map<string, string> {
  const segments = segmentsOf(path);
  const values = new Map(names.map((name, at) => [name, segments[at] ?? '']));
  // Empty segments would put two slashes together.
  if (hasSplat) {
    const rest = segments.slice(names.length).filter((segment) => segment !== '');
    values.set('splat', rest.join('/'));
  }
  return values;
}

/** Puts a query behind a target, which may have one of its own and a hash. @param search  with its `?`, or '' */
function withQuery(target: string, search: string): string {
  if (search.length <= 1) return target;
  const hashAt = target.indexOf('#');
  const [before, hash] = hashAt < 0 ? [target, ''] : [target.slice(0, hashAt), target.slice(hashAt)];
  return `${before}${before.includes('?') ? '&' : '?'}${search.slice(1)}${hash}`;
}

export function fillTarget(source: Source, target: Target, path: string, search: string): string {
  const values = valuesOf(source, path);
  let filled = '';
  for (const piece of target.pieces) {
    const next = 'text' in piece ? piece.text : (values.get(piece.name) ?? '');
    // A splat that stood for nothing takes one of the slashes around it along.
    filled += filled.endsWith('/') && next.startsWith('/') ? next.slice(1) : next;
  }
  return withQuery(filled, search);
}

/** A page of ours in the requested language, so that no visitor is redirected twice. @param prefix  null: none was named */
export function inLanguage(target: string, prefix: Locale | null): string {
  if (!prefix || splitLocale(target).locale) return target;
  const languages = matchRoute(target.split(/[?#]/, 1).join(''))?.row.languages;
  return languages === 'localized' || languages === 'both' ? joinLocale(prefix, target) : target;
}
