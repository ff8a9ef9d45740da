/** Versions of a file as the phone apps ask for them: by the number of the file, each with its second for a name; a move restores one. */
import { AppError } from '#shared/errors.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import { sendFile } from '../dav/files.ts';
import { entriesResponse } from '../dav/propfind.ts';
import { bodyOf, conditionsOf, depthOf, type Mount, type Visit } from '../dav/visit.ts';
import { readPropfind } from '../dav/xml-read.ts';
import { idPrefixOf } from './props.ts';

/** The folder that lists versions; a move to the other one restores. */
const LISTED = 'versions';
const RESTORED = 'restore';

const FOLDER: Omit<ProgramEntry, 'name'> = {
  id: '',
  isFile: false,
  sizeBytes: 0,
  mime: '',
  tag: 'versions',
  createdMs: 0,
  modifiedMs: 0,
  starred: false,
};

interface Place {
  readonly idPrefix: string;
  readonly number: string;
  /** Of one version; '' for all of the file. */
  readonly name: string;
}

/** @throws AppError file_not_found */
function placeOf({ path }: Visit): Place {
  const [folder, number = '', name = '', ...more] = path;
  const idPrefix = idPrefixOf(number);
  if (folder !== LISTED || idPrefix === null || more.length > 0) throw new AppError('file_not_found');
  return { idPrefix, number, name };
}

/** @throws AppError file_not_found */
function versionOf(visit: Visit): Place {
  const place = placeOf(visit);
  if (place.name === '') throw new AppError('file_not_found');
  return place;
}

async function list(visit: Visit): Promise<Response> {
  const { mount, deps, caller, call } = visit;
  const { idPrefix, number, name } = placeOf(visit);
  const asked = readPropfind(await bodyOf(visit));
  const isDeep = depthOf(visit, 1) !== 0;
  const versions = await deps.drive.versionsAt(caller, idPrefix);
  const base = `${mount.base}${LISTED}/${number}/`;
  const items = versions.map((entry) => ({ href: base + entry.name, entry }));
  const one = name === '' ? undefined : items.find(({ entry }) => entry.name === name);
  if (name !== '' && !one) throw new AppError('file_not_found');
  const folder = { href: base, entry: { ...FOLDER, name: number } };
  const beside = { base, nowMs: call.nowMs, quota: null, isReadOnly: false, recoveries: 0 };
  return entriesResponse(visit, asked, beside, one ? [one] : [folder, ...(isDeep ? items : [])]);
}

async function read(visit: Visit): Promise<Response> {
  return sendFile(visit, await visit.deps.drive.openVersionAt(visit.caller, versionOf(visit)));
}

async function restore(visit: Visit): Promise<Response> {
  const { request, url, mount, deps, caller } = visit;
  const to = URL.parse(request.headers.get('destination') ?? '', url.origin);
  if (!to?.pathname.startsWith(`${mount.base}${RESTORED}/`))
    throw new AppError('permission_denied', { reason: 'destination' });
  const { tokens } = conditionsOf(visit);
  await deps.drive.restoreVersionAt(caller, { ...versionOf(visit), tokens });
  return new Response(null, { status: 201 });
}

export function versionMount(base: string): Mount {
  return { base, props: new Map(), methods: { PROPFIND: list, GET: read, HEAD: read, MOVE: restore }, isClosed: true };
}
