/** Calls about pictures by time. Loaded where they are shown. */
import type { ApiClient } from '#client/api/client.ts';
import { photoRowOf } from '#shared/drive/photos/photo-row.ts';
import { type PhotoMonth, photosContract } from '#shared/drive/photos/photos.contract.ts';
import type { DriveRow } from '#shared/drive/rows.ts';

/** Rows of one call. */
export const PIECE_ROWS = 100;

export interface PhotoPage {
  readonly rows: readonly DriveRow[];
  /** '': the others are read by their days. */
  readonly nextPageToken: '';
  /** Of the first page alone. */
  readonly months: readonly PhotoMonth[] | undefined;
  /** The name of the album, as the way to it. */
  readonly path?: readonly { readonly id: string; readonly name: string }[];
}

/** Left out: the newest. */
export interface PhotoAsk {
  /** `2026-08-15`: pictures of this day and before. */
  readonly day?: string;
  /** So many of them are left out. */
  readonly skip?: number;
  /** '' for pictures of the whole drive. */
  readonly album: string;
}

export async function askPhotos(
  api: Pick<ApiClient, 'call'>,
  place: PhotoAsk,
  asking: { readonly patience: 'long' | 'short'; readonly signal?: AbortSignal },
): Promise<PhotoPage> {
  const query = { ...place, limit: PIECE_ROWS };
  const answer = await api.call(photosContract.photos, { query, ...asking });
  const { photos, months, album_name: name } = answer;
  return {
    rows: photos.map(photoRowOf),
    nextPageToken: '',
    months,
    ...(name === undefined ? {} : { path: [{ id: place.album, name }] }),
  };
}
