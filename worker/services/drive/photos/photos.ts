/** Pictures and films of all folders by the time they were taken. */

import type { Photo, PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import { type Taken, writeTaken } from '#shared/drive/photos/taken.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { pageRows, readTimePlace, timeToken } from '../tree/listing-query.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { toFileObject } from '../tree/wire.ts';
import type { DayCount } from './days.store.ts';
import type { photosPart } from './part.ts';

export interface PhotoRequest {
  readonly limit: number;
  readonly pageToken: string;
  /** `2026-08-15`; '' for the newest. */
  readonly day: string;
  readonly skipped: number;
  /** '' for pictures of the whole drive. */
  readonly albumId?: string;
}

export interface PhotoAnswer {
  kind: 'drive#photoList';
  photos: Photo[];
  next_page_token: string;
  months?: PhotoMonth[];
  album_name?: string;
}

/** Later than every picture. */
const LAST_MS = 8.64e15;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** @throws AppError invalid_argument */
function placeOf({ pageToken, day }: PhotoRequest): { ms: number; id: string } {
  if (day !== '') {
    const ms = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(ms)) throw new AppError('invalid_argument', { reason: 'day', field: 'day' });
    return { ms: ms + DAY_MS, id: '' };
  }
  const place = readTimePlace(pageToken);
  return place ? { ms: place.timeMs, id: place.id } : { ms: LAST_MS, id: '' };
}

/** @param days  the newest first */
export function monthsOf(days: readonly DayCount[]): PhotoMonth[] {
  const months = new Map<string, PhotoMonth>();
  for (const [day, count] of days) {
    const date = new Date(day * DAY_MS);
    const name = date.toISOString().slice(0, -'-01T00:00:00.000Z'.length);
    const month = months.get(name) ?? { month: name, count: 0, days: Array<number>(date.getUTCDate()).fill(0) };
    month.count += count;
    month.days[date.getUTCDate() - 1] = count;
    months.set(name, month);
  }
  return [...months.values()];
}

function takenOf({ camera_ms: cameraMs, camera_zone: zoneMinutes, taken_ms: takenMs }: NodeRow): Taken {
  return { clockMs: takenMs ?? 0, zoneMinutes: cameraMs === null ? 0 : zoneMinutes };
}

/** @throws AppError invalid_argument for a bad page token or day, not_found for no album, too_many_requests */
export async function photos(deps: DriveDeps, caller: Caller, request: PhotoRequest): Promise<PhotoAnswer> {
  const { userId } = caller;
  const rows = pageRows(request.limit, deps.limits.pageRows);
  const isFirst = request.pageToken === '' && request.day === '' && request.skipped === 0;
  const query = { before: placeOf(request), skipped: request.skipped, rows, albumId: request.albumId ?? '' };
  const [page, imageLinks] = await Promise.all([
    driveOf<typeof photosPart>(deps, userId).photos(callerData(caller), query, isFirst, deps.limits.sweptRowsPerMinute),
    ownImageLinks(deps, caller),
  ]);
  const found = unwrap(page);
  const last = found.rows.length === rows ? found.rows.at(-1) : undefined;
  return {
    kind: 'drive#photoList',
    photos: found.rows.map((row) => ({
      file: toFileObject(row, { userId, imageLinks }),
      taken: writeTaken(takenOf(row)),
    })),
    next_page_token: last ? timeToken({ timeMs: last.taken_ms ?? 0, id: last.id }) : '',
    ...(found.days ? { months: monthsOf(found.days) } : {}),
    ...(isFirst && found.albumName !== null ? { album_name: found.albumName } : {}),
  };
}
