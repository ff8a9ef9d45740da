/** REPORT and SEARCH as the sync clients send them: files with a star, and files by name. */
import { AppError } from '#shared/errors.ts';
import type { ProgramFound } from '#worker/services/drive/service.ts';
import { hrefOf } from '../dav/address.ts';
import { entriesResponse } from '../dav/propfind.ts';
import { bodyOf, type Visit } from '../dav/visit.ts';
import {
  davChild,
  type Element,
  elementsIn,
  nameOf,
  namesIn,
  type PropRequest,
  readXml,
  textOf,
} from '../dav/xml-read.ts';
import { OWNCLOUD, STAR_PROP } from './fixed.ts';

/** Longest text that is searched for, in characters. */
const MAX_TEXT = 200;

function propsIn(element: Element | undefined): PropRequest {
  const names = namesIn(element);
  return names.length === 0 ? { kind: 'all', include: [] } : { kind: 'some', names };
}

function found(visit: Visit, asked: PropRequest, list: readonly ProgramFound[]): Response {
  const { mount, call } = visit;
  const beside = { base: mount.base, nowMs: call.nowMs, quota: null, isReadOnly: false, recoveries: 0 };
  const items = list.map(({ path, entry }) => ({ href: hrefOf(mount.base, path, !entry.isFile), entry }));
  return entriesResponse(visit, asked, beside, items);
}

/** Elements of a tree with this name, in their order. */
function elementsNamed(root: Element, name: string): Element[] {
  return elementsIn(root).flatMap((child) => [
    ...(nameOf(child) === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

/** @throws AppError invalid_argument, permission_denied for a report that does not exist here */
export async function report(visit: Visit): Promise<Response> {
  const root = readXml(await bodyOf(visit));
  if (!root) throw new AppError('invalid_argument', { reason: 'report', field: 'body' });
  if (nameOf(root) !== `{${OWNCLOUD}}filter-files`) throw new AppError('permission_denied', { reason: 'report' });
  const rules = elementsNamed(root, `{${OWNCLOUD}}filter-rules`).flatMap(elementsIn);
  const isStarred =
    rules.length === 1 && rules.every((rule) => nameOf(rule) === STAR_PROP && textOf(rule).trim() === '1');
  const list = isStarred ? await visit.deps.drive.starredAt(visit.caller) : [];
  return found(visit, propsIn(davChild(root, 'prop')), list);
}

/** The words of a pattern such as `%holiday%`. */
function wordsOf(pattern: string): string {
  return pattern
    .replace(/[%*_]+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}

/** The files that a search asks for: text of a name, files with a star, or nothing that is answered here. */
function wantOf(where: Element): { readonly text: string } | 'starred' | null {
  for (const like of elementsNamed(where, '{DAV:}like')) {
    const prop = davChild(like, 'prop');
    const literal = davChild(like, 'literal');
    if (!prop || !literal || !elementsIn(prop).some((each) => nameOf(each) === '{DAV:}displayname')) continue;
    return { text: wordsOf(textOf(literal)) };
  }
  const isStarred = elementsNamed(where, '{DAV:}eq').some((eq) => {
    const prop = davChild(eq, 'prop');
    const literal = davChild(eq, 'literal');
    return (
      prop &&
      literal &&
      elementsIn(prop).some((each) => nameOf(each) === STAR_PROP) &&
      /^(yes|true|1)$/i.test(textOf(literal).trim())
    );
  });
  return isStarred ? 'starred' : null;
}

/** SEARCH by `basicsearch` (RFC 5323): at most 500 files. @throws AppError invalid_argument, too_many_requests */
export async function search(visit: Visit): Promise<Response> {
  const root = readXml(await bodyOf(visit));
  const basic = root && davChild(root, 'basicsearch');
  const where = basic && davChild(basic, 'where');
  if (!basic || !where) throw new AppError('invalid_argument', { reason: 'search', field: 'body' });
  const select = davChild(basic, 'select');
  const want = wantOf(where);
  const { drive } = visit.deps;
  const list =
    want === 'starred'
      ? await drive.starredAt(visit.caller)
      : want && want.text !== ''
        ? await drive.namedAt(visit.caller, want.text)
        : [];
  return found(visit, propsIn(select && davChild(select, 'prop')), list);
}
