/** One person's drive: searching it, marking, naming many, and what happened lately. The calls of its owner. */
import type { EventType } from '#shared/drive/model.ts';
import { AppError, type Result } from '#shared/errors.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import type { CallerData } from './drive-base.ts';
import { RoomDrive } from './room-drive.ts';
import { crumbsOf, type Measure, measure, requireBatch } from './tree/batch.store.ts';
import {
  clearEvents,
  deleteEvents,
  type EventPage,
  type EventQuery,
  listEvents,
  noteEvent,
} from './tree/history/history.store.ts';
import { type NewName, renameMany, setStars } from './tree/naming.store.ts';
import {
  contentsOfSize,
  type DuplicatePage,
  type FoundPage,
  type KindUse,
  listDuplicates,
  roomByKind,
  type SearchQuery,
  type SizedContent,
  search,
} from './tree/search/search.store.ts';
import { lineOf } from './tree/tree.store.ts';

interface Measured extends Pick<Measure, 'bytes' | 'files' | 'folders'> {
  /** From the root to the folder it lies in. */
  readonly path: { id: string; name: string }[];
}

export abstract class FindingDrive extends RoomDrive {
  search(caller: CallerData, query: SearchQuery): Result<FoundPage> {
    return this.command(() => {
      this.guard(caller);
      return search(this.sql, query);
    });
  }

  /** @throws file_not_found, file_in_recycle_bin */
  measureNode(caller: CallerData, id: string): Result<Measured> {
    return this.command(() => {
      this.guard(caller);
      const [row] = requireBatch(this.sql, [id], 'refuse');
      const held = measure(this.sql, [id]);
      // What a folder holds: itself is not counted.
      return {
        ...held,
        folders: row?.is_file === 0 ? held.folders - 1 : held.folders,
        path: row ? crumbsOf(this.sql, lineOf(this.sql, row.parent_id)) : [],
      };
    });
  }

  roomByKind(caller: CallerData): Result<KindUse[]> {
    return this.command(() => {
      this.guard(caller);
      return roomByKind(this.sql);
    });
  }

  duplicates(caller: CallerData, pageToken: string, rows: number): Result<DuplicatePage> {
    return this.command(() => {
      this.guard(caller);
      return listDuplicates(this.sql, pageToken, rows);
    });
  }

  contentsOfSize(caller: CallerData, sizeBytes: number): Result<SizedContent[]> {
    return this.command(() => {
      this.guard(caller);
      return contentsOfSize(this.sql, sizeBytes);
    });
  }

  setStars(caller: CallerData, input: { ids: readonly string[]; starred: boolean }): Promise<Result<string>> {
    const type = input.starred ? 'star' : 'unstar';
    return this.batch(caller, (tx) => this.done(tx, type, input.ids, setStars(tx, input.ids, input.starred)), null);
  }

  renameMany(caller: CallerData, items: readonly NewName[], repeat: RepeatKey | null): Promise<Result<string>> {
    const ids = items.map(({ id }) => id);
    return this.batch(caller, (tx) => this.done(tx, 'rename', ids, renameMany(tx, items)), repeat);
  }

  events(caller: CallerData, query: EventQuery): Result<EventPage> {
    return this.command(() => {
      this.guard(caller);
      return listEvents(this.sql, query);
    });
  }

  /** @throws file_not_found, file_in_recycle_bin */
  addEvent(
    caller: CallerData,
    event: { type: EventType; nodeId: string; params: Readonly<Record<string, string>> },
  ): Result<null> {
    return this.write(
      caller,
      (tx) => {
        const [row] = requireBatch(tx.sql, [event.nodeId], 'refuse');
        if (!row) throw new AppError('file_not_found');
        noteEvent(tx, event.type, row.id, event.params);
        return null;
      },
      null,
    );
  }

  deleteEvents(caller: CallerData, ids: readonly string[]): Result<null> {
    return this.write(
      caller,
      (tx) => {
        deleteEvents(tx.sql, ids);
        tx.changed();
        return null;
      },
      null,
    );
  }

  clearEvents(caller: CallerData, types: readonly EventType[]): Result<null> {
    return this.write(
      caller,
      (tx) => {
        clearEvents(tx.sql, types);
        tx.changed();
        return null;
      },
      null,
    );
  }
}
