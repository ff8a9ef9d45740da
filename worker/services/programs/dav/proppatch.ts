/** PROPPATCH (RFC 4918 section 9.2): properties that programs keep at files and folders, all set or none. */
import { parseHttpDate } from '#shared/content/http-date.ts';
import { isAppError } from '#shared/errors.ts';
import { hrefOf } from './address.ts';
import { sentenceOf } from './errors.ts';
import { LIVE_PROPS } from './live-props.ts';
import { bodyOf, conditionsOf, type Visit } from './visit.ts';
import { type PropUpdate, readName, readPropertyUpdate, textOf } from './xml-read.ts';
import { escapeText, multistatus, propstat, response, tagsOf } from './xml-write.ts';

/** Longest name with its namespace, in characters. */
const MAX_NAME = 500;

/** The time of the last change, as the systems of file managers name it. */
const MODIFIED_PROPS: readonly string[] = [
  '{DAV:}getlastmodified',
  '{DAV:}lastmodified',
  '{urn:schemas-microsoft-com:}Win32LastModifiedTime',
];

function emptyOf(name: string): string {
  const { uri, local } = readName(name);
  return tagsOf(uri, local).empty;
}

/** Why a property may not be changed; null: it may. */
function refusalOf(visit: Visit, { name, element }: PropUpdate): 403 | 409 | null {
  if (MODIFIED_PROPS.includes(name)) return element && parseHttpDate(textOf(element).trim()) === undefined ? 409 : null;
  if (name === visit.mount.starProp) return element && !/^\s*[01]\s*$/.test(textOf(element)) ? 409 : null;
  if (LIVE_PROPS.has(name) || visit.mount.props.has(name) || name.startsWith('{DAV:}')) return 403;
  return name.length > MAX_NAME ? 403 : null;
}

/** A change of nothing: the refused ones with their reasons, the others with those. */
function refused(updates: readonly PropUpdate[], refusals: ReadonlyMap<string, number>): string {
  const names = [...new Set(updates.map(({ name }) => name))];
  const by = Map.groupBy(names, (name) => refusals.get(name) ?? 424);
  const protectedBody = '<d:error><d:cannot-modify-protected-property/></d:error>';
  return [...by]
    .map(([status, list]) => propstat(list.map(emptyOf).join(''), status, status === 403 ? protectedBody : ''))
    .join('');
}

function modifiedOf(updates: readonly PropUpdate[]): number | null {
  const last = updates.findLast(({ name, element }) => element !== null && MODIFIED_PROPS.includes(name));
  return last?.element ? (parseHttpDate(textOf(last.element).trim()) ?? null) : null;
}

/** Whether the star is set; null: nothing is said of it. */
function starOf(visit: Visit, updates: readonly PropUpdate[]): boolean | null {
  const last = updates.findLast(({ name }) => name === visit.mount.starProp);
  return last ? last.element !== null && textOf(last.element).trim() === '1' : null;
}

/** @throws AppError file_not_found, invalid_argument, locked, precondition_failed */
export async function proppatch(visit: Visit): Promise<Response> {
  const { deps, caller, path, mount } = visit;
  const updates = readPropertyUpdate(await bodyOf(visit));
  const conditions = conditionsOf(visit);
  const refusals = new Map(
    updates.flatMap((update): [string, number][] => {
      const status = refusalOf(visit, update);
      return status === null ? [] : [[update.name, status]];
    }),
  );
  const href = hrefOf(mount.base, path, visit.url.pathname.endsWith('/'));
  if (refusals.size > 0) {
    // Something that is not there is not found, whichever property was named.
    await deps.drive.lookAt(caller, { path, isDeep: false, withQuota: false });
    return multistatus([response(href, refused(updates, refusals))]);
  }
  const isOwn = (name: string) => MODIFIED_PROPS.includes(name) || name === mount.starProp;
  const changes = updates.filter(({ name }) => !isOwn(name)).map(({ name, xml }) => ({ name, xml }));
  const names = [...new Set(updates.map(({ name }) => name))].map(emptyOf).join('');
  try {
    await deps.drive.setPropsAt(caller, {
      path,
      conditions,
      changes,
      modifiedMs: modifiedOf(updates),
      starred: starOf(visit, updates),
    });
  } catch (error) {
    if (!isAppError(error) || error.detail?.reason !== 'props') throw error;
    const why = `<d:responsedescription>${escapeText(sentenceOf(error, visit.call.locale))}</d:responsedescription>`;
    return multistatus([response(href, propstat(names, 507, why))]);
  }
  return multistatus([response(href, propstat(names, 200))]);
}
