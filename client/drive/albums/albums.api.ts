/** Calls about albums. Loaded where they are shown. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { ALBUM_BATCH } from '#shared/drive/albums/album-terms.ts';
import { type Album, albumsContract } from '#shared/drive/albums/albums.contract.ts';
import { rowOf } from '#shared/drive/rows.ts';
import type { AlbumCard } from './album-card.ts';

function cardOf({ album_id: id, name, count, cover }: Album): AlbumCard {
  return { id, name, count, cover: cover && rowOf(cover) };
}

export interface AlbumApi {
  list(): Promise<AlbumCard[]>;
  /** @returns its id */
  create(name: string): Promise<string>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** @returns how many it did not have */
  add(id: string, fileIds: readonly string[]): Promise<number>;
  take(id: string, fileIds: readonly string[]): Promise<void>;
}

export function makeAlbumApi(api: Pick<ApiClient, 'call'>): AlbumApi {
  type Batch = typeof albumsContract.albumAdd | typeof albumsContract.albumTake;
  async function change(endpoint: Batch, id: string, fileIds: readonly string[]): Promise<number> {
    let changed = 0;
    for (let from = 0; from < fileIds.length; from += ALBUM_BATCH) {
      const body = { file_ids: fileIds.slice(from, from + ALBUM_BATCH) };
      changed += (await api.call(endpoint, { params: { id }, body })).changed;
    }
    return changed;
  }
  return {
    list: async () => (await api.call(albumsContract.albums, { patience: 'long' })).albums.map(cardOf),
    create: async (name) =>
      (await api.call(albumsContract.albumCreate, { body: { name }, idempotencyKey: newIdempotencyKey() })).album_id,
    async rename(id, name) {
      await api.call(albumsContract.albumRename, { params: { id }, body: { name } });
    },
    async remove(id) {
      await api.call(albumsContract.albumRemove, { params: { id } });
    },
    add: (id, fileIds) => change(albumsContract.albumAdd, id, fileIds),
    async take(id, fileIds) {
      await change(albumsContract.albumTake, id, fileIds);
    },
  };
}
