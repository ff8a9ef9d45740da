/** PROPFIND (RFC 4918 section 9.1): of one thing, or of a folder with what is in it, slice by slice as the program takes it. */
import { AppError } from '#shared/errors.ts';
import type { ProgramEntry, ProgramLook } from '#worker/services/drive/service.ts';
import { hrefOf } from './address.ts';
import { type Beside, QUOTA_PROPS } from './live-props.ts';
import { type Item, type Renderer, rendererOf, responsesIn, responsesOf, type Source } from './render.ts';
import { bodyOf, depthOf, type Visit } from './visit.ts';
import { type PropRequest, readPropfind } from './xml-read.ts';
import { multistatus, response } from './xml-write.ts';

function asksFor(asked: PropRequest, wanted: readonly string[]): boolean {
  const names = asked.kind === 'some' ? asked.names : asked.kind === 'all' ? asked.include : [];
  return names.some((name) => wanted.includes(name));
}

/** Live properties of the mount beside those of every entry. */
function sourceOf(visit: Visit, beside: Beside): Source {
  const { props } = visit.mount;
  const more = [...props].map(([name, live]) => [name, (entry: ProgramEntry) => live(entry, beside, visit)] as const);
  return { beside, more: new Map(more) };
}

/** Answers about files and folders of any place. */
export function entriesResponse(visit: Visit, asked: PropRequest, beside: Beside, items: readonly Item[]): Response {
  const render = rendererOf(sourceOf(visit, beside), asked);
  return multistatus(responsesOf(items, render));
}

/** The responses, a slice of the folder at a time. */
async function* pieces(visit: Visit, first: ProgramLook, render: Renderer): AsyncGenerator<string> {
  const { deps, caller, mount, path } = visit;
  const { isFile } = first.entry;
  const own = hrefOf(mount.base, path, !isFile);
  yield response(own, render(first.entry));
  yield* responsesIn(own, first.entries, render);
  for (let next = first.next; next; ) {
    const slice = await deps.drive.lookOn(caller, next);
    yield* responsesIn(own, slice.entries, render);
    next = slice.next;
  }
}

/** @throws AppError file_not_found, invalid_argument; permission_denied for a depth without end */
export async function propfind(visit: Visit): Promise<Response> {
  const asked = readPropfind(await bodyOf(visit));
  const depth = depthOf(visit, 'infinity');
  if (depth === 'infinity')
    throw new AppError('permission_denied', { reason: 'infinite_depth', messageKey: 'programs.dav.infinite_depth' });
  const { deps, caller, path, call, mount } = visit;
  const asks = (prop: string | undefined) => prop !== undefined && asksFor(asked, [prop]);
  const [withSums, withSizes] = [asks(mount.sumsProp), asks(mount.sizesProp)];
  // The whole drive is as large as its used space.
  const withQuota = asksFor(asked, QUOTA_PROPS) || (withSizes && path.length === 0);
  const look = await deps.drive.lookAt(caller, { path, isDeep: depth === 1, withQuota, withSums, withSizes });
  const { quota, isReadOnly, recoveries } = look;
  const beside: Beside = { base: mount.base, nowMs: call.nowMs, quota, isReadOnly, recoveries };
  return multistatus(pieces(visit, look, rendererOf(sourceOf(visit, beside), asked)));
}
