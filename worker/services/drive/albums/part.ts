/** The part of albums: named sets of pictures and films. */
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import * as albums from './albums.store.ts';
import { ALBUM_TABLES } from './tables.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

/** Links show nothing that was removed once the call answers. */
async function drained<T>({ core }: Parts, done: Result<{ value: T; drain: boolean }>): Promise<Result<T>> {
  if (!done.ok) return done;
  if (done.value.drain && !(await core.deliverRemovals())) return fail('unavailable', { retryInSeconds: 1 });
  return succeed(done.value.value);
}

export const albumsPart = {
  tables: ALBUM_TABLES,
  calls: {
    /** @param sweptRows  limit of readings of the whole drive a minute */
    albums: ({ core }: Parts, caller: CallerData, sweptRows: number) =>
      core.sweep(caller, sweptRows, albums.listAlbums),
    albumCreate: (
      { core }: Parts,
      caller: CallerData,
      input: Parameters<typeof albums.insertAlbum>[1],
      key: IdempotencyKey | null,
    ) => core.write(caller, (tx) => albums.insertAlbum(tx, input), key),
    albumRename: ({ core }: Parts, caller: CallerData, id: string, name: string) =>
      core.write(caller, (tx) => {
        albums.renameAlbum(tx, id, name);
        return { ok: true };
      }),
    albumRemove: (drive: Parts, caller: CallerData, id: string) =>
      drained(
        drive,
        drive.core.write(caller, (tx) => ({ value: null, drain: albums.deleteAlbum(tx, id) })),
      ),
    albumAdd: ({ core }: Parts, caller: CallerData, id: string, fileIds: readonly string[]) =>
      core.write(caller, (tx) => albums.addItems(tx, id, fileIds)),
    albumTake: (drive: Parts, caller: CallerData, id: string, fileIds: readonly string[]) =>
      drained(
        drive,
        drive.core.write(caller, (tx) => {
          const { taken: value, drain } = albums.takeItems(tx, id, fileIds);
          return { value, drain };
        }),
      ),
  },
} satisfies DrivePart;
