/** Small images of files as the sync clients ask for them: by path, or by the number of the file. */
import { HOUR_MS } from '#shared/units.ts';
import { namesBelow } from '../dav/address.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { idPrefixOf } from './props.ts';

const BY_QUERY = /^\/index\.php\/core\/preview(?:\.png)?$/;
const THUMBNAIL = /^\/index\.php\/apps\/files\/api\/v1\/thumbnail\/\d{1,5}\/(\d{1,5})\/./;
/** Longest side of the small image, in pixels. */
const SMALL_PIXELS = 256;

export function isPreviewPath(path: string): boolean {
  return BY_QUERY.test(path) || THUMBNAIL.test(path);
}

type NamedPreview = { readonly path: readonly string[] } | { readonly idPrefix: string };

function askedOf({ pathname, searchParams }: URL): { readonly named: NamedPreview | null; readonly pixels: number } {
  const [start, height] = THUMBNAIL.exec(pathname) ?? [];
  if (start !== undefined) {
    const path = namesBelow(start.slice(0, -1), pathname);
    return { named: path && { path }, pixels: Number(height) };
  }
  const pixels = Number(searchParams.get('y') ?? searchParams.get('x') ?? 0);
  const file = searchParams.get('file');
  if (file !== null) return { named: { path: file.split('/').filter((name) => name !== '') }, pixels };
  const idPrefix = idPrefixOf(searchParams.get('fileId') ?? '');
  return { named: idPrefix === null ? null : { idPrefix }, pixels };
}

/** 404 for a file without an image, so that clients show their own. @throws AppError of `caller` */
export async function servePreview(deps: ProgramDeps, asked: ProgramRequest): Promise<Response> {
  const caller = await asked.caller();
  const { nowMs } = asked.call;
  const { named, pixels } = askedOf(asked.url);
  const looked = named && (await deps.drive.pictureFor(caller, named));
  if (!looked) return new Response(null, { status: 404 });
  const claims = { isLarge: pixels > SMALL_PIXELS, expiresAtMs: nowMs + HOUR_MS };
  const answer = await deps.sendImage(asked.request, claims, looked, nowMs);
  return answer.status === 204 ? new Response(null, { status: 404 }) : answer;
}
