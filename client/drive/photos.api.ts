/** Calls about pictures by time. Loaded where they are shown. */
import type { ApiClient } from '#client/api/client.ts';
import { photoRowOf } from '#shared/drive/photos/photo-row.ts';
import { type PhotoMonth, photosContract } from '#shared/drive/photos/photos.contract.ts';
import type { DriveRow } from '#shared/drive/rows.ts';

export interface PhotoPage {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  /** Of the first page alone. */
  readonly months: readonly PhotoMonth[] | undefined;
}

export interface PhotoAsk {
  readonly limit: number;
  readonly page_token?: string;
  /** `2026-08-15`: pictures of this day and before. */
  readonly day?: string;
  /** So many of them are left out. */
  readonly skip?: number;
}

export async function askPhotos(
  api: Pick<ApiClient, 'call'>,
  query: PhotoAsk,
  asking: { readonly patience: 'long' | 'short'; readonly signal?: AbortSignal },
): Promise<PhotoPage> {
  const { photos, next_page_token, months } = await api.call(photosContract.photos, { query, ...asking });
  return { rows: photos.map(photoRowOf), nextPageToken: next_page_token, months };
}
