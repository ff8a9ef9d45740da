/** The trash as the sync clients show it: a list, a move that restores, a deletion. Each is named by its id. */
import { AppError } from '#shared/errors.ts';
import { asNodeId, isWireId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import { entriesResponse } from '../dav/propfind.ts';
import { bodyOf, depthOf, type Mount, type MountProp, type Visit } from '../dav/visit.ts';
import { readPropfind } from '../dav/xml-read.ts';
import { escapeText } from '../dav/xml-write.ts';
import { NEXTCLOUD } from './fixed.ts';
import { DIALECT_PROPS } from './props.ts';

/** The folder that lists what is in the trash; a move to the other one restores. */
const LISTED = 'trash';
const RESTORED = 'restore';

const ROOT: ProgramEntry = {
  id: '',
  name: '',
  isFile: false,
  sizeBytes: 0,
  mime: '',
  tag: 'trash',
  createdMs: 0,
  modifiedMs: 0,
  starred: false,
};

/** @throws AppError file_not_found */
function idIn({ path }: Visit): string {
  const [place, id = '', ...more] = path;
  if (place !== LISTED || more.length > 0 || !isWireId(id)) throw new AppError('file_not_found');
  return id;
}

async function list(visit: Visit): Promise<Response> {
  const { path, mount, deps, caller, call } = visit;
  if (path.length !== 1 || path[0] !== LISTED) throw new AppError('file_not_found');
  const asked = readPropfind(await bodyOf(visit));
  const isDeep = depthOf(visit, 1) !== 0;
  const trashed = isDeep ? await deps.drive.trashedAt(caller) : [];
  const facts = new Map(trashed.map((each) => [each.entry.id, each]));
  const prop =
    (value: (entry: ProgramEntry) => string | null): MountProp =>
    (entry) =>
      entry.id === '' ? null : value(entry);
  const props = new Map([
    ...DIALECT_PROPS,
    [`{${NEXTCLOUD}}trashbin-filename`, prop(({ name }) => escapeText(name))] as const,
    [
      `{${NEXTCLOUD}}trashbin-original-location`,
      prop(({ id, name }) => escapeText([...(facts.get(id)?.home ?? []), name].join('/'))),
    ] as const,
    [
      `{${NEXTCLOUD}}trashbin-deletion-time`,
      prop(({ id }) => String(Math.floor((facts.get(id)?.trashedMs ?? 0) / SECOND_MS))),
    ] as const,
  ]);
  const base = `${mount.base}${LISTED}/`;
  const beside = { base, nowMs: call.nowMs, quota: null, isReadOnly: false, recoveries: 0 };
  const items = trashed.map(({ entry }) => ({ href: base + entry.id, entry }));
  return entriesResponse({ ...visit, mount: { ...mount, props } }, asked, beside, [
    { href: base, entry: ROOT },
    ...items,
  ]);
}

async function restore(visit: Visit): Promise<Response> {
  const { request, url, mount, deps, caller, call } = visit;
  const to = URL.parse(request.headers.get('destination') ?? '', url.origin);
  if (!to?.pathname.startsWith(`${mount.base}${RESTORED}/`))
    throw new AppError('permission_denied', { reason: 'destination' });
  await deps.drive.untrash(caller, [asNodeId(idIn(visit))], call);
  return new Response(null, { status: 201 });
}

/** One, or all of it. */
async function remove(visit: Visit): Promise<Response> {
  const { path, deps, caller, call } = visit;
  if (path.length === 1 && path[0] === LISTED) await deps.drive.emptyTrash(caller, call);
  else await deps.drive.removeTrashedAt(caller, asNodeId(idIn(visit)), call);
  return new Response(null, { status: 204 });
}

export function trashMount(base: string): Mount {
  return { base, props: DIALECT_PROPS, methods: { PROPFIND: list, MOVE: restore, DELETE: remove }, isClosed: true };
}
