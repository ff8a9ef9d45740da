/** REPORT and SEARCH as the sync clients and phone apps send them: files with a star, by name, and by kind and time. */
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
import { nameTextOf, readSearch } from './search-query.ts';

/** Files of an answer where the program names no number. */
const SEARCHED_AT_MOST = 1_000;

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

/** SEARCH: at most 1,000 files and folders. @throws AppError invalid_argument, file_not_found, too_many_requests */
export async function search(visit: Visit): Promise<Response> {
  const asked = readSearch(await bodyOf(visit));
  const { drive } = visit.deps;
  const nameText = nameTextOf(asked);
  const rows = Math.max(0, asked.rows ?? SEARCHED_AT_MOST);
  const list =
    nameText === null
      ? await drive.wantedAt(visit.caller, { ...asked.order, rows })
      : (await drive.namedAt(visit.caller, nameText)).slice(0, rows);
  return found(visit, propsIn(asked.select), list);
}
